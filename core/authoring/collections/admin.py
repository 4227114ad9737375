from __future__ import annotations

from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.authoring.collections.models import Collection


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    list_display = ("title", "owner", "changed")
    list_select_related = ("owner__user",)
    search_fields = ("code", "title")
