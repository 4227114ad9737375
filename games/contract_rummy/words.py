"""Words of Contract Rummy for melds and swaps, as a list of moves says them."""

from __future__ import annotations

from games.cards import codes
from games.contract_rummy.playing import OTHERS
from games.engine.move import Move


def whose(number: int) -> str:
    """Which meld a number means: "your meld 2", "meld 1 of your left neighbour"."""
    distance, meld = divmod(number, OTHERS)
    if not distance:
        return f"your meld {meld}"
    owner = "your left neighbour" if distance == 1 else f"the player {distance} seats to your left"
    return f"meld {meld} of {owner}"


def swap_in_words(move: Move) -> str:
    """A swap as one would say it at the table."""
    where = f" in {whose(move.number)}" if move.number else ""
    then = f" and lay {codes(move.groups[1])}" if len(move.groups) > 1 else ""
    return f"Swap {codes(move.cards)} for a joker{where}{then}"
