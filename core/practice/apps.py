from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "core.practice"
    label = "practice"
