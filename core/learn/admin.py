from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.learn.models import StepDone


@admin.register(StepDone)
class StepDoneAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "step", "rules", "hinted", "refused", "at")
    list_filter = ("game", "hinted", "refused")
    list_select_related = ("person__user",)
    search_fields = ("person__name", "person__code")
    date_hierarchy = "at"
