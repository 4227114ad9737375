from django.apps import AppConfig
from django.db.models.signals import pre_delete


class VariantsConfig(AppConfig):
    name = "variants"
    label = "variants"
    verbose_name = "House rules"

    def ready(self) -> None:
        from variants import converters, services

        converters.register_converters()
        pre_delete.connect(
            lambda instance, **_: services.detach_rules_from_person(instance),
            sender="people.Person",
            weak=False,
            dispatch_uid="orphan",
        )
