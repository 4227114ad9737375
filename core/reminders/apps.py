from django.apps import AppConfig


class RemindersConfig(AppConfig):
    name = "core.reminders"
    label = "reminders"
    verbose_name = "Reminders"

    def ready(self) -> None:
        from core.reminders import person_data  # noqa: F401  registers it
