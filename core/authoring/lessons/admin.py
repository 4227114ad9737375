from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.authoring.lessons.models import Lesson, LessonVersion
from core.authoring.puzzles.admin import AuthoredWorkAdmin

admin.site.register(Lesson, AuthoredWorkAdmin)


@admin.register(LessonVersion)
class VersionAdmin(ReadOnlyAdmin):
    list_display = ("title", "number", "lesson", "engine", "at")
    list_select_related = ("lesson",)
    search_fields = ("title", "lesson__code")
