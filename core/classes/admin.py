from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.classes.models import Assignment, AssignmentItem, Classroom, ClassRules, LiveBoard, Student, Teacher


@admin.register(Classroom)
class ClassroomAdmin(ReadOnlyAdmin):
    list_display = ("name", "code", "created", "archived")
    list_filter = ("archived",)
    search_fields = ("name", "code")
    exclude = ("joining",)


@admin.register(Teacher)
class TeacherAdmin(ReadOnlyAdmin):
    list_display = ("person", "classroom", "since")
    list_select_related = ("person__user", "classroom")
    search_fields = ("person__name", "person__code", "classroom__name")


@admin.register(Student)
class StudentAdmin(ReadOnlyAdmin):
    """Students in the admin, without the names that only their teachers can see."""

    list_display = ("person", "classroom", "made_here", "joined")
    list_filter = ("made_here",)
    list_select_related = ("person__user", "classroom")
    search_fields = ("person__name", "person__code", "classroom__name")
    exclude = ("name", "key")


@admin.register(ClassRules)
class ClassRulesAdmin(ReadOnlyAdmin):
    list_display = ("classroom", "game")
    list_filter = ("game",)
    list_select_related = ("classroom",)
    search_fields = ("classroom__name",)


@admin.register(Assignment)
class AssignmentAdmin(ReadOnlyAdmin):
    list_display = ("code", "classroom", "title", "game", "fresh", "opens", "due")
    list_filter = ("game",)
    list_select_related = ("classroom",)
    search_fields = ("code", "title", "classroom__name", "classroom__code")


@admin.register(AssignmentItem)
class AssignmentItemAdmin(ReadOnlyAdmin):
    list_display = ("assignment", "place", "puzzle", "lesson", "student")
    list_select_related = ("assignment__classroom", "puzzle", "student")
    search_fields = ("assignment__code", "puzzle__code", "lesson")


@admin.register(LiveBoard)
class LiveBoardAdmin(ReadOnlyAdmin):
    list_display = ("classroom", "assignment", "place", "shown", "seen")
    list_select_related = ("classroom", "assignment__classroom")
    search_fields = ("classroom__name", "classroom__code")
