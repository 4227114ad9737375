"""Melds of Mille: cards of one rank; twos are wild in them, and natural in a meld of twos only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import RANK_NAMES, Card, get_plural_rank_name
from games.engine.move import Group
from games.words import spell_number

TWO, SHORTEST, ALL = 2, 3, 8
"""The rank that is wild, the fewest cards in a meld, and the number of cards of each rank."""


def get_meld_rank(cards: Sequence[Card]) -> int:
    """Return the rank of a meld: that of the first card that isn't a two, or two if all cards are twos."""
    for card in cards:
        if card.rank != TWO:
            return card.rank
    return TWO


def count_wild_twos(cards: Sequence[Card]) -> int:
    """Return the number of wild twos in a meld. A meld that only has twos has no wild ones."""
    twos = 0
    for card in cards:
        if card.rank == TWO:
            twos += 1
    return twos if twos < len(cards) else 0


def has_single_rank(cards: Sequence[Card]) -> bool:
    """Return whether all cards have the same rank, not counting twos."""
    rank = get_meld_rank(cards)
    return all(card.rank in (rank, TWO) for card in cards)


def sort_meld(cards: Iterable[Card]) -> Group:
    """Return the cards of a meld in display order: natural cards first, then wild twos, each by suit."""
    return tuple(sorted(cards, key=lambda card: (card.rank == TWO, card.index)))


def is_natural_meld(meld: Sequence[Card]) -> bool:
    """Return whether a meld is a natural (all eight cards of a rank, no wild two), which scores double.

    Rulebook: natural.eight, natural.eight-with-wild, natural.eight-twos.
    """
    return len(meld) >= ALL and not count_wild_twos(meld)


def name_rank(rank: int, number: int = 2) -> str:
    """Return the name of a rank, in the singular if `number` is 1: “six”. Otherwise in the plural: “sixes”."""
    return RANK_NAMES[rank] if number == 1 else get_plural_rank_name(rank)


def describe_rank_count(rank: int, number: int) -> str:
    """Return a number of cards of a rank in words: “no nines”, “one six”, “two queens”."""
    return f"{spell_number(number)} {name_rank(rank, number)}"
