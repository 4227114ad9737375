"""Simulation of the rest of a game. No player decides anything, so the cards alone determine what happens next."""

from __future__ import annotations

from collections.abc import Iterator

from games.beggar_my_neighbor.playing import turn_card
from games.beggar_my_neighbor.state import BeggarState
from games.beggar_my_neighbor.verbs import TURN
from games.cards import UNKNOWN
from games.engine.event import Event
from games.engine.work_limits import spend_steps

STEP = 4
"""The cost of turning one card, in steps of a search."""


def play_ahead(state: BeggarState) -> Iterator[tuple[BeggarState, list[Event]]]:
    """Yield the state and the events after each further card of this game.

    Stops before an unknown card, and when a shuffle or a deal comes next. Each time, the same state object is yielded,
    changed by the latest card.
    """
    now = state.copy()
    while now.phase == "play" and now.hands[now.turn][0] is not UNKNOWN:
        spend_steps(STEP)
        yield now, turn_card(now, now.turn, TURN.bare_move)


def predict_pile_taker(state: BeggarState) -> tuple[int, int] | None:
    """Return the seat that takes this pile and the number of its cards, or None if that can't be known."""
    for _, events in play_ahead(state):
        for event in events:
            if event.kind == "trick":
                assert event.seat is not None
                return event.seat, int(event.facts["number"])
    return None


def predict_game_end(state: BeggarState) -> BeggarState | None:
    """Return the state at the end of this game, or None if unknown cards or a shuffle come before it."""
    found = state
    for now, _ in play_ahead(state):
        found = now
    return found if found.match.deals > state.match.deals else None
