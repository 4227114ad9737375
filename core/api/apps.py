from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "core.api"
    label = "api"
    verbose_name = "Programs"

    def ready(self) -> None:
        from core.api import person_data  # noqa: F401  registers them
