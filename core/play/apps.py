from django.apps import AppConfig
from django.db.models.signals import pre_delete


class PlayConfig(AppConfig):
    name = "core.play"
    label = "play"
    verbose_name = "Play"

    def ready(self) -> None:
        from core import people
        from core.play import live_topics, models, seating  # noqa: F401  registers what can be watched

        people.on_merge(models.hand_over)
        people.on_export("tables", models.export_play)
        people.on_count("seat at a table", "seats at tables", lambda person: person.seats.count())
        pre_delete.connect(
            lambda instance, **_: seating.leave_all(instance), sender="people.Person", weak=False, dispatch_uid="part"
        )
