from django.apps import AppConfig


class WorkshopConfig(AppConfig):
    name = "core.authoring.puzzles"
    label = "workshop"
    verbose_name = "Workshop"

    def ready(self) -> None:
        from core import people
        from core.authoring.puzzles import models, publishing
        from core.practice.attempt_contexts import on_listed, on_note, on_occasion, on_own

        people.on_merge(models.Item.hand_over)
        people.on_export("workshop", models.Item.export)
        people.on_count("puzzle that was built", "puzzles that were built", lambda person: person.items.count())
        on_occasion(publishing.trial)
        on_own(publishing.guard)
        on_listed(publishing.listed)
        on_note(publishing.note)
