from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "core.people"
    label = "people"

    def ready(self) -> None:
        from core.people import signals  # noqa: F401  connects its receiver
