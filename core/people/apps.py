from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "core.people"
    label = "people"

    def ready(self) -> None:
        from core.people import providers, receivers  # noqa: F401  connects and registers them
