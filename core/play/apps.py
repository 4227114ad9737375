from django.apps import AppConfig
from django.db.models.signals import pre_delete


class PlayConfig(AppConfig):
    name = "core.play"
    label = "play"
    verbose_name = "Play"

    def ready(self) -> None:
        from core.play import live_topics, person_data, providers, seating, tasks  # noqa: F401  connects and registers them

        pre_delete.connect(
            lambda instance, **_: seating.leave_all_tables(instance),
            sender="people.Person",
            weak=False,
            dispatch_uid="part",
        )
