"""A coach for somebody's first hand: after each move of their own, what could have been done better.

Two are asked what they would have done, by what the seat saw before the move: whoever gives hints, and a steady bot.
Where both would have done the same, and something else than was done, it is told. Nobody is coached beside others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from core.people.models import Person
from core.play.models import Move, Seat, Table
from games.engine.game import Game

ADVISER = "steady"


@dataclass(frozen=True)
class Advice:
    """What would have been better, in words, why, and the clause behind it."""

    better: str
    idea: str
    clause: str
    title: str


def can_coach(game: Game[Any]) -> bool:
    """Whether a game has those who are asked."""
    return type(game).hint is not Game.hint and ADVISER in game.bots


def is_new(person: Person | None, game: Game[Any]) -> bool:
    """Whether somebody has sat at no table of a game yet, so that a coach is of use."""
    return can_coach(game) and not Table.objects.seated(person).filter(game=game.slug).exists()


def advice(table: Table, places: Sequence[Seat], seat: int | None) -> Advice | None:
    """What to say of the last move of a seat; None where the coach is silent."""
    alone = not any(place.person_id or place.free for place in places if place.number != seat)
    if seat is None or not (table.coached and alone):
        return None
    mine = table.moves.filter(seat=seat, number__lte=table.version, by=Move.By.PERSON).order_by("-number").first()
    return _advice(table.code, seat, mine.number, mine.text, table.rewound) if mine else None


@lru_cache(maxsize=500)
def _advice(code: str, seat: int, number: int, text: str, rewound: int) -> Advice | None:
    """The same for a move, which no other number, text and taking back of the table has."""
    board = Table.objects.get(code=code).at(number - 1).board
    game, state = board.game, board.state
    if state.match.deals or seat not in state.waiting:
        return None
    view, made = board.view(seat), game.parse_move(text)
    hint = game.hint(view)
    if made == hint.move or game.bots[ADVISER].choose(view, Random(0)).move != hint.move:
        return None
    return Advice(game.in_words(hint.move), hint.idea, hint.clause, game.rulebook.title_of(hint.clause))
