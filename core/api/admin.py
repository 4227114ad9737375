from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.api.models import Token


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """The admin of API tokens. Staff can view tokens, and revoke one by deleting its row.

    Only users create tokens, on their own page (`core.api.me.token_views`).
    """

    list_display = ("name", "user", "scopes", "read_only", "created", "expiry")
    list_filter = ("read_only",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    readonly_fields = fields = ("name", "user", "scopes", "read_only", "created", "expiry")
