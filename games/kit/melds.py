"""Runs and sets: what rummies lay on the table.

A meld is a tuple of cards, wild ones standing for another (`*=9S`). These functions look at faces only; which cards may be
wild, and how many, is each game's own matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from games.cards import PACK, SUITS, Card, card_of

Meld = tuple[Card, ...]

RUNS: dict[frozenset[Card], tuple[Card, ...]] = {}
"""Every run of 3 to 13 cards, ace low or high, from its faces to the same in order."""
SETS: dict[frozenset[Card], tuple[Card, ...]] = {}
"""Every set of 3 or 4 cards of different suits, from its faces to the same in order."""


def _fill() -> None:
    for suit in SUITS:
        for low in range(1, 13):
            for high in range(low + 2, min(low + 12, 14) + 1):
                run = tuple(card_of(rank, suit) for rank in range(low, high + 1))
                RUNS[frozenset(run)] = run
    for rank in range(1, 14):
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                cards = tuple(card_of(rank, suit) for suit in suits)
                SETS[frozenset(cards)] = cards


_fill()


def faces(meld: Iterable[Card]) -> tuple[Card, ...]:
    """What the cards of a meld stand for."""
    return tuple(card.face for card in meld)


def is_run(meld: Sequence[Card]) -> bool:
    """Whether the cards stand for consecutive ranks of one suit, three at least, ace below two or above king."""
    shown = frozenset([card.face for card in meld])
    return len(shown) == len(meld) and shown in RUNS


def is_set(meld: Sequence[Card]) -> bool:
    """Whether the cards stand for three or four of one rank in different suits."""
    shown = frozenset([card.face for card in meld])
    return len(shown) == len(meld) and shown in SETS


def is_pure(meld: Sequence[Card]) -> bool:
    """Whether it is a run in which every card stands for itself."""
    return all(card.natural for card in meld) and is_run(meld)


def in_order(meld: Sequence[Card]) -> Meld:
    """The same meld as it is laid: runs upwards, sets by suit; anything else as it came."""
    shown = frozenset([card.face for card in meld])
    order = RUNS.get(shown) or SETS.get(shown)
    if order is None or len(shown) != len(meld):
        return tuple(meld)
    by_face = {card.face: card for card in meld}
    return tuple(by_face[face] for face in order)


def windows_with(face: Card) -> Iterator[tuple[Card, ...]]:
    """Every run and set that holds this face, shortest first."""
    return iter(_WINDOWS[face])


_WINDOWS: dict[Card, list[tuple[Card, ...]]] = {card: [] for card in PACK}
for _window in sorted([*RUNS.values(), *SETS.values()], key=len):
    for _card in _window:
        _WINDOWS[_card].append(_window)


def pure_runs(cards: Iterable[Card]) -> Iterator[Meld]:
    """Every run that these cards make as they are, shortest first for each suit."""
    held = {card for card in cards if card.natural}
    for suit in SUITS:
        ranks = [card.rank for card in held if card.suit == suit]
        if len(ranks) < 3:
            continue
        has = [False] * 16
        for rank in ranks:
            has[rank] = True
        has[14] = has[1]
        for low in range(1, 13):
            if not (has[low] and has[low + 1] and has[low + 2]):
                continue
            high = low + 2
            while high <= 14 and has[high] and high - low < 13:
                yield tuple(card_of(rank, suit) for rank in range(low, high + 1))
                high += 1
