from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "core.play"
    label = "play"
