from django.apps import AppConfig


class LearnConfig(AppConfig):
    name = "core.learn"
    label = "learn"
    verbose_name = "Learning"

    def ready(self) -> None:
        from core.learn import course_changes, person_data  # noqa: F401  connects and registers them

    def warm_up(self) -> None:
        from core.learn import search_index

        search_index.build_search_indexes()
