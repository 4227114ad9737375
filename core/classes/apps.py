from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"

    def ready(self) -> None:
        from core import people
        from core.classes import doing, giving
        from core.learn.given import on_given
        from core.practice import occasions

        on_given(doing.lessons)
        occasions.on_occasion(doing.occasion)
        occasions.on_own(doing.guard)
        occasions.on_kept_back(doing.kept_back)
        people.on_merge(giving.hand_over)
        people.on_own_page(doing.under_way)
