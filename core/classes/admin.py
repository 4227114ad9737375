from django.contrib import admin

from core.admin import LookUp
from core.classes.models import Classroom, ClassRules, Pupil, Teacher


@admin.register(Classroom)
class ClassroomAdmin(LookUp):
    list_display = ("name", "code", "created", "archived")
    list_filter = ("archived",)
    search_fields = ("name", "code")
    exclude = ("joining",)


@admin.register(Teacher)
class TeacherAdmin(LookUp):
    list_display = ("person", "classroom", "since")
    list_select_related = ("person__user", "classroom")
    search_fields = ("person__name", "person__code", "classroom__name")


@admin.register(Pupil)
class PupilAdmin(LookUp):
    """Without the names: those are for the teachers."""

    list_display = ("person", "classroom", "made_here", "joined")
    list_filter = ("made_here",)
    list_select_related = ("person__user", "classroom")
    search_fields = ("person__name", "person__code", "classroom__name")
    exclude = ("name", "key")


@admin.register(ClassRules)
class ClassRulesAdmin(LookUp):
    list_display = ("classroom", "game")
    list_filter = ("game",)
    list_select_related = ("classroom",)
    search_fields = ("classroom__name",)
