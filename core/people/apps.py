from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "core.people"
    label = "people"

    def ready(self) -> None:
        from core.people import receivers, rule_set_data  # noqa: F401  connects and registers them
