"""Who may watch what at the tables, and what is told: what `core.live` asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

from core import live
from core.live import LiveRequest, News
from core.people import person_of_authorization, person_of_session
from core.people.models import Person
from core.play.models import Seat, Table

MOST_NEWS = 100


def announce(table: Table, places: Sequence[Seat]) -> None:
    """Tell those who watch a table, and those who sit at it, that it has changed."""
    live.announce("table", table.code, table.version)
    if table.watch:
        live.announce("watch", table.watch, table.version)
    for place in places:
        if place.person:
            live.announce("account", place.person.code, crc32(f"{table.code}.{table.version}".encode()))


def announce_end(watch: str | None) -> None:
    """Tell those who look on by a link that it is good no more."""
    if watch:
        live.announce("watch", watch, None)


# -- a table -----------------------------------------------------------------------------------------------------------


def may_watch(request: LiveRequest) -> bool:
    """Those who may look at the table: by their session, or a program by its token."""
    return Table.objects.known_to(_person(request)).filter(code=request.ident).exists()


def versions(codes: Iterable[str]) -> dict[str, int]:
    """The versions of these tables, by code."""
    return dict(Table.objects.filter(code__in=list(codes)).values_list("code", "version"))


def may_look_on(request: LiveRequest) -> bool:
    """Whoever has the link; what is behind it is what everybody at the table sees."""
    return Table.objects.looked_on(request.ident).exists()


def watched_versions(links: Iterable[str]) -> dict[str, int]:
    """The versions of the tables behind these links."""
    found = Table.objects.looked_on(*links).values_list("watch", "version")
    return {watch: version for watch, version in found if watch}


def _person(request: LiveRequest) -> Person | None:
    if request.authorization:
        return person_of_authorization(request.authorization, "play")
    return person_of_session(request.session_key) if request.session_key else None


# -- an account --------------------------------------------------------------------------------------------------------


def is_own(request: LiveRequest) -> bool:
    """Everybody watches their own account."""
    person = _person(request)
    return person is not None and person.code == request.ident


def marks(codes: Iterable[str]) -> dict[str, int]:
    """For each person of these codes a number that is another one when their tables have changed."""
    people = Person.objects.filter(code__in=list(codes)).values_list("code", flat=True)
    found: dict[str, list[str]] = {code: [] for code in people}
    seats = Seat.objects.filter(person__code__in=list(found)).order_by("pk")
    for code, table, version, again in seats.values_list("person__code", "table", "table__version", "table__again"):
        found[code].append(f"{table}.{version}.{again}")
    return {code: crc32(" ".join(told).encode()) for code, told in found.items()}


def waiting_for(code: str) -> list[News]:
    """What waits for a person: their turn, the next deal to be asked for, a match that goes on without them.

    Only where it waits is told; what there is to see is behind the table's own address.
    """
    sat = Seat.objects.filter(person__code=code).select_related("table").order_by("-table__changed")
    playing = sat.filter(table__status=Table.Status.PLAYING)[:MOST_NEWS]
    found = [_turn(place) for place in playing if not place.table.waits_for or place.number in place.table.waits_for]
    following = Table.objects.filter(after__places__person__code=code, status=Table.Status.OPEN)
    return [*found, *map(_invitation, following.exclude(places__person__code=code)[:MOST_NEWS])]


def _turn(place: Seat) -> News:
    """It is somebody's turn or, where nobody is waited for, the next deal waits for somebody to ask for it."""
    table = place.table
    event = "turn" if place.number in table.waits_for else "deal"
    return News(event, f"{event}.{table.code}.{table.version}", {**_where(table), "seat": place.number})


def _invitation(table: Table) -> News:
    """Others play the same match again, and keep the seat."""
    return News("invitation", f"invitation.{table.code}", {**_where(table), "invite": table.invite})


def _where(table: Table) -> dict[str, str | int]:
    return {"table": table.code, "game": table.game, "version": table.version, "page": table.get_absolute_url()}
