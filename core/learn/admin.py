from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.learn.models import StepDone


@admin.register(StepDone)
class StepDoneAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "step", "rules", "unaided", "at")
    list_filter = ("game", "unaided")
    list_select_related = ("person__user",)
    search_fields = ("person__name", "person__code")
    date_hierarchy = "at"
