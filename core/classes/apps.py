from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"
