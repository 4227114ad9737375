from django.contrib import admin

from core.learn.models import StepDone


@admin.register(StepDone)
class StepDoneAdmin(admin.ModelAdmin):
    list_display = ("person", "game", "lesson", "step", "unaided", "at")
    list_filter = ("game", "lesson", "unaided")
    search_fields = ("person__name", "person__code")
    date_hierarchy = "at"

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False
