from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.api.models import Token


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """API tokens and their owners. Only the owner can create a token; here it can be revoked by deleting it."""

    list_display = ("name", "user", "scopes", "read_only", "created", "expiry")
    list_filter = ("read_only",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    readonly_fields = fields = ("name", "user", "scopes", "read_only", "created", "expiry")
