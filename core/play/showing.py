"""What a page shows of a table, for whoever is looking: all of it comes from that seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from core.play.models import Seat, Table
from core.tables import dress, fill, told
from games.engine.game import Game
from games.engine.state import Result
from variants.services import rules_in_force, title_of

LINES = 18


@dataclass(frozen=True)
class Player:
    """A line of the list of players."""

    place: Seat
    name: str
    you: bool
    score: int
    won: bool
    away: bool


@dataclass(frozen=True)
class Count:
    """How a deal ended, in the reader's words."""

    sentence: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def table_context(request: HttpRequest, table: Table, place: Seat | None, **more: Any) -> dict[str, Any]:
    """Everything `play/table.html` needs. `place` is the seat that looks, None a bystander; `more` goes to `dress`."""
    board, places = table.board, table.sitting()
    seat = place.number if place else None
    names = table.names(places)
    state = board.state
    to_play = place is not None and table.status == Table.Status.PLAYING and not state.between
    dressed = dress(
        board.game,
        board.screen(seat),
        names,
        seat,
        notes={one.number: one.note for one in places},
        move_url=reverse("play:move", args=[table.code]) if to_play else "",
        show_url=reverse("play:allowed", args=[table.code]) + "?mark=1",
        rules_url=rules_address(request, table),
        version=table.version,
        table_label=f"{board.game.title}, {len(places)} players",
        **more,
    )
    return {
        "active": "play",
        "rules_page": reverse("variants:rules", args=[table.game, table.rules]),
        "rules_title": title_of(table.house_rules),
        "table": table,
        "place": place,
        "players": players(table, places, seat),
        "lines": _lines(table, seat, names),
        "count": counted(state.match.results[-1], names, seat) if state.match.results else None,
        "won": _won(state.match.winners, names, seat),
        "between": table.between,
        "your_turn": to_play and seat in state.waiting,
        "coming": table.coming(),
        "opened": table.opened_deals(),
        "sealed": table.shuffles.filter(number__isnull=False).order_by("number").last(),
        "mine": place is not None or _owns(request, table),
        "owner": _owns(request, table),
        "former": next((one for one in places if _left(request, one)), None) if place is None else None,
        "invite_url": request.build_absolute_uri(reverse("play:join", args=[table.invite])),
        "live_url": f"/live/table/{table.code}/",
        "refresh_url": reverse("play:board", args=[table.code]),
        "hints": gives_hints(board.game),
        "levels": list(board.game.bots()),
        "following": Table.objects.filter(after=table).first() if table.over else None,
        **dressed,
    }


def players(table: Table, places: Sequence[Seat], seat: int | None) -> list[Player]:
    """Who plays, with the running score."""
    match = table.board.state.match
    return [
        Player(
            place,
            name,
            place.number == seat,
            match.scores[place.number],
            place.number in match.winners,
            table.is_away(place),
        )
        for place, name in zip(places, table.names(places), strict=True)
    ]


def counted(result: Result, names: Sequence[str], you: int | None) -> Count:
    """How a deal ended, with names."""
    rows = [[fill(cell, names, you) for cell in row] for row in result.rows]
    return Count(fill(result.sentence, names, you), result.heads, rows)


def _won(winners: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Who wins the match, in a sentence."""
    if not winners:
        return "The match is over"
    said = " and ".join(f"{{{seat}}}" for seat in winners)
    return fill(f"{said} {'win' if len(winners) > 1 else 'wins'} the match", names, you)


def rules_address(request: HttpRequest, table: Table) -> str:
    """The rulebook under the table's house rules."""
    address = reverse("learn:rulebook", args=[table.game])
    same = rules_in_force(request, table.played).digest == table.rules
    return address if same else f"{address}?rules={table.rules}"


def gives_hints(game: Game[Any]) -> bool:
    """Whether the game has hints to give."""
    return type(game).hint is not Game.hint


def _lines(table: Table, seat: int | None, names: Sequence[str]) -> list[str]:
    """What happened last, as this seat was told it, newest first."""
    lines = [line for events in table.board.events[-LINES:] for line in told(events, seat, names)]
    return lines[::-1][:LINES]


def _owns(request: HttpRequest, table: Table) -> bool:
    return bool(request.person) and request.person.pk == table.owner_id


def _left(request: HttpRequest, place: Seat) -> bool:
    return bool(request.person) and place.left_id == request.person.pk and not place.person_id
