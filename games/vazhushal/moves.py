"""Functions that build the moves of Vazhushal from cards, for rules, searches, and bots."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.move import Group, Move

STOCK = "stock"
WIPE = "wipe"
TAKE = "take"
MELD = "meld"
LAYOFF = "layoff"
REARRANGE = "rearrange"
AFTER = "after"
"""The name of the move part for cards that are laid before the draw."""


def laid_first(move: Move) -> Group:
    """Return the pure sequence that a draw lays first, or an empty group."""
    return move.group(AFTER) if move.named else ()


def _drawn(verb: str, depth: int | None, melds: tuple[Group, ...], after: Group) -> Move:
    return Move(verb, depth, melds, ((AFTER, tuple(after)),) if after else ())


def stock(after: Group = ()) -> Move:
    """Return the move that draws from the stock."""
    return _drawn(STOCK, None, (), after)


def wipe(depth: int, *melds: Group, after: Group = ()) -> Move:
    """Return the move that wipes the newest `depth` cards into the first meld.

    If that meld uses table cards, the other melds state how the rest of them remain.
    """
    return _drawn(WIPE, depth, melds, after)


def take(after: Group = ()) -> Move:
    """Return the move that takes the whole line with its wild starter, after a pure sequence if one is given."""
    return _drawn(TAKE, None, (), after)


def layoff(number: int, cards: Group) -> Move:
    """Return the move that adds cards to one of the seat's melds."""
    return Move(LAYOFF, number, (cards,))


def rearrange(melds: Iterable[Group]) -> Move:
    """Return the move that rearranges the seat's melds into these."""
    return Move(REARRANGE, groups=tuple(melds))
