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


def get_laid_first(move: Move) -> Group:
    """Return the pure sequence that a draw lays first, or an empty group."""
    return move.get_named_cards(AFTER) if move.named else ()


def _build_draw(verb: str, depth: int | None, melds: tuple[Group, ...], after: Group) -> Move:
    return Move(verb, depth, melds, ((AFTER, tuple(after)),) if after else ())


def make_stock_draw(after: Group = ()) -> Move:
    """Return the move that draws from the stock."""
    return _build_draw(STOCK, None, (), after)


def make_wipe(depth: int, *melds: Group, after: Group = ()) -> Move:
    """Return the move that wipes the newest `depth` cards into the first meld.

    If that meld uses table cards, the other melds state how the rest of them remain.
    """
    return _build_draw(WIPE, depth, melds, after)


def make_take(after: Group = ()) -> Move:
    """Return the move that takes the whole line with its wild starter, after a pure sequence if one is given."""
    return _build_draw(TAKE, None, (), after)


def make_layoff(number: int, cards: Group) -> Move:
    """Return the move that adds cards to one of the seat's melds."""
    return Move(LAYOFF, number, (cards,))


def make_rearrangement(melds: Iterable[Group]) -> Move:
    """Return the move that rearranges the seat's melds into these."""
    return Move(REARRANGE, groups=tuple(melds))
