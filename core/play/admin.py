"""Admin pages to find, close, and delete tables. They show no hands, and can't change moves."""

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

from core.admin import LookUp
from core.play import seating
from core.play.models import Move, Seat, Shuffle, Table, TableQuerySet

PEOPLE = ("owner", "places__person")
FIELDS = ("name", "code", "user__username")
LONG = timedelta(days=1)
UNTOLD = "Hidden until the match is over."


class Inline(admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of a table."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(Inline):
    model = Seat
    fields = ("number", "person", "bot", "name", "left")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("person__user", "left__user")


class ShuffleInline(Inline):
    model = Shuffle
    fields = ("number", "deal", "digest", "at")


class Kept(admin.SimpleListFilter):
    """A filter for tables that have waited for a long time, by what they wait for."""

    title = "what it waits for"
    parameter_name = "kept"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("bot", "A bot that is late"),
            ("person", "A person, for more than a day"),
            ("open", "Free seats, for more than a day"),
            ("trouble", "Something went wrong"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        untouched = queryset.filter(changed__lt=timezone.now() - LONG)
        found = {
            "bot": queryset.overdue(),
            "person": untouched.filter(status=Table.Status.PLAYING, bot_due=None),
            "open": untouched.filter(status=Table.Status.OPEN),
            "trouble": queryset.under_way().exclude(trouble=""),
        }
        return found.get(self.value() or "", queryset)


@admin.register(Table)
class TableAdmin(LookUp):
    list_display = ("code", "game", "ended", "waiting", "trouble", "players", "changed")
    list_filter = (Kept, "game", "status", "closed", "pace")
    search_fields = ("code", "rules", "places__name", *(f"{who}__{field}" for who in PEOPLE for field in FIELDS))
    date_hierarchy = "created"
    list_select_related = ("owner__user",)
    inlines = (SeatInline, ShuffleInline)
    actions = ("close",)
    exclude = ("salt", "invite", "watch", "waits_for", "bot_due", "status", "closed")
    readonly_fields = ("ended", "waiting", "record")
    view_on_site = False  # the page is for players: the admin must not show a hand

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        sitting = Seat.objects.select_related("person__user").order_by("number")
        return super().get_queryset(request).prefetch_related(Prefetch("places", sitting))

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Return whether the user can close tables: everyone who can change them."""
        return request.user.has_perm("play.change_table")

    @admin.display(description="status", ordering="status")
    def ended(self, table: Table) -> str:
        return "closed before its end" if table.closed else table.get_status_display()

    @admin.display(description="players")
    def players(self, table: Table) -> str:
        return ", ".join(table.names([*table.places.all()]))

    @admin.display(description="waits for", ordering="changed")
    def waiting(self, table: Table) -> str:
        """Return whom the table waits for and since when, and whether they're bots or people."""
        if table.over:
            return ""
        since = timesince(table.bot_due or table.changed)
        places = list(table.places.all())
        if table.status == Table.Status.OPEN:
            free = sum(place.free for place in places)
            return f"{free} free seat{'' if free == 1 else 's'}, for {since}"
        names = table.names(places)
        waited = [f"{names[place.number]} ({_who(place)})" for place in places if place.number in table.waits_for]
        return f"{', '.join(waited) or 'somebody to have the next hand dealt'}, for {since}"

    @admin.display(description="record")
    def record(self, table: Table) -> SafeString:
        address = f"{reverse('admin:play_move_changelist')}?table__id__exact={table.pk}"
        return format_html('<a href="{}">{} moves</a>', address, table.moves.count())

    @admin.action(description="Close selected tables: nobody can play on", permissions=["close"])
    def close(self, request: HttpRequest, chosen: TableQuerySet) -> HttpResponse | None:
        """Ask for confirmation, since a closed match can't be reopened, and then close the tables."""
        tables = list(chosen.under_way())
        if tables and "sure" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": "Close tables",
                "tables": [(table, self.players(table), self.waiting(table)) for table in tables],
            }
            return TemplateResponse(request, "play/admin_close.html", context)
        for table in tables:
            seating.close(table)
            self.log_change(request, table, "Closed.")
        number = len(tables)
        messages.info(request, f"{number or 'No'} table{'' if number == 1 else 's'} closed.")
        return None


def _who(place: Seat) -> str:
    return f"{place.bot} bot" if place.bot else "person" if place.person_id else "nobody sits there"


@admin.register(Move)
class MoveAdmin(LookUp):
    """The moves of matches. Their texts and reasons are shown only after the match, and can't be searched for."""

    list_display = ("table", "number", "seat", "by", "brief", "at")
    list_filter = ("by",)
    lookups = ("table__id",)
    search_fields = ("table__code",)
    list_select_related = ("table",)
    fields = ("table", "number", "seat", "by", "shown", "because", "at")

    def has_delete_permission(self, request: HttpRequest, obj: Move | None = None) -> bool:
        return False

    @admin.display(description="move")
    def shown(self, move: Move) -> str:
        return self._told(move, move.text)

    @admin.display(description="move")
    def brief(self, move: Move) -> str:
        return Truncator(self.shown(move)).chars(80)

    @admin.display(description="reason")
    def because(self, move: Move) -> str:
        return self._told(move, move.reason)

    def _told(self, move: Move, text: str) -> str:
        return text if move.table.over else UNTOLD
