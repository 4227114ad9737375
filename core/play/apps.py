from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "core.play"
    label = "play"
    verbose_name = "Play"

    def ready(self) -> None:
        from core import live, people
        from core.play import models, watching

        people.on_merge(models.hand_over)
        people.on_export("tables", models.export_play)
        live.register("table", watching.may_watch, watching.versions)
        live.register("account", watching.is_own, watching.marks, watching.waiting_for)
