"""The moves of Vazhushal, as rules, searches and bots make them from cards."""

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
"""The name of the cards that are laid before the draw."""


def laid_first(move: Move) -> Group:
    """The pure sequence that a draw lays first, or none."""
    return move.group(AFTER) if move.named else ()


def _drawn(verb: str, depth: int | None, melds: tuple[Group, ...], after: Group) -> Move:
    return Move(verb, depth, melds, ((AFTER, tuple(after)),) if after else ())


def stock(after: Group = ()) -> Move:
    """A card from the stock."""
    return _drawn(STOCK, None, (), after)


def wipe(depth: int, *melds: Group, after: Group = ()) -> Move:
    """A wipe of the newest cards into the first meld; table cards used in it leave the others behind."""
    return _drawn(WIPE, depth, melds, after)


def take(after: Group = ()) -> Move:
    """The whole line with its wild starter, if need be after a pure sequence."""
    return _drawn(TAKE, None, (), after)


def layoff(number: int, cards: Group) -> Move:
    """Cards added to an own meld."""
    return Move(LAYOFF, number, (cards,))


def rearrange(melds: Iterable[Group]) -> Move:
    """All own melds as they shall lie."""
    return Move(REARRANGE, groups=tuple(melds))
