from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "core.authoring.lessons"
    label = "lessons"
    verbose_name = "Lessons"

    def ready(self) -> None:
        from core.authoring.lessons import providers  # noqa: F401  registers them
