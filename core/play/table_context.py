"""What a page shows of a table, for whoever is looking: all of it comes from that seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from django.urls import reverse
from django.utils import timezone

from core.people import use_loaded_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.play import board_cache
from core.play.coach import coaching
from core.play.forecasts import asked
from core.play.match_log import Log
from core.play.models import Seat, Table
from core.play.table_info import about
from core.rendering.narration import standing
from core.rendering.table_context import Count, deal_result, fill_names, isolated, refused, screen_context
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.table import Table as Board
from games.engine.view import Screen
from games.words import listed
from variants.services import rules_in_force

BEHIND = 12
"""Whoever is further behind sees the table as it is, and not one move after the other."""


@dataclass(frozen=True)
class Countdown:
    """How long the table still waits: so many seconds of so many; `yours` if it is you who is waited for."""

    left: float
    whole: int
    waits: str
    yours: bool

    @property
    def shown(self) -> str:
        """The time left, as a clock shows it."""
        minutes, seconds = divmod(round(self.left), 60)
        return f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class TableViewer:
    """Somebody looks at a table: who sits where, and which of the seats is theirs."""

    table: Table
    places: list[Seat]
    person: Person | None

    @cached_property
    def place(self) -> Seat | None:
        """Where the looker sits; None for a bystander."""
        return next((place for place in self.places if self.person and place.person_id == self.person.pk), None)

    @property
    def seat(self) -> int | None:
        return self.place.number if self.place else None

    @cached_property
    def former(self) -> Seat | None:
        """The seat that the looker has left and may take again."""
        left = [place for place in self.places if self.person and place.left_id == self.person.pk]
        return next((place for place in left if not place.person_id and not self.place), None)

    @property
    def owner(self) -> bool:
        """Whether the looker set up the table."""
        return bool(self.person and self.table.owner_id == self.person.pk)

    @property
    def mine(self) -> bool:
        """Whether the looker sits at the table, or set it up."""
        return self.place is not None or self.owner

    @property
    def allowed(self) -> bool:
        """Whether the looker has to do with this table: the same people as in `Table.objects.visible_to`."""
        left = any(self.person and place.left_id == self.person.pk for place in self.places)
        return self.mine or left

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self.table.names(self.places))

    def again(self) -> TableViewer:
        """The same look after something may have changed."""
        self.table.refresh_from_db()
        return TableViewer(self.table, self.table.sitting(), self.person)

    def after(self, version: int | None) -> TableViewer:
        """The table as the next move after a version left it; as it is if none was named, or it is long ago."""
        if version is None:
            return self
        moves = self.table.moves.filter(number__gt=version).order_by("number").values_list("number", flat=True)
        missed = list(moves[: BEHIND + 1])
        return replace(self, table=self.table.at(missed[0])) if 1 < len(missed) <= BEHIND else self


def viewer_of(request: HttpRequest, table: Table) -> TableViewer:
    """The visitor looks at a table."""
    places = table.sitting()
    use_loaded_person(request, [place.person for place in places if place.person])
    return TableViewer(table, places, request.person or None)


def table_context(
    request: HttpRequest,
    look: TableViewer,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
    **more: Any,
) -> dict[str, Any]:
    """Everything that `play/table.html` is drawn of: with why a move was refused, and what is said or marked `more`."""
    table, seat, names = look.table, look.seat, look.names
    board = table.board
    state = board.state
    coach = coaching(table, look.places, seat)
    playing = table.status == Table.Status.PLAYING and not state.between
    to_play = seat is not None and playing
    self_turning = playing and look.mine and not board.game.decides
    stood_in = tuple(place.number for place in look.places if place.stood_in)
    return {
        "active": "play",
        **about(request, look),
        **Log(table, seat, names).news()._asdict(),
        "count": _count(board, names, seat) if table.between or table.over else None,
        "won": _won(state.match.winners, names, seat),
        "between": table.between,
        "your_turn": to_play and seat in state.waiting,
        "may_move": to_play and seat is not None and state.may_move(seat),
        "self_turning": self_turning,
        "turning": table.turning if self_turning else "",
        "turns_itself": self_turning and table.turns_itself,
        "forecast": asked(table, look.place, names) if self_turning and look.place and board.game.forecasts else None,
        "clock": clock(look),
        "live_url": f"/live/table/{table.code}/",
        "refresh_url": address("board", table.code),
        "advice": coach and coach.advice,
        "ask_coach": coach.number if coach and not coach.thought else None,
        "coach_url": address("coach", table.code),
        "following": table.over and Table.objects.filter(after=table).exists(),
        **_dressed(board, seat, names, stood_in),
        **refused(board.game, names, seat, violation, readings),
        "tricks": look.mine and any(zone.layout == "trick" for zone in board_cache.screen(board, seat).zones),
        "move_url": address("move", table.code) if to_play else "",
        "rules_url": address("rules", table.code),
        "undo_url": address("take_back", table.code) if to_play and table.back == seat else "",
        "version": table.version,
        "game": board.game.slug,
        **more,
    }


@lru_cache(maxsize=board_cache.ROOM)
def _dressed(board: Board, seat: int | None, names: tuple[str, ...], stood_in: tuple[int, ...]) -> dict[str, Any]:
    """The table itself, once for the same people at it: to look at only."""
    screen = _with_stand_ins(board_cache.screen(board, seat), stood_in)
    dressed = screen_context(board.game, screen, names, seat, table_label=f"{board.game.title}, {len(names)} players")
    return {**dressed, "standing": standing(dressed["screen"], dressed["names"])}


@lru_cache(maxsize=8 * board_cache.ROOM)
def address(name: str, code: str) -> str:
    """Return where something can be done at a table."""
    return reverse(f"play:{name}", args=[code])


def _with_stand_ins(screen: Screen, stood_in: Sequence[int]) -> Screen:
    """A screen on which a seat says that a bot made its last move."""
    said = (
        replace(note, note=" · ".join(filter(None, [note.note, "a bot stood in"]))) if note.seat in stood_in else note
        for note in screen.seats
    )
    return replace(screen, seats=tuple(said)) if stood_in else screen


def watch_context(request: HttpRequest, table: Table, after: int | None = None) -> dict[str, Any]:
    """The same for whoever looks on by link: nothing but what is on the table, and no way to anything else."""
    context = table_context(request, TableViewer(table, table.sitting(), None).after(after))
    links = {
        "live_url": f"/live/watch/{table.watch}/",
        "refresh_url": reverse("play:watch_board", args=[table.watch]),
        "rules_url": rules_address(request, table),
    }
    return {**context, **links, "looks_on": True, "following": False}


def _count(board: Board, names: Sequence[str], seat: int | None) -> Count | None:
    """Return how the last hand ended."""
    results = board.state.match.results
    return deal_result(board.game, results[-1], names, seat) if results else None


def _won(winners: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Return who wins the match, in a sentence."""
    if not winners:
        return "The match is a draw"
    said = listed([f"{{{seat}}}" for seat in winners])
    return fill_names(f"{said} {'win' if len(winners) > 1 else 'wins'} the match", names, you)


def usual_pace(look: TableViewer) -> str:
    """How fast others' moves are shown to somebody who has chosen no pace: gently before the first match is over."""
    if look.table.pace == Table.Pace.AT_ONCE:
        return "at-once"
    if look.person is None:
        return "gentle"
    return "steady" if _has_finished(look.person.pk, look.table.code, look.table.over) else "gentle"


@lru_cache(maxsize=board_cache.ROOM)
def _has_finished(person: int, table: str, over: bool) -> bool:
    """Whether somebody had been to the end of a match when they first looked at a table: as long as it is played, the
    pace there stays.
    """
    return Table.objects.filter(places__person=person, status=Table.Status.OVER).exists()


def clock(look: TableViewer) -> Countdown | None:
    """The countdown of a table that does not wait for ever."""
    table = look.table
    ends = table.deadline(look.places)
    if ends is None:
        return None
    left = max(0.0, (ends - timezone.now()).total_seconds())
    waited = [isolated(look.names[place.number]) for place in look.places if place.number in table.waits_for]
    return Countdown(round(left, 1), table.patience, listed(waited), look.seat in table.waits_for)


def rules_address(request: HttpRequest, table: Table) -> str:
    """The rulebook under the table's house rules."""
    address = reverse("learn:rulebook", args=[table.game])
    same = rules_in_force(request, table.played).digest == table.rules
    return address if same else f"{address}?rules={table.rules}"
