from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.api.models import Token


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """The admin of API tokens.

    Only the owner can create a token. Staff can revoke one by deleting the row.
    """

    list_display = ("name", "user", "scopes", "read_only", "created", "expiry")
    list_filter = ("read_only",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    readonly_fields = fields = ("name", "user", "scopes", "read_only", "created", "expiry")
