"""Runs and sets: the melds of rummy games.

A meld is a tuple of cards. Wild cards in it stand for others (`*=9S`). These functions look only at faces. Which cards
can be wild, and how many, is up to each game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter

from games.cards import JOKER, PACK, SUITS, UNKNOWN, Card, get_card

Meld = tuple[Card, ...]

RUNS: dict[frozenset[Card], tuple[Card, ...]] = {}
"""All runs of 3 to 13 cards, with the ace low or high: maps the set of faces to the faces in order."""
SETS: dict[frozenset[Card], tuple[Card, ...]] = {}
"""All sets of 3 or 4 cards of different suits: maps the set of faces to the faces in order."""


def is_unassigned_wild(card: Card) -> bool:
    """Return whether a wild card doesn't say what it stands for: it's a bare joker or has `=?`."""
    return card.face is UNKNOWN or card is JOKER


def _fill_run_and_set_tables() -> None:
    for suit in SUITS:
        for low in range(1, 13):
            for high in range(low + 2, min(low + 12, 14) + 1):
                run = tuple(get_card(rank, suit) for rank in range(low, high + 1))
                RUNS[frozenset(run)] = run
    for rank in range(1, 14):
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                cards = tuple(get_card(rank, suit) for suit in suits)
                SETS[frozenset(cards)] = cards


_fill_run_and_set_tables()


def list_physical_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the physical cards, no matter what they stand for."""
    return [card.base for card in cards]


def list_represented_cards(meld: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that a meld's cards stand for."""
    return tuple([card.face for card in meld])


def is_run(meld: Sequence[Card]) -> bool:
    """Return whether the cards stand for a run: three or more consecutive ranks of one suit, ace low or high."""
    shown = frozenset([card.face for card in meld])
    return len(shown) == len(meld) and shown in RUNS


def is_set(meld: Sequence[Card]) -> bool:
    """Return whether the cards stand for three or four cards of one rank in different suits."""
    shown = frozenset([card.face for card in meld])
    return len(shown) == len(meld) and shown in SETS


def is_pure_sequence(meld: Sequence[Card]) -> bool:
    """Return whether the cards are a run in which every card stands for itself."""
    return all(card.natural for card in meld) and is_run(meld)


def order_meld(meld: Sequence[Card]) -> Meld:
    """Return the meld in its usual order: runs by rank, sets by suit. Other cards are returned unchanged."""
    shown = tuple([card.face for card in meld])
    order = RUNS.get(frozenset(shown)) or SETS.get(frozenset(shown))
    if order is None or order == shown or len(order) != len(shown):
        return tuple(meld)
    by_face = {card.face: card for card in meld}
    return tuple(by_face[face] for face in order)


Window = tuple[int, int, tuple[Card, ...]]
"""A run or set that cards can fill: its length, its mask, and its faces in order.

Bit n of a mask is the card of index n.
"""


def build_card_mask(cards: Iterable[Card]) -> int:
    """Return an integer in which bit n is set if the natural card of index n is among these cards.

    A second copy of a card doesn't count.
    """
    mask = 0
    for card in cards:
        if card.natural:
            mask |= 1 << card.index
    return mask


WINDOWS: list[Window] = sorted(
    [(len(cards), build_card_mask(cards), cards) for cards in (*RUNS.values(), *SETS.values())],
    key=lambda window: window[0],
)
"""All runs and sets, the shortest first."""
WINDOWS_WITH: dict[Card, list[Window]] = {card: [window for window in WINDOWS if card in window[2]] for card in PACK}
"""For each card, the runs and sets that contain it, the shortest first."""


Chain = list[Window]
"""Runs or sets, each of which contains the one before it.

If one of them lacks too many cards, so do all later ones.
"""


def _group_windows_into_chains(line: int) -> list[Chain]:
    chains: dict[tuple[Card, ...], Chain] = {}
    for window in WINDOWS:
        if not window[1] & ~line:
            chains.setdefault(window[2][:3], []).append(window)
    return list(chains.values())


_SUITS = [0x1FFF << 13 * suit for suit in range(4)]
_RANKS = [0x8004002001 << rank for rank in range(13)]
_LINES = [(line, _group_windows_into_chains(line)) for line in (*_SUITS, *_RANKS)]
"""The mask of each suit and then of each rank, with the chains of windows in it."""


def list_almost_complete_melds(have: int, spare: int, face: Card | None = None) -> list[Window]:
    """Return the runs and sets that need at most `spare` more cards, the shortest first.

    `have` is the mask of the cards that are there already (see `build_card_mask`). Each run or set is a tuple of its
    length, its mask, and its cards in order. With `face`, returns only runs and sets that contain this card.
    """
    windows: list[Window] = []
    for line, chains in _LINES if face is None else (_LINES[face.index // 13], _LINES[face.rank + 3]):
        if (have & line).bit_count() + spare > 2:
            for chain in chains:
                for window in chain:
                    if window[0] - (window[1] & have).bit_count() > spare:
                        break
                    windows.append(window)
    if face is not None:
        windows = [window for window in windows if face in window[2]]
    windows.sort(key=itemgetter(0))
    return windows


def list_pure_runs(cards: Iterable[Card]) -> Iterator[Meld]:
    """Yield all runs that these cards form without wild cards, by suit, lowest card, and length."""
    mask = build_card_mask(cards)
    for suit in range(4):
        held = mask >> 13 * suit & 0x1FFF
        held |= (held & 1) << 13
        if not held & held >> 1 & held >> 2:
            continue
        for low in range(12):
            high = low + 2
            while high < 14 and high - low < 13 and not ~held & ((2 << high) - (1 << low)):
                yield tuple([PACK[suit * 13 + rank % 13] for rank in range(low, high + 1)])
                high += 1


@cache
def list_meld_extensions(shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that can be added to the meld `shown`, each of which makes it one card longer."""
    have, size = build_card_mask(shown), len(shown) + 1
    longer = [window for length, mask, window in WINDOWS if length == size and mask & have == have]
    return tuple(dict.fromkeys(face for window in longer for face in window if face not in shown))
