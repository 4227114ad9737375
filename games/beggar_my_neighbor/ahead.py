"""Looking ahead. Since nobody decides, whoever knows all the cards knows all that will happen."""

from __future__ import annotations

from collections.abc import Iterator

from games.beggar_my_neighbor.playing import turn
from games.beggar_my_neighbor.state import BeggarState
from games.beggar_my_neighbor.verbs import TURN
from games.cards import UNKNOWN
from games.engine.event import Event
from games.engine.work import spend

STEP = 4
"""Turning a card takes so many steps."""


def turns(state: BeggarState) -> Iterator[tuple[BeggarState, list[Event]]]:
    """The table after each further card of this game, and what happened. It ends before a card that is not known, and
    where chance has the next word. Everything is yielded once and changed afterwards.
    """
    now = state.copy()
    while now.phase == "play" and now.hands[now.turn][0] is not UNKNOWN:
        spend(STEP)
        yield now, turn(now, now.turn, TURN.alone)


def end_of_pile(state: BeggarState) -> tuple[int, int] | None:
    """Return who takes this pile, and with how many cards; None if that is not known."""
    for _, events in turns(state):
        for event in events:
            if event.kind == "trick":
                assert event.seat is not None
                return event.seat, int(event.facts["number"])
    return None


def end_of_game(state: BeggarState) -> BeggarState | None:
    """The table when this game is over; None if that is not known, or chance has its part in it."""
    found = state
    for now, _ in turns(state):
        found = now
    return found if found.match.deals > state.match.deals else None
