from django.contrib import admin

from core.admin import LookUp
from core.api.models import Token


@admin.register(Token)
class TokenAdmin(LookUp):
    """Whose programs come here. A token is made by its owner alone; here it may be revoked."""

    list_display = ("name", "user", "scopes", "read_only", "created", "expiry")
    list_filter = ("read_only",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    readonly_fields = fields = ("name", "user", "scopes", "read_only", "created", "expiry")
