"""An exact test of whether some cards make a declared hand, with wild cards for missing cards.

Bots test thousands of imagined deals. So a `CardCounts` counts the cards only once, and then tests many hands fast.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import Card
from games.commune.ladder import ACE, SIZES, Declaration, Ladder, list_straight_ranks
from games.commune.options import CommuneOptions

STRAIGHTS = {top: tuple(list_straight_ranks(top)) for top in range(5, ACE + 1)}
"""The five ranks of each straight, by its top rank."""


def is_wild(card: Card, options: CommuneOptions) -> bool:
    """Return whether a card is wild: a joker, or a two if twos are wild. Rulebook: deck.wilds."""
    return card.rank == 0 or (card.rank == 2 and options.twos_wild)


class CardCounts:
    """Some cards, counted by rank and suit, to test which hands they make.

    `wilds` is the number of wild cards, `values` has the number of natural cards of each rank, and `suits` has the
    ranks of each suit as bits.

    Rulebook: present.wild-any, present.two-is-wild, present.one-use.
    """

    __slots__ = ("suits", "values", "wilds")

    def __init__(self, cards: Iterable[Card], options: CommuneOptions) -> None:
        self.wilds = 0
        self.values = [0] * (ACE + 1)
        self.suits = {"C": 0, "D": 0, "H": 0, "S": 0}
        twos_wild, named = options.twos_wild, options.declare_twos
        for card in cards:
            rank = card.rank
            if rank == 0 or (rank == 2 and twos_wild):
                self.wilds += 1
            elif rank != 2 or named:
                value = ACE if rank == 1 else rank
                self.values[value] += 1
                self.suits[card.suit] |= 1 << value

    def count_missing_cards(self, declaration: Declaration) -> int:
        """Return how many natural cards of the declared hand are missing. Rulebook: the clauses `present.…`."""
        kind, ranks, suit = declaration
        size = SIZES.get(kind)
        if size is not None:
            return max(0, size - self.values[ranks[0]])
        if kind == "two-pair":
            return max(0, 2 - self.values[ranks[0]]) + max(0, 2 - self.values[ranks[1]])
        if kind == "full-house":
            return max(0, 3 - self.values[ranks[0]]) + max(0, 2 - self.values[ranks[1]])
        top = ranks[0]
        if kind == "straight":
            values = self.values
            return sum(not values[rank] for rank in STRAIGHTS[top])
        lacking = self._count_missing_flush_cards if kind == "flush" else self._count_missing_straight_flush_cards
        return lacking(self.suits[suit], top) if suit else min(lacking(held, top) for held in self.suits.values())

    @staticmethod
    def _count_missing_flush_cards(held: int, top: int) -> int:
        """Return how many cards of a suit are missing for a flush whose highest card has the rank `top`.

        `held` has the ranks held in the suit, as bits. Rulebook: present.flush.
        """
        lower = (held & ((1 << top) - 1)).bit_count()
        return (not held >> top & 1) + max(0, 4 - lower)

    @staticmethod
    def _count_missing_straight_flush_cards(held: int, top: int) -> int:
        """Return how many cards of a suit are missing for a straight flush whose highest card has the rank `top`.

        `held` has the ranks held in the suit, as bits.

        Rulebook: present.straight-flush.
        """
        return sum(not held >> rank & 1 for rank in STRAIGHTS[top])

    def can_make_hand(self, declaration: Declaration) -> bool:
        """Return whether the cards make the declared hand, with wild cards for missing cards.

        Rulebook: present.contained, present.few-cards.
        """
        return self.count_missing_cards(declaration) <= self.wilds


def count_missing_cards(declaration: Declaration, cards: Iterable[Card], options: CommuneOptions) -> int:
    """Return how many natural cards of the declared hand are missing among these cards."""
    return CardCounts(cards, options).count_missing_cards(declaration)


def is_hand_present(declaration: Declaration, cards: Iterable[Card], options: CommuneOptions) -> bool:
    """Return whether the declared hand can be made of these cards. Rulebook: the clauses `present.…`."""
    return CardCounts(cards, options).can_make_hand(declaration)


def find_highest_declaration(cards: Iterable[Card], options: CommuneOptions, ladder: Ladder) -> int:
    """Return the place of the highest hand of the ladder that these cards make, or -1 if they make none.

    Places are counted from 0, the lowest hand.
    """
    count = CardCounts(cards, options)
    return next((place for place in range(ladder.top_place, -1, -1) if count.can_make_hand(ladder.steps[place])), -1)
