from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from core.admin import LookUp
from core.lessons.models import Lesson, Version


@admin.register(Lesson)
class LessonAdmin(LookUp):
    list_display = ("title", "game", "owner", "visibility", "changed", "withdrawn")
    list_filter = ("game", "visibility")
    list_select_related = ("owner__user",)
    search_fields = ("code", "title")
    actions = ("withdraw",)

    @admin.action(description="Take these lessons back: their links say so", permissions=["delete"])
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Lesson]) -> None:
        number = chosen.filter(withdrawn=None).update(withdrawn=timezone.now())
        for lesson in chosen:
            self.log_change(request, lesson, "Taken back.")
        self.message_user(request, f"{number} taken back.")


@admin.register(Version)
class VersionAdmin(LookUp):
    list_display = ("title", "number", "lesson", "engine", "at")
    list_select_related = ("lesson",)
    search_fields = ("title", "lesson__code")
