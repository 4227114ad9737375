"""Words of Contract Rummy for melds and swaps, as a list of moves says them."""

from __future__ import annotations

from games.cards import codes
from games.engine.move import Move
from games.kit.rummy import whose


def swap_in_words(move: Move) -> str:
    """A swap as one would say it at the table."""
    where = f" in {whose(move.number)}" if move.number else ""
    then = f" and lay {codes(move.groups[1])}" if len(move.groups) > 1 else ""
    return f"Swap {codes(move.cards)} for a joker{where}{then}"
