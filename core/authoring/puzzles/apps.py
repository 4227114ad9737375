from django.apps import AppConfig


class WorkshopConfig(AppConfig):
    name = "core.authoring.puzzles"
    label = "workshop"
    verbose_name = "Workshop"

    def ready(self) -> None:
        from core.authoring.puzzles import providers, publishing  # noqa: F401  registers them
