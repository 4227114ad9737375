from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "core.practice"
    label = "practice"
    verbose_name = "Practice"

    def ready(self) -> None:
        from core import people
        from core.practice import maintenance, models, themes
        from core.server.warmup import at_start
        from variants.services import on_rules_changed, register_consequences

        people.on_merge(models.move_practice)
        people.on_export("practice", models.export_practice)
        people.on_count("answer to a puzzle", "answers to puzzles", lambda person: person.attempts.count())
        register_consequences(maintenance.changed_puzzles)
        on_rules_changed(maintenance.prove)
        at_start(themes.look_through)
