"""Admin pages for finding, closing, and deleting tables. They show no hands, and can't change moves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timesince import timesince

from core.admin import ReadOnlyAdmin
from core.play import seating
from core.play.models import Move, Seat, Shuffle, Table, TableQuerySet

PEOPLE = ("owner", "places__person")
FIELDS = ("name", "code", "user__username")
LONG = timedelta(days=1)
UNTOLD = "Hidden until the match is over."


class ReadOnlyInline(admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows on a table's admin page, such as its seats."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("number", "person", "bot", "name", "left")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("person__user", "left__user")


class ShuffleInline(ReadOnlyInline):
    model = Shuffle
    fields = ("number", "deal", "digest", "at")


class WaitingFilter(admin.SimpleListFilter):
    """An admin filter for tables that wait: for a late bot, for a person, or for players in open seats.

    Tables that wait for a person or for open seats to fill are listed after a day. The filter can also list the
    unfinished tables with an error.
    """

    title = "what it’s waiting for"
    parameter_name = "kept"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("bot", "A late bot"),
            ("person", "A person, for more than a day"),
            ("open", "Open seats for more than a day"),
            ("trouble", "Something went wrong"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        untouched = queryset.filter(changed__lt=timezone.now() - LONG)
        found = {
            "bot": queryset.with_overdue_bot(),
            "person": untouched.filter(status=Table.Status.PLAYING, bot_due=None),
            "open": untouched.filter(status=Table.Status.OPEN),
            "trouble": queryset.unfinished().exclude(trouble=""),
        }
        return found.get(self.value() or "", queryset)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("code", "game", "status_label", "awaited_players", "trouble", "player_names", "changed")
    list_filter = (WaitingFilter, "game", "status", "closed", "pace")
    search_fields = ("code", "rules", "places__name", *(f"{who}__{field}" for who in PEOPLE for field in FIELDS))
    date_hierarchy = "created"
    list_select_related = ("owner__user",)
    inlines = (SeatInline, ShuffleInline)
    actions = ("close_tables",)
    exclude = ("salt", "invite", "watch", "waits_for", "bot_due", "status", "closed")
    readonly_fields = ("status_label", "awaited_players", "record_link")
    view_on_site = False  # the page is for players: the admin must not show a hand

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        sitting = Seat.objects.select_related("person__user").order_by("number")
        return super().get_queryset(request).prefetch_related(Prefetch("places", sitting))

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Return whether the user can close tables, which requires the permission to change tables."""
        return request.user.has_perm("play.change_table")

    @admin.display(description="status", ordering="status")
    def status_label(self, table: Table) -> str:
        return "closed early" if table.closed else table.get_status_display()

    @admin.display(description="players")
    def player_names(self, table: Table) -> str:
        return ", ".join(table.list_player_names([*table.places.all()]))

    @admin.display(description="waits for", ordering="changed")
    def awaited_players(self, table: Table) -> str:
        """Return whose turn it is (bots or people), and for how long the table has been waiting."""
        if table.is_over:
            return ""
        since = timesince(table.bot_due or table.changed)
        places = list(table.places.all())
        if table.status == Table.Status.OPEN:
            free = sum(place.is_free for place in places)
            return f"{free} free seat{'' if free == 1 else 's'}, for {since}"
        names = table.list_player_names(places)
        waited = [
            f"{names[place.number]} ({_describe_occupant(place)})"
            for place in places
            if place.number in table.waits_for
        ]
        return f"{', '.join(waited) or 'someone to deal the next hand'}, for {since}"

    @admin.display(description="record")
    def record_link(self, table: Table) -> SafeString:
        address = f"{reverse('admin:play_move_changelist')}?table__id__exact={table.pk}"
        return format_html('<a href="{}">{} moves</a>', address, table.moves.count())

    @admin.action(description="Close selected tables", permissions=["close"])
    def close_tables(self, request: HttpRequest, chosen: TableQuerySet) -> HttpResponse | None:
        """End the matches at the chosen tables early, unless they're over.

        First shows a page that asks for confirmation, because a closed match can't be reopened.
        """
        tables = list(chosen.unfinished())
        if tables and "sure" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": "Close tables",
                "tables": [(table, self.player_names(table), self.awaited_players(table)) for table in tables],
            }
            return TemplateResponse(request, "play/admin_close.html", context)
        for table in tables:
            seating.close_table(table)
            self.log_change(request, table, "Closed.")
        number = len(tables)
        messages.info(request, f"{number or 'No'} table{'' if number == 1 else 's'} closed.")
        return None


def _describe_occupant(place: Seat) -> str:
    return f"{place.bot} bot" if place.bot else "person" if place.person_id else "empty seat"


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """The moves of matches in the admin. They can't be changed.

    A move's text and a bot's reason for it are shown only after the match, and can't be searched.
    """

    list_display = ("table", "number", "seat", "by", "short_move_text", "at")
    list_filter = ("by",)
    lookups = ("table__id",)
    search_fields = ("table__code",)
    list_select_related = ("table",)
    fields = ("table", "number", "seat", "by", "move_text", "move_reason", "at")

    def has_delete_permission(self, request: HttpRequest, obj: Move | None = None) -> bool:
        return False

    @admin.display(description="move")
    def move_text(self, move: Move) -> str:
        return self._hide_text_until_match_over(move, move.text)

    @admin.display(description="move")
    def short_move_text(self, move: Move) -> str:
        return Truncator(self.move_text(move)).chars(80)

    @admin.display(description="reason")
    def move_reason(self, move: Move) -> str:
        return self._hide_text_until_match_over(move, move.reason)

    def _hide_text_until_match_over(self, move: Move, text: str) -> str:
        return text if move.table.is_over else UNTOLD
