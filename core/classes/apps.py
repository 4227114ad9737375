from django.apps import AppConfig
from django.db.models.signals import pre_delete, pre_save


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"

    def ready(self) -> None:
        from core import people
        from core.classes import enrolling, takeaway

        people.on_merge(enrolling.hand_over)
        people.on_export("classes", takeaway.export)
        people.on_count("class you teach", "classes you teach", lambda person: person.classes_taught.count())
        people.on_count("class you are in", "classes you are in", lambda person: person.pupil_of.count())
        pre_delete.connect(
            lambda instance, **_: enrolling.part(instance), sender="people.Person", weak=False, dispatch_uid="classes"
        )
        pre_save.connect(enrolling.keep_nameless, sender="people.Person", dispatch_uid="classes")
