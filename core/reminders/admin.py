from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.reminders.models import ReminderSettings


@admin.register(ReminderSettings)
class ReminderSettingsAdmin(ReadOnlyAdmin):
    list_display = ("user", "turns", "daily_puzzle", "reviews", "hour", "last_day")
    list_filter = ("turns", "daily_puzzle", "reviews")
    list_select_related = ("user",)
    search_fields = ("user__username",)
