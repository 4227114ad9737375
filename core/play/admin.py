"""Tables to look up. The record of moves is read-only: nobody corrects what was played."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.play.models import Move, Seat, Shuffle, Table

PEOPLE = ("owner", "places__person")
FIELDS = ("name", "code", "user__username")


class ReadOnly:
    """What may be looked at and not touched."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "person", "bot", "name", "left")
    extra = 0


class ShuffleInline(ReadOnly, admin.TabularInline):
    model = Shuffle
    fields = ("number", "deal", "digest", "at")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("code", "game", "status", "players", "version", "waits_for", "bot_due", "changed")
    list_filter = ("game", "status", "pace")
    search_fields = ("code", "rules", "places__name", *(f"{who}__{field}" for who in PEOPLE for field in FIELDS))
    date_hierarchy = "created"
    inlines = (SeatInline, ShuffleInline)
    exclude = ("salt", "invite")
    readonly_fields = ("record",)
    view_on_site = False  # the page is for players: nobody looks into a hand from here

    @admin.display(description="players")
    def players(self, table: Table) -> str:
        return ", ".join(table.names())

    @admin.display(description="record")
    def record(self, table: Table) -> SafeString:
        address = f"{reverse('admin:play_move_changelist')}?table__id__exact={table.pk}"
        return format_html('<a href="{}">{} moves</a>', address, table.moves.count())


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("table", "number", "seat", "by", "shown", "at")
    list_filter = ("by",)
    search_fields = ("table__code", "text", "key")
    list_select_related = ("table",)

    @admin.display(description="move")
    def shown(self, move: Move) -> str:
        return move.text if len(move.text) < 80 else f"{move.text[:79]}…"
