from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "core.authoring.lessons"
    label = "lessons"
    verbose_name = "Lessons"

    def ready(self) -> None:
        from core import people
        from core.authoring.lessons import models, publishing
        from core.learn.custom_lessons import on_lent, on_shared

        people.on_merge(models.Lesson.hand_over)
        people.on_export("lessons", models.Lesson.export)
        people.on_count("lesson that was written", "lessons that were written", lambda person: person.lessons.count())
        on_lent(publishing.lend)
        on_shared(publishing.share)
