"""A move of Contract Rummy in plain words, as a list of moves says it."""

from __future__ import annotations

from collections.abc import Callable

from games.cards import codes
from games.contract_rummy.playing import OTHERS
from games.engine.move import Move


def in_words(move: Move) -> str:
    """The move as one would say it at the table, with card codes for the cards; "" where the usual words will do."""
    say = _WORDS.get(move.verb)
    return say(move) if say else ""


def _groups(move: Move) -> str:
    return "; ".join(codes(group) for group in move.groups)


def whose(number: int) -> str:
    """Which meld a number means: "your meld 2", "meld 1 of your left neighbour"."""
    distance, meld = divmod(number, OTHERS)
    if not distance:
        return f"your meld {meld}"
    owner = "your left neighbour" if distance == 1 else f"the player {distance} seats to your left"
    return f"meld {meld} of {owner}"


def _swap(move: Move) -> str:
    where = f" in {whose(move.number)}" if move.number else ""
    then = f" and lay {codes(move.groups[1])}" if len(move.groups) > 1 else ""
    return f"Swap {codes(move.cards)} for a joker{where}{then}"


_WORDS: dict[str, Callable[[Move], str]] = {
    "contract": lambda move: f"Lay the contract: {_groups(move)}",
    "lay-all": lambda move: f"Lay the whole hand: {_groups(move)}",
    "meld": lambda move: f"Lay {codes(move.cards)}",
    "layoff": lambda move: f"Add {codes(move.cards)} to {whose(move.number or 0)}",
    "swap": _swap,
    "discard": lambda move: f"Discard {codes(move.cards)}",
}
