"""Melds of Mille: cards of one rank, with twos among them that are wild, or natural among themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import RANK_NAMES, Card, plural_rank
from games.engine.move import Group
from games.words import in_word

TWO, SHORTEST, ALL = 2, 3, 8
"""The rank that is wild, the size of a meld, and how many cards there are of a rank."""


def rank_of(cards: Sequence[Card]) -> int:
    """The rank of a meld, or of cards that may become one: that of its first card that is no two."""
    for card in cards:
        if card.rank != TWO:
            return card.rank
    return TWO


def wild_in(cards: Sequence[Card]) -> int:
    """Return how many twos of a meld are wild: none among twos."""
    twos = 0
    for card in cards:
        if card.rank == TWO:
            twos += 1
    return twos if twos < len(cards) else 0


def of_one_rank(cards: Sequence[Card]) -> bool:
    """Return whether all cards but the twos are of the same rank."""
    rank = rank_of(cards)
    return all(card.rank in (rank, TWO) for card in cards)


def in_order(cards: Iterable[Card]) -> Group:
    """A meld as it is laid: natural cards first, wild twos behind them, each by suit."""
    return tuple(sorted(cards, key=lambda card: (card.rank == TWO, card.index)))


def is_natural(meld: Sequence[Card]) -> bool:
    """Return whether a meld doubles by itself. Rulebook: natural.eight, natural.eight-with-wild, natural.eight-twos."""
    return len(meld) >= ALL and not wild_in(meld)


def named(rank: int, number: int = 2) -> str:
    """So many cards of a rank in words: "six", "sixes", "queens"."""
    return RANK_NAMES[rank] if number == 1 else plural_rank(rank)


def counted(rank: int, number: int) -> str:
    """Return a number of cards of a rank in words: “no nines”, “one six”, “two queens”."""
    return f"{in_word(number)} {named(rank, number)}"
