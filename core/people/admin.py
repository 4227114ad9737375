from django.contrib import admin

from core.people.models import Person


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ["called", "code", "user", "created", "seen"]
    list_filter = ["created", ("user", admin.EmptyFieldListFilter)]
    list_select_related = ["user"]
    search_fields = ["code", "name", "user__username", "user__email"]
    readonly_fields = ["code", "created", "seen"]
    raw_id_fields = ["user"]
