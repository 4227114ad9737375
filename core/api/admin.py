from django.contrib import admin
from django.http import HttpRequest

from core.api.models import Token


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    """Whose programs come here. A token is made by its owner alone; here it may be revoked."""

    list_display = ("name", "user", "scopes", "read_only", "created", "expiry")
    list_filter = ("read_only",)
    search_fields = ("name", "user__username")
    readonly_fields = fields = ("name", "user", "scopes", "read_only", "created", "expiry")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
