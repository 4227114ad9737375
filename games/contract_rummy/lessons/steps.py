"""How a lesson is written down: positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.view import Position

SEATS = 4
LEFT = 4
"""Cards in the hand of a player who is down, where the text does not care."""


def table(
    hand: str,
    *,
    melds: Sequence[str] = (),
    mira: Sequence[str] = (),
    ravi: Sequence[str] = (),
    leela: Sequence[str] = (),
    contract: int = 1,
    phase: str = "table",
    **more: Any,
) -> Position:
    """A position: your hand, your melds and those of Mira, Ravi and Leela, who sit on your left in this order."""
    held = 10 if contract < 4 else 12
    hands = [hand, *(" ".join("?" * (LEFT if own else held)) for own in (mira, ravi, leela))]
    return {
        "seats": SEATS,
        "phase": phase,
        "contract": contract,
        "hands": hands,
        "melds": [list(melds), list(mira), list(ravi), list(leela)],
        **more,
    }


def draw(hand: str, *, pile: str, **more: Any) -> Position:
    """A position in which you are about to draw, and the others want nothing."""
    return table(hand, phase="draw", pile=pile, **{"quiet": [1, 2, 3], **more})


def window(hand: str, *, pile: str, turn: int = 3, asked: Sequence[int] = (0, 1, 2), **more: Any) -> Position:
    """A position in which you are asked about the upcard in another player's turn, by default Leela's."""
    answers = ["asked" if seat in asked else "" for seat in range(SEATS)]
    return table(hand, phase="window", pile=pile, turn=turn, answers=answers, **more)
