from django.apps import AppConfig


class CollectionsConfig(AppConfig):
    name = "core.collections"
    label = "collections"
    verbose_name = "Collections"

    def ready(self) -> None:
        from core import people
        from core.collections import models, solving
        from core.learn.given import on_given
        from core.practice.occasions import on_occasion

        people.on_merge(models.hand_over)
        people.on_export("collections", models.export)
        people.on_count(
            "collection of puzzles and lessons",
            "collections of puzzles and lessons",
            lambda person: person.collections.count(),
        )
        on_occasion(solving.along)
        on_given(solving.lesson_along)
