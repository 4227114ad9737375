from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "core.api"
    label = "api"
