from django.apps import AppConfig


class LearnConfig(AppConfig):
    name = "core.learn"
    label = "learn"
    verbose_name = "Learning"

    def ready(self) -> None:
        from core import people
        from core.learn import consequences, models, progress, search_index
        from core.server.warmup import at_start
        from variants.services import register_consequences

        people.on_merge(models.move_progress)
        people.on_export("learning", models.export_progress)
        people.on_count("step of a lesson", "steps of lessons", lambda person: person.steps_done.count())
        people.on_own_page(progress.courses)
        register_consequences(consequences.changed_steps)
        at_start(search_index.look_through)
