"""Plays of Daifugo: sets and sequences, their height, and the suits they show.

The height of a card runs from 3 to 15: jack to ace are 11 to 14, and the two is 15. A single joker has height 16.
Together with other cards, a joker counts as the card that it stands for: the joker has no face in a set, and the face
of that card in a sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.cards import JOKER, PACK, RANK_NAMES, SUITS, UNKNOWN, Card
from games.engine.move import Group

LOWEST, JACK, HIGHEST, ABOVE = 3, 11, 15, 16
RANKS = "3456789TJQKA2"
"""The ranks from low to high."""
HEIGHT: dict[Card, int] = {card: RANKS.index(card.code[0]) + LOWEST for card in PACK} | {JOKER: ABOVE, UNKNOWN: 0}
"""The height of each card; 16 for a joker, 0 for an unknown card."""
AT: dict[tuple[str, int], Card] = {(card.suit, HEIGHT[card]): card for card in PACK}
"""The card of each suit and height."""
NAMES = dict(enumerate((*RANK_NAMES[3:], "ace", "two", "joker"), LOWEST))
"""The name of each height."""
SHORTEST = 3
"""The minimum number of cards in a sequence."""
MANY = 4
"""The minimum number of cards of one rank in a revolution."""


class PlayShape(NamedTuple):
    """A set or a sequence: its size, its height, and the suits it shows.

    `run` is True for a sequence, whose `height` is that of its lowest card. `suits` has a letter for each natural card
    of a set, and a single letter for a sequence.
    """

    run: bool
    size: int
    height: int
    suits: str

    def count_cards_of_height(self, height: int) -> int:
        """Return how many cards of the play count as cards of this height.

        The height is the place of a rank in the usual order, from 3 to 15 (the two), or 16 if jokers are alone.
        """
        if self.run:
            return int(self.height <= height < self.height + self.size)
        return self.size if self.height == height else 0

    @property
    def showable_suit_count(self) -> int:
        """The maximum number of different suits that the cards of this play can have."""
        return 1 if self.run else self.size


@lru_cache(maxsize=20_000)
def find_play_shape(cards: Group) -> PlayShape | None:
    """Return the shape of cards that are played together, or None if they don't make a play."""
    if not cards:
        return None
    if len(cards) == 1:
        return PlayShape(False, 1, HEIGHT[cards[0]], cards[0].suit) if cards[0].base is cards[0] else None
    naturals = [card for card in cards if card.natural]
    if all(card.base is card for card in cards):
        heights = {HEIGHT[card] for card in naturals}
        if len(heights) > 1:
            return _find_sequence_shape(cards)
        return PlayShape(False, len(cards), heights.pop() if heights else ABOVE, format_suits(naturals))
    return _find_sequence_shape(cards)


def _find_sequence_shape(cards: Group) -> PlayShape | None:
    """Return the shape of the sequence that these cards make, or None if they make none.

    Each joker must say which card it stands for.
    """
    faces = [card.face for card in cards]
    if len(cards) < SHORTEST or any(face not in HEIGHT or not face.natural for face in faces):
        return None
    heights = sorted(HEIGHT[face] for face in faces)
    if len({face.suit for face in faces}) > 1 or heights != list(range(heights[0], heights[0] + len(cards))):
        return None
    if not any(card.natural for card in cards) or has_disguised_card(cards):
        return None
    return PlayShape(True, len(cards), heights[0], faces[0].suit)


def has_disguised_card(cards: Group) -> bool:
    """Return whether a card that isn't a joker is declared as another card."""
    return any(card.base is not card and card.base is not JOKER for card in cards)


def format_suits(cards: Sequence[Card]) -> str:
    return "".join(sorted(card.suit for card in cards))


def merge_suits(one: str, other: str) -> str:
    """Return the suits of two strings in one sorted string.

    Each suit occurs as often as in the string that has more of it: “CC” and “CH” make “CCH”.
    """
    counted = Counter(one) | Counter(other)
    return "".join(sorted(counted.elements()))


def can_include_suits(before: str, shape: PlayShape) -> bool:
    """Return whether a play of this shape can show all suits in the string `before`; a joker shows any suit."""
    return len(merge_suits(before, shape.suits)) <= shape.showable_suit_count


def sort_play(cards: Group) -> Group:
    """Return the cards of a play in a fixed order: by rank from low to high, then by suit.

    Jokers that don't stand for a card come last.
    """
    return cards if len(cards) == 1 else tuple(sorted(cards, key=_build_sort_key))


def _build_sort_key(card: Card) -> tuple[int, int]:
    return HEIGHT[card.face], SUITS.find(card.face.suit)


def sort_cards(cards: Sequence[Card]) -> list[Card]:
    """Return cards from low to high, and cards of one rank by suit: clubs, diamonds, hearts, spades."""
    return sorted(cards, key=_build_sort_key)
