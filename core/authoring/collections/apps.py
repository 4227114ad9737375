from django.apps import AppConfig


class CollectionsConfig(AppConfig):
    name = "core.authoring.collections"
    label = "collections"
    verbose_name = "Collections"

    def ready(self) -> None:
        from core.authoring.collections import providers  # noqa: F401  registers them
