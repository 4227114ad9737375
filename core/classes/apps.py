from django.apps import AppConfig
from django.db.models.signals import post_delete, pre_save


class ClassesConfig(AppConfig):
    name = "core.classes"
    label = "classes"
    verbose_name = "Classes"

    def ready(self) -> None:
        from core import people
        from core.authoring.puzzles.usage import on_to_do
        from core.classes import assignment_form, enrolment, export, progress
        from core.learn.lesson_assignments import on_given
        from core.practice import attempt_contexts

        people.on_merge(enrolment.hand_over)
        people.on_export("classes", export.export)
        people.on_count("class you teach", "classes you teach", lambda person: person.classes_taught.count())
        people.on_count("class you are in", "classes you are in", lambda person: person.pupil_of.count())
        post_delete.connect(
            lambda **_: enrolment.close_untaught(), sender="people.Person", weak=False, dispatch_uid="classes"
        )
        pre_save.connect(enrolment.keep_nameless, sender="people.Person", dispatch_uid="classes")
        on_given(progress.lessons)
        attempt_contexts.on_occasion(progress.occasion)
        attempt_contexts.on_own(progress.guard)
        attempt_contexts.on_kept_back(progress.kept_back)
        attempt_contexts.on_open(progress.open_to)
        people.on_merge(assignment_form.hand_over)
        people.on_own_page(progress.under_way)
        people.on_home(progress.home)
        people.on_going(enrolment.goes_along)
        on_to_do(progress.to_do)
