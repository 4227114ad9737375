from django.apps import AppConfig


class CollectionsConfig(AppConfig):
    name = "core.authoring.collections"
    label = "collections"
    verbose_name = "Collections"

    def ready(self) -> None:
        from core import people
        from core.authoring.collections import models, runs
        from core.learn.lesson_assignments import on_given
        from core.practice.attempt_contexts import on_occasion

        people.on_merge(models.hand_over)
        people.on_export("collections", models.export)
        people.on_count(
            "collection of puzzles and lessons",
            "collections of puzzles and lessons",
            lambda person: person.collections.count(),
        )
        on_occasion(runs.along)
        on_given(runs.lesson_along)
