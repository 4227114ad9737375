"""Rankings of poker hands: five cards high and low, four face-up cards, three cards, and two.

A `HandRanking` gives every hand a key, and the larger of two keys belongs to the better hand, in a low ranking too. A
key starts with the index of the hand's kind among the kinds that count, followed by its ranks, the most frequent first.
In a ranking where low is better, all of these numbers are negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from games.cards import PACK, RANK_NAMES, SUITS, Card, get_plural_rank_name
from games.words import join_words

Key = tuple[int, ...]
ACE = 14

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = "high-card", "pair", "two-pair", "trips", "straight"
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = "flush", "full-house", "quads", "straight-flush"
MATCHES = {
    (2,): PAIR,
    (2, 2): TWO_PAIR,
    (3,): TRIPS,
    (3, 2): FULL_HOUSE,
    (4,): QUADS,
}
"""The kinds with cards of the same rank, by the number of cards of each repeated rank."""

_BITS, _SHIFT = 3, 45
_RANKS_ONLY = (1 << _SHIFT) - 1
TOKEN = {
    card: (1 << _BITS * (ACE if card.rank == 1 else card.rank)) + (1 << _SHIFT + _BITS * SUITS.index(card.suit))
    for card in PACK
}
"""A number for each card. The sum over a hand says how often each rank and each suit occurs in it."""


class _KeyCache(dict[int, Key]):
    """A cache of hand keys. Each key is computed when it's first needed.

    It's indexed by the low bits of the sum of the cards' numbers in `TOKEN`, which say how many cards of each rank a
    hand has.
    """

    def __init__(self, ranking: HandRanking, flush: bool) -> None:
        self.ranking, self.flush = ranking, flush

    def __missing__(self, total: int) -> Key:
        values = [value for value in range(2, ACE + 1) for _ in range(total >> _BITS * value & 7)]
        key = self[total] = self.ranking.compute_hand_key_from_ranks(values, self.flush)
        return key


class HandRanking:
    """A ranking of hands of `size` cards, with the `kinds` that count, from low to high.

    The ace is above the king, or with `ace_low` below the two. With `wheel`, a high ace can also start the lowest
    straight. With `low`, the ranking is reversed.
    """

    def __init__(
        self, size: int, kinds: Sequence[str], *, wheel: bool = True, ace_low: bool = False, low: bool = False
    ) -> None:
        self.size, self.kinds, self.low = size, tuple(kinds), low
        self._wheel, self._ace = wheel, 1 if ace_low else ACE
        self._place = {kind: place for place, kind in enumerate(kinds)}
        self._plain, self._suited = _KeyCache(self, False), _KeyCache(self, True)
        self._names: dict[Key, str] = {}
        self._one_suit = frozenset(size << _BITS * place for place in range(4)) if FLUSH in self._place else frozenset()

    # -- keys

    def compute_hand_key(self, cards: Iterable[Card]) -> Key:
        """Return the key of a hand. A better hand has a larger key."""
        return self._look_up_key(sum([TOKEN[card] for card in cards]))

    def _look_up_key(self, total: int) -> Key:
        return (self._suited if total >> _SHIFT in self._one_suit else self._plain)[total & _RANKS_ONLY]

    def find_best_key(self, cards: Iterable[Card]) -> Key:
        """Return the key of the best hand that can be chosen from these cards. A better hand has a larger key."""
        tokens = [TOKEN[card] for card in cards]
        return max(map(self._look_up_key, map(sum, combinations(tokens, self.size))))

    def choose_best_hand(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the best hand that can be chosen from these cards."""
        return max(combinations(cards, self.size), key=self.compute_hand_key)

    def compute_hand_key_from_ranks(self, values: Iterable[int], flush: bool) -> Key:
        """Return the key of a hand with these ranks from 2 to 14. `flush` says whether all cards are of one suit."""
        count = Counter(self._ace if value == ACE else value for value in values)
        ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
        kind = MATCHES.get(tuple(count[rank] for rank in ranks if count[rank] > 1), HIGH_CARD)
        top = self._find_straight_top(ranks) if len(ranks) == self.size else 0
        straight = bool(top) and STRAIGHT in self._place
        if straight or flush:
            kind = STRAIGHT_FLUSH if straight and flush else STRAIGHT if straight else FLUSH
        key = (self._place[kind], *([top] if straight else ranks))
        return tuple([-part for part in key]) if self.low else key

    def _find_straight_top(self, ranks: Sequence[int]) -> int:
        """Return the highest rank of a straight of these ranks (sorted from high to low), or 0 if there is none."""
        if all(high == low + 1 for high, low in pairwise(ranks)):
            return ranks[0]
        run = self._wheel and ranks[0] == ACE and list(ranks[1:]) == list(range(self.size, 1, -1))
        return self.size if run else 0

    # -- words

    def get_hand_kind(self, key: Key) -> str:
        """Return the kind of a hand with this key, such as “two-pair”."""
        return self.kinds[abs(key[0])]

    def name_hand(self, key: Key) -> str:
        """Return the name of a hand with this key: “a pair of kings”, “ace and nine”, “a straight to the nine”."""
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = self._build_hand_name(key)
        return name

    def name_hand_briefly(self, key: Key) -> str:
        """Return the name of a hand with this key, or if it's only high cards, their ranks: “6-4-3-2-A”."""
        if self.get_hand_kind(key) != HIGH_CARD:
            return self.name_hand(key)
        return "-".join(_abbreviate_rank(abs(rank)) for rank in key[1:])

    def _build_hand_name(self, key: Key) -> str:
        ranks = [abs(rank) for rank in key[1:]]
        top, kind = ranks[0], self.get_hand_kind(key)
        if kind == HIGH_CARD:
            return join_words([name_rank(rank) for rank in ranks])
        if kind == TWO_PAIR:
            return f"{name_ranks(top)} and {name_ranks(ranks[1])}"
        if kind == FULL_HOUSE:
            return f"{name_ranks(top)} full of {name_ranks(ranks[1])}"
        return _SAID[kind].format(one=name_rank(top), more=name_ranks(top))


_SAID = {
    PAIR: "a pair of {more}",
    TRIPS: "three {more}",
    QUADS: "four {more}",
    STRAIGHT: "a straight to the {one}",
    FLUSH: "a flush to the {one}",
    STRAIGHT_FLUSH: "a straight flush to the {one}",
}


def name_rank(rank: int) -> str:
    """Return the name of a rank from 1 to 14. Both 1 and 14 are the ace."""
    return RANK_NAMES[1 if rank == ACE else rank]


def _abbreviate_rank(rank: int) -> str:
    """Return a rank from 1 to 14 as in “6-4-3-2-A”. Both 1 and 14 are the ace."""
    return {1: "A", 11: "J", 12: "Q", 13: "K", ACE: "A"}.get(rank, str(rank))


def name_ranks(rank: int) -> str:
    """Return the plural name of a rank from 1 to 14. Both 1 and 14 are the ace."""
    return get_plural_rank_name(1 if rank == ACE else rank)


# -- the rankings ------------------------------------------------------------------------------------------------------

_FIVE = (HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH)
_PAIRED = (HIGH_CARD, PAIR, TWO_PAIR, TRIPS, FULL_HOUSE, QUADS)

HIGH = HandRanking(5, _FIVE)
"""Five cards in the usual poker ranking. 5-4-3-2-A is the lowest straight."""
LOW_A5 = HandRanking(5, _PAIRED, ace_low=True, low=True)
"""Five cards low, ace to five: aces are low, and straights and flushes don't count. 5-4-3-2-A is best."""
LOW_A6 = HandRanking(5, _FIVE, ace_low=True, low=True)
"""Five cards low, ace to six: aces are low, and straights and flushes are bad. 6-4-3-2-A is best."""
LOW_27 = HandRanking(5, _FIVE, wheel=False, low=True)
"""Five cards low, deuce to seven: the high order reversed, with aces high only. 7-5-4-3-2 is best."""
SHOWING = HandRanking(4, (HIGH_CARD, PAIR, TWO_PAIR, TRIPS, QUADS))
"""Four face-up cards: only cards of the same rank count."""
THREE_SETS = HandRanking(3, (HIGH_CARD, PAIR, TRIPS))
"""Three cards: only cards of the same rank count."""
THREE_FULL = HandRanking(3, (HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH))
"""Three cards with straights and flushes, ranked by how rare they are. 3-2-A is the lowest straight."""
TWO = HandRanking(2, (HIGH_CARD, PAIR))
"""Two cards: a pair, or else the higher card and then the lower."""
