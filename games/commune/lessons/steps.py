"""How a lesson is written down: positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.view import Position


def table(*hands: str, said: Sequence[str] = (), **more: Any) -> Position:
    """A position in which you speak: your hand first, then those of the others clockwise from your left.

    `said` are the declarations of this hand, a seat and a hand of poker each, the oldest first.
    """
    return {"seats": len(hands), "hands": list(hands), "declared": list(said), **more}


def shown(*hands: str, said: str, loser: int, **more: Any) -> Position:
    """A position after a call, with all cards on the table."""
    return table(*hands, said=[said], phase="between", shown=True, loser=loser, **more)
