from django.apps import AppConfig
from django.db.models.signals import post_delete, pre_save


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"

    def ready(self) -> None:
        from core.classes import enrollment, providers  # noqa: F401  registers them

        post_delete.connect(
            lambda **_: enrollment.delete_classes_without_teachers(),
            sender="people.Person",
            weak=False,
            dispatch_uid="classes",
        )
        pre_save.connect(enrollment.set_default_display_name, sender="people.Person", dispatch_uid="classes")
