"""What the dealer does in every game with cards: somebody deals first, and the cards come as they were shuffled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.cards import Card
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import incomplete
from games.engine.move import Move
from games.engine.state import State


def deal_first(state: State, seat: int, move: Move) -> list[Event]:
    """Chance has named the first dealer, who deals next."""
    assert move.number is not None
    state.match.dealer, state.phase = move.number, "deal"
    return [Event("dealer", f"{{{move.number}}} deals first.", move.number)]


def seat_faults(state: State, seat: int, move: Move) -> Iterator[Violation]:
    """What is wrong with the name of a first dealer."""
    if move.number is None or not 0 <= move.number < state.seats:
        yield incomplete(move, f"the seat of the first dealer, from 0 to {state.seats - 1}")


def shuffle_faults(move: Move, cards: Iterable[Card], wanted: str) -> Iterator[Violation]:
    """What is wrong with the order of a shuffle, which must have exactly these cards."""
    if Counter(move.cards) != Counter(cards) or len(move.groups) != 1:
        yield incomplete(move, wanted)
