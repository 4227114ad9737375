from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "core.practice"
    label = "practice"
    verbose_name = "Practice"

    def ready(self) -> None:
        from core.practice import maintenance, person_data, providers, runs  # noqa: F401  connects and registers them

    def warm_up(self) -> None:
        from core.practice import themes

        themes.cache_sample_puzzles()
