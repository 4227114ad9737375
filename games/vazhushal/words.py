"""A move of Vazhushal in plain words, as a list of moves says it."""

from __future__ import annotations

from collections.abc import Callable

from games.cards import codes
from games.engine.move import Move
from games.vazhushal.judging import OTHERS


def in_words(move: Move) -> str:
    """The move as one would say it at the table, with card codes for the cards: "Wipe 3 cards: 4D 5D 6D"."""
    say = _WORDS.get(move.verb)
    return say(move) if say else ""


def _meld(move: Move) -> str:
    return f"Lay {codes(move.cards)}"


def _wipe(move: Move) -> str:
    depth = "the newest card" if move.number == 1 else f"{move.number} cards"
    return f"Wipe {depth} and lay {codes(move.cards)}{_first(move)}"


def _take(move: Move) -> str:
    return f"Take the whole line with its wild starter{_first(move)}"


def _layoff(move: Move) -> str:
    distance, meld = divmod(move.number or 0, OTHERS)
    target = f"meld {meld} of {_neighbour(distance)}" if distance else f"your meld {meld}"
    return f"Add {codes(move.cards)} to {target}"


def _neighbour(distance: int) -> str:
    return "your left neighbour" if distance == 1 else f"the player {distance} seats to your left"


def _rearrange(move: Move) -> str:
    return f"Put your melds together as {'; '.join(codes(group) for group in move.groups)}"


def _discard(move: Move) -> str:
    return f"Discard {codes(move.cards)}"


def _first(move: Move) -> str:
    return f", after {codes(move.after)}" if move.after else ""


_WORDS: dict[str, Callable[[Move], str]] = {
    "meld": _meld,
    "wipe": _wipe,
    "take": _take,
    "layoff": _layoff,
    "rearrange": _rearrange,
    "discard": _discard,
}
