"""The live streams of this app: a table for its players, a table for spectators, and an account's news."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

from django.dispatch import receiver

from core.live.topics import (
    LiveRequest,
    LiveTopic,
    News,
    VersionChange,
    announce_versions,
    live_topics,
)
from core.people import find_authorized_person, find_session_person
from core.people.models import Person
from core.play.models import Seat, Table
from core.play.signals import table_changed

MAX_NEWS = 100


def announce_table_change(table: Table, seats: Sequence[Seat]) -> None:
    """Notify everyone who has the table open, and the people with a seat there, that it has changed."""
    spectators = [VersionChange("watch", table.watch, table.version)] if table.watch else []
    news = crc32(f"{table.code}.{table.version}".encode())
    people = [VersionChange("account", seat.person.code, news) for seat in seats if seat.person]
    announce_versions(VersionChange("table", table.code, table.version), *spectators, *people)


@receiver(table_changed)
def receive_table_changed(sender: Any, table: Table, seats: Sequence[Seat], **kwargs: Any) -> None:
    announce_table_change(table, seats)


def announce_deleted_spectator_link(spectator_code: str | None) -> None:
    """Notify everyone who watches a table with a spectator link that the link has been deleted.

    `spectator_code` is the link's code. If it's None or empty, does nothing.
    """
    if spectator_code:
        announce_versions(VersionChange("watch", spectator_code, None))


@live_topics.register
class TableTopic(LiveTopic):
    """The live stream of a table, for people who can see its page. They're identified by session or API token."""

    kind = "table"

    def can_watch(self, request: LiveRequest) -> bool:
        return Table.objects.visible_to(_find_person(request)).filter(code=request.ident).exists()

    def get_versions(self, idents: Iterable[str]) -> dict[str, int]:
        return dict(Table.objects.filter(code__in=list(idents)).values_list("code", "version"))


@live_topics.register
class SpectatorTopic(LiveTopic):
    """The live stream of a table for everyone who has the spectator link."""

    kind = "watch"

    def can_watch(self, request: LiveRequest) -> bool:
        return Table.objects.with_spectator_code(request.ident).exists()

    def get_versions(self, idents: Iterable[str]) -> dict[str, int]:
        rows = Table.objects.with_spectator_code(*idents).values_list("watch", "version")
        return {code: version for code, version in rows if code}


@live_topics.register
class AccountTopic(LiveTopic):
    """The live stream with news from all tables of a person. People can listen only to their own."""

    kind = "account"
    has_news = True

    def can_watch(self, request: LiveRequest) -> bool:
        person = _find_person(request)
        return person is not None and person.code == request.ident

    def get_versions(self, idents: Iterable[str]) -> dict[str, int]:
        """Return a version for each of the people with these codes.

        A version is a number that changes when one of the person's tables changes.
        """
        people = Person.objects.filter(code__in=list(idents)).values_list("code", flat=True)
        states: dict[str, list[str]] = {code: [] for code in people}
        seats = Seat.objects.filter(person__code__in=list(states)).order_by("pk")
        for code, table, version, again in seats.values_list("person__code", "table", "table__version", "table__again"):
            states[code].append(f"{table}.{version}.{again}")
        return {code: crc32(" ".join(parts).encode()) for code, parts in states.items()}

    def list_news(self, ident: str) -> list[News]:
        """Return the tables where the person can move, start the next deal, or take a seat in a rematch.

        The news says only which table is waiting. Everything else is at the table's own URL.
        """
        seats = Seat.objects.filter(person__code=ident).select_related("table").order_by("-table__changed")
        playing = seats.filter(table__status=Table.Status.PLAYING)[:MAX_NEWS]
        turns = [
            _build_turn_notification(seat)
            for seat in playing
            if not seat.table.waits_for or seat.number in seat.table.waits_for
        ]
        following = Table.objects.filter(after__places__person__code=ident, status=Table.Status.OPEN)
        return [*turns, *map(_build_invitation_news, following.exclude(places__person__code=ident)[:MAX_NEWS])]


def _find_person(request: LiveRequest) -> Person | None:
    if request.authorization:
        return find_authorized_person(request.authorization, "play")
    return find_session_person(request.session_key) if request.session_key else None


def _build_turn_notification(seat: Seat) -> News:
    """Build the news for the person in this seat that it's their turn.

    Between deals, the news says that they can start the next deal.
    """
    table = seat.table
    event = "turn" if seat.number in table.waits_for else "deal"
    return News(event, f"{event}.{table.code}.{table.version}", {**_build_table_json(table), "seat": seat.number})


def _build_invitation_news(table: Table) -> News:
    """Build the news that others are playing a rematch and that the person's seat is reserved."""
    return News("invitation", f"invitation.{table.code}", {**_build_table_json(table), "invite": table.invite})


def _build_table_json(table: Table) -> dict[str, str | int]:
    return {"table": table.code, "game": table.game, "version": table.version, "page": table.get_absolute_url()}
