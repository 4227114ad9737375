from django.apps import AppConfig
from django.db.models.signals import post_delete, pre_save


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"

    def ready(self) -> None:
        from core import people
        from core.classes import doing, enrolling, giving, takeaway
        from core.learn.given import on_given
        from core.practice import occasions
        from core.workshop.around import on_to_do

        people.on_merge(enrolling.hand_over)
        people.on_export("classes", takeaway.export)
        people.on_count("class you teach", "classes you teach", lambda person: person.classes_taught.count())
        people.on_count("class you are in", "classes you are in", lambda person: person.pupil_of.count())
        post_delete.connect(
            lambda **_: enrolling.close_untaught(), sender="people.Person", weak=False, dispatch_uid="classes"
        )
        pre_save.connect(enrolling.keep_nameless, sender="people.Person", dispatch_uid="classes")
        on_given(doing.lessons)
        occasions.on_occasion(doing.occasion)
        occasions.on_own(doing.guard)
        occasions.on_kept_back(doing.kept_back)
        occasions.on_open(doing.open_to)
        people.on_merge(giving.hand_over)
        people.on_own_page(doing.under_way)
        people.on_home(doing.home)
        people.on_going(enrolling.goes_along)
        on_to_do(doing.to_do)
