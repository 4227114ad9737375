from django.apps import AppConfig


class PuzzleAuthoringConfig(AppConfig):
    name = "core.authoring.puzzles"
    label = "workshop"
    verbose_name = "Workshop"

    def ready(self) -> None:
        from core.authoring.puzzles import person_data, publishing  # noqa: F401  registers them
