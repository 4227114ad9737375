"""What can lie on the table: sets and sequences, how high they are, and which suits they show.

The height of a card runs from 3 to 15: eleven to fourteen are jack to ace, and the two is 15. A joker alone has
height 16. In company a joker counts as the card it stands for: bare in a set, with a face of its own in a sequence.
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
AT: dict[tuple[str, int], Card] = {(card.suit, HEIGHT[card]): card for card in PACK}
"""The card of a suit and height."""
NAMES = dict(enumerate((*RANK_NAMES[3:], "ace", "two", "joker"), LOWEST))
SHORTEST = 3
"""No sequence is shorter."""
MANY = 4
"""So many equal cards make a revolution."""


class Shape(NamedTuple):
    """A set or a sequence: how many cards, the height of the set or of the sequence's lowest card, the suits it shows.

    `suits` is a text of letters, one for each natural card of a set, and a single one for a sequence.
    """

    run: bool
    size: int
    height: int
    suits: str

    def count(self, height: int) -> int:
        """Return how many of its cards count as cards of this height."""
        if self.run:
            return int(self.height <= height < self.height + self.size)
        return self.size if self.height == height else 0

    @property
    def places(self) -> int:
        """How many suits it can show."""
        return 1 if self.run else self.size


@lru_cache(maxsize=20_000)
def shape_of(cards: Group) -> Shape | None:
    """Return what these cards are when they are played together; None if they are nothing."""
    if not cards:
        return None
    if len(cards) == 1:
        return Shape(False, 1, HEIGHT[cards[0]], cards[0].suit) if cards[0].base is cards[0] else None
    naturals = [card for card in cards if card.natural]
    if all(card.base is card for card in cards):
        heights = {HEIGHT[card] for card in naturals}
        if len(heights) > 1:
            return _run_of(cards)
        return Shape(False, len(cards), heights.pop() if heights else ABOVE, suits_of(naturals))
    return _run_of(cards)


def _run_of(cards: Group) -> Shape | None:
    """The sequence that these cards are, each joker with a face."""
    faces = [card.face for card in cards]
    if len(cards) < SHORTEST or any(face not in HEIGHT or not face.natural for face in faces):
        return None
    heights = sorted(HEIGHT[face] for face in faces)
    if len({face.suit for face in faces}) > 1 or heights != list(range(heights[0], heights[0] + len(cards))):
        return None
    if not any(card.natural for card in cards) or disguised(cards):
        return None
    return Shape(True, len(cards), heights[0], faces[0].suit)


def disguised(cards: Group) -> bool:
    """Return whether a card other than a joker is said to be another one."""
    return any(card.base is not card and card.base is not JOKER for card in cards)


def suits_of(cards: Sequence[Card]) -> str:
    return "".join(sorted(card.suit for card in cards))


def both(one: str, other: str) -> str:
    """The suits that show in one or the other: of each as many as the one that has more."""
    counted = Counter(one) | Counter(other)
    return "".join(sorted(counted.elements()))


def agree(before: str, shape: Shape) -> bool:
    """Return whether a play has these suits: jokers take whatever suit is wanted."""
    return len(both(before, shape.suits)) <= shape.places


def tidy(cards: Group) -> Group:
    """The cards of a play in one order: by height and suit, bare jokers last."""
    return cards if len(cards) == 1 else tuple(sorted(cards, key=_order))


def _order(card: Card) -> tuple[int, int]:
    return HEIGHT[card.face], SUITS.find(card.face.suit)


def order(cards: Sequence[Card]) -> list[Card]:
    """Cards from low to high, equal ones by suit: clubs, diamonds, hearts, spades."""
    return sorted(cards, key=_order)
