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


def get_sequence_laid_first(move: Move) -> Group:
    """Return the pure sequence that a player melds before making this draw, or an empty group."""
    return move.get_cards_by_name(AFTER) if move.named else ()


def _build_draw_move(verb: str, depth: int | None, melds: tuple[Group, ...], after: Group) -> Move:
    return Move(verb, depth, melds, ((AFTER, tuple(after)),) if after else ())


def build_stock_draw_move(after: Group = ()) -> Move:
    """Return the move that draws from the stock.

    `after` is a pure sequence that the player melds first, so that the draw comes after it. If it's empty, the player
    only draws.
    """
    return _build_draw_move(STOCK, None, (), after)


def build_wipe_move(depth: int, *melds: Group, after: Group = ()) -> Move:
    """Return the move that wipes the newest `depth` cards of the line and makes the first meld with the deepest card.

    If the first meld uses cards from the seat's melds on the table, the other melds are what remains of those melds.
    `after` is a pure sequence that the player melds first, so that the wipe comes after it. It can be empty.
    """
    return _build_draw_move(WIPE, depth, melds, after)


def build_take_line_move(after: Group = ()) -> Move:
    """Return the move that takes the whole line with its wild starter.

    `after` is a pure sequence that the player melds first, and takes the line after it. If it's empty, the player only
    takes the line.
    """
    return _build_draw_move(TAKE, None, (), after)


def build_layoff_move(number: int, cards: Group) -> Move:
    """Return the move that adds cards to one of the seat's melds: the one with this number, from 1."""
    return Move(LAYOFF, number, (cards,))


def build_rearrangement_move(melds: Iterable[Group]) -> Move:
    """Return the move that rearranges the seat's melds into these melds."""
    return Move(REARRANGE, groups=tuple(melds))
