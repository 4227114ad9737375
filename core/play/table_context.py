"""The template context of a table's page, built from what the viewer's seat can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from django.urls import reverse
from django.utils import timezone

from core.people import reuse_loaded_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.play import board_cache
from core.play.coach_advice import can_review_hand, find_coach_opinion
from core.play.forecasts import find_forecast_question
from core.play.hand_end import PlayerResult, list_player_results
from core.play.hand_review import find_cached_review
from core.play.match_log import MatchLog
from core.play.models import Seat, Table
from core.play.table_info import PlayerRow, build_table_info_context, list_players
from core.rendering.narration import describe_table
from core.rendering.table_context import (
    DealSummary,
    build_refusal_context,
    build_screen_context,
    fill_in_names,
    fill_in_screen_names,
    isolate_right_to_left_text,
    summarize_deal,
)
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.table import Table as Board
from games.engine.view import Position, Screen
from games.words import join_words
from variants.services import get_rules_in_force

BEHIND = 12
"""The maximum number of moves that a page shows one by one.

A page that is further behind skips to the current state.
"""


@dataclass(frozen=True)
class Countdown:
    """The countdown to the time when a bot moves for an absent player, or the next hand is dealt.

    `left` is the number of seconds left, and `whole` the number at the start. `waits` has the names of the players
    whose turn it is. `yours` says whether the viewer is one of them.
    """

    left: float
    whole: int
    waits: str
    yours: bool

    @property
    def clock_text(self) -> str:
        """The time left as minutes and seconds."""
        minutes, seconds = divmod(round(self.left), 60)
        return f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class TableViewer:
    """A person's view of a table: the table, its seats, and what the person sees and can do there.

    For a visitor about whom nothing is stored, `person` is None.
    """

    table: Table
    places: list[Seat]
    person: Person | None

    @cached_property
    def own_seat(self) -> Seat | None:
        """The viewer's seat, or None if they have none."""
        return next((place for place in self.places if self.person and place.person_id == self.person.pk), None)

    @property
    def seat(self) -> int | None:
        return self.own_seat.number if self.own_seat else None

    @cached_property
    def former_seat(self) -> Seat | None:
        """The seat that the viewer has left and can take again, or None."""
        left = [place for place in self.places if self.person and place.left_id == self.person.pk]
        return next((place for place in left if not place.person_id and not self.own_seat), None)

    @property
    def is_owner(self) -> bool:
        """Whether the viewer owns the table. At first, that's the person who created it."""
        return bool(self.person and self.table.owner_id == self.person.pk)

    @property
    def is_participant(self) -> bool:
        """Whether the viewer has a seat at the table, or owns it."""
        return self.own_seat is not None or self.is_owner

    @property
    def can_view(self) -> bool:
        """Whether the viewer can see the table's page: they have a seat there, have left one, or own the table."""
        left = any(self.person and place.left_id == self.person.pk for place in self.places)
        return self.is_participant or left

    @cached_property
    def player_names(self) -> tuple[str, ...]:
        return tuple(self.table.list_player_names(self.places))

    @property
    def players(self) -> tuple[PlayerRow, ...]:
        """The rows of the list of players, with names and scores."""
        return list_players(self)

    @property
    def is_to_move(self) -> bool:
        """Whether it's the viewer's turn."""
        return self.table.is_waiting_for(self.seat)

    @property
    def can_take_back(self) -> bool:
        """Whether the last move is the viewer's and can be undone."""
        return self.seat is not None and self.table.back == self.seat

    @property
    def invite(self) -> str | None:
        """The code of the link to the table's free seats.

        It's None if the viewer neither has a seat at the table nor owns it.
        """
        return self.table.invite if self.is_participant else None

    @property
    def watch(self) -> str | None:
        """The code of the link for spectators.

        It's None if spectators aren't allowed, or if the viewer neither has a seat at the table nor owns it.
        """
        return self.table.watch if self.is_participant else None

    @property
    def wait_deadline(self) -> datetime | None:
        return self.table.get_wait_deadline(self.places)

    @property
    def position(self) -> Position:
        """The position of the table as JSON, with only what the viewer can know."""
        return self.table.board.build_view(self.seat).position

    @property
    def screen(self) -> Screen:
        """The engine's `Screen` with everything that the page shows to the viewer, with players' names filled in."""
        screen = board_cache.get_screen_for_seat(self.table.board, self.seat)
        return fill_in_screen_names(screen, self.player_names, self.seat)

    @property
    def last_deal(self) -> DealSummary | None:
        """The result of the last finished deal, or None if no deal is finished."""
        board = self.table.board
        results = board.state.match.results
        return summarize_deal(board.game, results[-1], self.player_names, self.seat) if results else None

    def reload_table(self) -> TableViewer:
        """Reload the table and its seats from the database. Return a new viewer."""
        self.table.refresh_from_db()
        return TableViewer(self.table, self.table.list_seats(), self.person)

    def advance_to_next_move(self, version: int | None) -> TableViewer:
        """Return a viewer of the table after the first move since `version`, so that a page shows moves one by one.

        `version` is the version that the page shows now. Returns this viewer, who sees the current table, if `version`
        is None, or if at most one move or more than BEHIND moves were made since then.
        """
        if version is None:
            return self
        moves = self.table.moves.filter(number__gt=version).order_by("number").values_list("number", flat=True)
        missed = list(moves[: BEHIND + 1])
        return replace(self, table=self.table.at_version(missed[0])) if 1 < len(missed) <= BEHIND else self


def get_viewer(request: HttpRequest, table: Table) -> TableViewer:
    """Return the person who sent the request as the viewer of this table."""
    places = table.list_seats()
    reuse_loaded_person(request, [place.person for place in places if place.person])
    return TableViewer(table, places, request.person or None)


def build_table_context(
    request: HttpRequest,
    look: TableViewer,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
    **more: Any,
) -> dict[str, Any]:
    """Build the template context of a table's page for this viewer (`look`).

    After a move that failed, `violation` is the rule that it breaks, or `readings` are the several moves that its text
    can mean. `more` has further template variables, such as a message or the marks that cards get.
    """
    table, seat, names = look.table, look.seat, look.player_names
    board = table.board
    state = board.state
    coach = find_coach_opinion(table, look.places, seat)
    playing = table.status == Table.Status.PLAYING and not state.is_between_deals
    to_play = seat is not None and playing
    self_turning = playing and look.is_participant and not board.game.decides
    stood_in = tuple(place.number for place in look.places if place.stood_in)
    drawn = _build_screen_context(board, seat, names, stood_in)
    count = look.last_deal if table.is_between_deals or table.is_over else None
    can_review = can_review_hand(table, look.places, seat)
    return {
        "active": "play",
        **build_table_info_context(request, look),
        **MatchLog(table, seat, names).build_recent_moves()._asdict(),
        "count": count,
        "results": _list_player_results(table, count, drawn) if count else (),
        "won": _describe_winners(state.match.winners, names, seat),
        "between": table.is_between_deals,
        "your_turn": to_play and seat in state.waiting,
        "may_move": to_play and seat is not None and state.can_move(seat),
        "self_turning": self_turning,
        "turning": table.turning if self_turning else "",
        "turns_itself": self_turning and table.is_on_autoplay,
        "forecast": find_forecast_question(table, look.own_seat, names)
        if self_turning and look.own_seat and board.game.forecasts
        else None,
        "clock": find_countdown(look),
        "live_url": table.live_url,
        "refresh_url": get_table_url("board", table.code),
        "advice": coach and coach.advice,
        "ask_coach": coach.number if coach and not coach.thought else None,
        "coach_url": get_table_url("coach", table.code),
        "review_url": get_table_url("review", table.code) if can_review else "",
        "review": find_cached_review(table, seat, state.match.deals - 1) if can_review and seat is not None else None,
        "following": table.is_over and Table.objects.filter(after=table).exists(),
        **drawn,
        **build_refusal_context(board.game, names, seat, violation, readings),
        "tricks": look.is_participant
        and any(zone.layout == "trick" for zone in board_cache.get_screen_for_seat(board, seat).zones),
        "move_url": get_table_url("move", table.code) if to_play else "",
        "rules_url": get_table_url("rules", table.code),
        "undo_url": get_table_url("take_back", table.code) if to_play and look.can_take_back else "",
        "version": table.version,
        "game": board.game.slug,
        **more,
    }


def _list_player_results(table: Table, count: DealSummary, drawn: Mapping[str, Any]) -> tuple[PlayerResult, ...]:
    """Return each player's result of the last hand: what they won or lost, and whether they won.

    If the match is over, the winners are those of the match. `count` is the summary of the deal, and `drawn` the
    template context in which the table after the hand is drawn.
    """
    winners = table.board.state.match.winners if table.is_over else count.result.winners
    return list_player_results(drawn["screen"], count.result, winners, drawn["names"])


@lru_cache(maxsize=board_cache.ROOM)
def _build_screen_context(
    board: Board, seat: int | None, names: tuple[str, ...], stood_in: tuple[int, ...]
) -> dict[str, Any]:
    """Build the template context for drawing a table's cards and seats. It's cached and mustn't be changed.

    `seat` is the viewer's, and `stood_in` are the seats for which a bot made the last move.
    """
    screen = _mark_stand_in_bots(board_cache.get_screen_for_seat(board, seat), stood_in)
    winning = board.state.winning_card
    dressed = build_screen_context(
        *(board.game, screen, names, seat),
        marks={winning.code: "winning"} if winning else {},
        table_label=f"{board.game.title}, {len(names)} players",
        is_turn_shared=board.state.is_turn_shared,
    )
    standing = describe_table(dressed["screen"], dressed["names"])
    return {**dressed, "standing": standing, **_split_off_hand_count(dressed["screen"])}


def _split_off_hand_count(screen: Screen) -> dict[str, Any]:
    """Return the context variables `hand_count` and `screen`, for showing the hand's number in the page's bar.

    `hand_count` is a text such as “Hand 6, first to 3”, or "". It's removed from the screen, so that it isn't shown
    twice. If the hand has a name instead of a number, such as “No Hearts”, it stays on the screen.
    """
    counts = [fact for fact in screen.facts if fact[0] == "Hand" and fact[1][:1].isascii() and fact[1][:1].isdigit()]
    facts = tuple(fact for fact in screen.facts if fact not in counts)
    return {"hand_count": " ".join(counts[0]) if counts else "", "screen": replace(screen, facts=facts)}


@lru_cache(maxsize=8 * board_cache.ROOM)
def get_table_url(name: str, code: str) -> str:
    """Return the URL of a table's page or of an action at the table. `name` is the name of the URL pattern."""
    return reverse(f"play:{name}", args=[code])


def _mark_stand_in_bots(screen: Screen, stood_in: Sequence[int]) -> Screen:
    """Return the screen with a note on each seat in `stood_in`. A bot made the last move for the people there."""
    said = (
        replace(note, note=" · ".join(filter(None, [note.note, "a bot filled in"]))) if note.seat in stood_in else note
        for note in screen.seats
    )
    return replace(screen, seats=tuple(said)) if stood_in else screen


def build_spectator_context(request: HttpRequest, table: Table, after: int | None = None) -> dict[str, Any]:
    """Build the template context of a table for a spectator, with only public cards and links.

    `after` is the version that the page shows now, or None. If several moves were made since then, but at most
    `BEHIND`, the context is that of the table after the first of them, so that the page shows moves one by one.
    Otherwise, it's that of the current table.
    """
    context = build_table_context(request, TableViewer(table, table.list_seats(), None).advance_to_next_move(after))
    links = {
        "live_url": f"/live/watch/{table.watch}/",
        "refresh_url": reverse("play:watch_board", args=[table.watch]),
        "rules_url": get_rules_url(request, table),
    }
    return {**context, **links, "looks_on": True, "following": False}


def _describe_winners(winners: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Return a sentence that says who won the match, without its period. If nobody did, it's a tie.

    `winners` are seats, and `you` is the viewer's seat.
    """
    if not winners:
        return "The match is a tie"
    said = join_words([f"{{{seat}}}" for seat in winners])
    return fill_in_names(f"{said} {'win' if len(winners) > 1 else 'wins'} the match", names, you)


def get_default_display_pace(look: TableViewer) -> str:
    """Return the name of the default pace at which the page shows others' moves to this viewer (`look`).

    At a table whose bots move instantly, others' moves are shown instantly too. At other tables, the pace is slow until
    the viewer has finished a match.
    """
    if look.table.pace == Table.Pace.AT_ONCE:
        return "at-once"
    if look.person is None:
        return "gentle"
    return "steady" if _has_finished_any_match(look.person.pk, look.table.code, look.table.is_over) else "gentle"


@lru_cache(maxsize=board_cache.ROOM)
def _has_finished_any_match(person: int, table: str, over: bool) -> bool:
    """Return whether a person had finished a match by the time they first viewed a table.

    `person` is a primary key, `table` a code, and `over` says whether the match at this table is over. The result is
    cached for these arguments, so that the pace at the table stays the same until the match is over.
    """
    return Table.objects.filter(places__person=person, status=Table.Status.OVER).exists()


def find_countdown(look: TableViewer) -> Countdown | None:
    """Return the countdown of a table for this viewer (`look`), or None if the table has no deadline now."""
    table = look.table
    ends = look.wait_deadline
    if ends is None:
        return None
    left = max(0.0, (ends - timezone.now()).total_seconds())
    waited = [
        isolate_right_to_left_text(look.player_names[place.number])
        for place in look.places
        if place.number in table.waits_for
    ]
    return Countdown(round(left, 1), table.patience, join_words(waited), look.seat in table.waits_for)


def get_rules_url(request: HttpRequest, table: Table) -> str:
    """Return the URL of the rulebook under the table's house rules."""
    address = reverse("learn:rulebook", args=[table.game])
    same = get_rules_in_force(request, table.engine_game).digest == table.rules
    return address if same else f"{address}?rules={table.rules}"
