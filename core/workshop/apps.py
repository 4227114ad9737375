from django.apps import AppConfig


class WorkshopConfig(AppConfig):
    name = "core.workshop"
    label = "workshop"
    verbose_name = "Workshop"

    def ready(self) -> None:
        from core import people
        from core.practice.occasions import on_listed, on_note, on_occasion, on_own
        from core.workshop import collections, models, publishing

        people.on_merge(models.Item.hand_over)
        people.on_merge(models.move_collections)
        people.on_export("workshop", models.Item.export)
        people.on_count("puzzle that was built", "puzzles that were built", lambda person: person.items.count())
        people.on_export("collections", models.export_collections)
        people.on_count("collection of puzzles", "collections of puzzles", lambda person: person.collections.count())
        on_occasion(publishing.trial)
        on_occasion(collections.along)
        on_own(publishing.guard)
        on_listed(publishing.listed)
        on_note(publishing.note)
