from django.apps import AppConfig
from django.db.models.signals import pre_delete


class PlayConfig(AppConfig):
    name = "core.play"
    label = "play"
    verbose_name = "Play"

    def ready(self) -> None:
        from core import live, people
        from core.play import models, seating, watching

        people.on_merge(models.hand_over)
        people.on_export("tables", models.export_play)
        people.on_count("seat at a table", "seats at tables", lambda person: person.seats.count())
        pre_delete.connect(
            lambda instance, **_: seating.part(instance), sender="people.Person", weak=False, dispatch_uid="part"
        )
        live.register("table", watching.may_watch, watching.versions)
        live.register("watch", watching.may_look_on, watching.watched_versions)
        live.register("account", watching.is_own, watching.marks, watching.waiting_for)
