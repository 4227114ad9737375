"""How far a hand is from a contract, and the melds that make it: exact, unless a plan is marked as not proven.

A hand is held as masks of cards: bit n of the first is set if the card of index n is there, of the second if it is
there twice, of the third if three times. Jokers, and wild twos, are counted apart as the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from games.cards import JOKER, SUITS, Card, card_of
from games.contract_rummy.contracts import Contract
from games.contract_rummy.melds import RUN, SET, Law, Meld, as_run, as_set, spans_collide
from games.engine.work import TooMuch, Work

PLANS = 100_000
"""The steps that there are for the plans of one hand."""
CHOOSING = 40
"""What choosing the sets takes, in steps of a search."""

# -- windows of runs ---------------------------------------------------------------------------------------


class Window(NamedTuple):
    """A stretch of places in one suit, with a mask of the natural cards it may take. `two` is the bit of the two."""

    suit: int
    low: int
    size: int
    mask: int
    two: int


def _window(suit: int, low: int, size: int) -> Window:
    mask = 0
    for place in range(low, low + size):
        mask |= 1 << (suit * 13 + (place - 1) % 13)
    two = 1 << (suit * 13 + 1)
    return Window(suit, low, size, mask, mask & two)


WINDOWS = {
    size: tuple(_window(suit, low, size) for suit in range(4) for low in range(1, 16 - size)) for size in range(RUN, 15)
}
"""Every stretch of so many places; one of 14 holds its ace twice and is looked after apart."""
RANKS = tuple(sum(1 << (suit * 13 + rank - 1) for suit in range(4)) for rank in range(1, 14))
"""The four cards of each rank, as a mask."""
_ACES = RANKS[0]


class Held(NamedTuple):
    """The cards of a hand as masks: those there once, twice and three times. Wild twos are in `twos` as well.

    The pool are the cards that may stand for others.
    """

    one: int
    two: int
    three: int
    jokers: int
    twos: int

    @property
    def pool(self) -> int:
        return self.jokers + self.twos

    def number(self, mask: int) -> int:
        """Return how many cards of a mask are there, copies counted."""
        return (self.one & mask).bit_count() + (self.two & mask).bit_count() + (self.three & mask).bit_count()

    def without(self, used: int, wild_twos: int = 0) -> Held:
        """The hand less one copy of each card of a mask, so many wild twos among them."""
        one, two, three = self.one, self.two, self.three
        return Held(
            (one & ~used) | (two & used),
            (two & ~used) | (three & used),
            three & ~used,
            self.jokers,
            self.twos - wild_twos,
        )


def held(cards: Iterable[Card], law: Law) -> Held:
    """A hand as masks."""
    one = two = three = jokers = twos = 0
    for card in cards:
        if card is JOKER:
            jokers += 1
        elif card.rank:
            bit = 1 << card.index
            three |= two & bit
            two |= one & bit
            one |= bit
            twos += law.twos and card.rank == 2
    return Held(one, two, three, jokers, twos)


# -- how far a hand is from its contract --------------------------------------------------------------------


@dataclass
class Plan:
    """One way towards a contract: its runs, how many sets of each rank, and how many cards are lacking for it.

    `proven` if no way lacks fewer.
    """

    lack: int
    runs: tuple[Window, ...] = ()
    sets: tuple[tuple[int, int], ...] = ()
    proven: bool = True


class _Way(NamedTuple):
    """The runs chosen so far, the places they miss, and how many of these wild cards may fill."""

    runs: tuple[Window, ...] = ()
    missing: int = 0
    usable: int = 0


@dataclass
class _Search:
    """Branch and bound over the runs of a contract; the sets are then chosen outright."""

    law: Law
    contract: Contract
    best: Plan
    work: Work
    candidates: list[list[tuple[int, int, Window]]] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)

    def run(self, hand: Held) -> None:
        """Find the best plan for a hand. `rest` bounds from below what the runs from each on, and the sets, miss."""
        for size in self.contract.runs:
            longer = range(size, 15) if self.law.longer and self.law.cap == "shanghai" else (size,)
            found = [
                (_missing(hand, window), at, window)
                for length in longer
                for at, window in enumerate(WINDOWS[length], 100 * length)
            ]
            found.sort()
            self.candidates.append(found)
        self.rest = [self._set_bound(hand)]
        for found in reversed(self.candidates):
            self.rest.insert(0, self.rest[0] + found[0][0])
        self._place(hand, _Way())

    def _set_bound(self, hand: Held) -> int:
        """So many cards are lacking for the sets at least, whatever the runs take."""
        wanted = len(self.contract.sets)
        if not wanted:
            return 0
        lacks = [lack for rank in RANKS for lack in _lacks(hand.number(rank))]
        lacks.sort()
        lacks += [SET] * wanted
        return sum(lacks[:wanted])

    def _place(self, hand: Held, way: _Way) -> None:
        """Choose the next run, those that miss least first, until no choice can be better than the best plan."""
        self.work.spend(2)
        at, pool = len(way.runs), hand.pool
        if max(way.missing + self.rest[at] - pool, 0) >= self.best.lack:
            return
        sizes = self.contract.runs
        if at == len(sizes):
            self._choose_sets(hand, way)
            return
        same = way.runs[-1] if at and sizes[at] == sizes[at - 1] else None
        so_far = way.missing + self.rest[at + 1] - pool
        for least, _, window in self.candidates[at]:
            if max(so_far + least, 0) >= self.best.lack:
                return
            self.work.spend()
            if same is not None and (window.suit, window.low) < (same.suit, same.low):
                continue
            if self._collides(window, way.runs):
                continue
            self._take(hand, way, window)
            if pool and self.contract.sets:
                self._keep_for_sets(hand, way, window, least)

    def _collides(self, window: Window, runs: tuple[Window, ...]) -> bool:
        return any(
            other.suit == window.suit
            and spans_collide(self.law.spread, (other.low, other.size), (window.low, window.size))
            for other in runs
        )

    def _keep_for_sets(self, hand: Held, way: _Way, window: Window, least: int) -> None:
        """A wild card in the run may leave its natural card to a set that has too few of its own."""
        most = min(hand.pool, self.law.most_wild(window.size)) - least
        for kept in _parts(hand.one & window.mask, most):
            self._take(hand, way, window._replace(mask=window.mask & ~kept, two=window.two & ~kept))

    def _take(self, hand: Held, way: _Way, window: Window) -> None:
        """Take a run with the natural cards of its window, and place the next one."""
        used = hand.one & window.mask
        lacks = _missing(hand, window)
        after = hand.without(used, 1 if self.law.twos and used & window.two else 0)
        if window.size == 14 and hand.two & used & _ACES:
            after = after.without(used & _ACES)
        usable = way.usable + min(lacks, self.law.most_wild(window.size))
        self._place(after, _Way((*way.runs, window), way.missing + lacks, usable))

    def _choose_sets(self, hand: Held, way: _Way) -> None:
        """The ranks with most cards make the sets; wild twos make some of their own, as many as is best."""
        self.work.spend(CHOOSING)
        wanted, twos_wild = len(self.contract.sets), self.law.twos
        items = sorted(
            (lack, number == 0, rank)
            for rank, mask in enumerate(RANKS if wanted else (), 1)
            if rank != 2 or not twos_wild
            for number, lack in enumerate(_lacks(hand.number(mask)))
        )
        for of_twos in range(min(wanted, hand.twos) + 1):
            natural = min(SET * of_twos, hand.twos)
            ranks = [rank for _, _, rank in items[: wanted - of_twos]]
            bare = wanted - of_twos - len(ranks)
            lacks = dict.fromkeys(ranks, 0) | {2: SET * of_twos - natural, 0: SET * bare}
            for lack, _, rank in items[: wanted - of_twos]:
                lacks[rank] += lack
            ranks += [2] * of_twos + [0] * bare
            sets = tuple((rank, ranks.count(rank)) for rank in dict.fromkeys(ranks))
            cap = self.law.most_wild(SET)
            usable = way.usable + sum(min(lacks[rank], cap * number) for rank, number in sets)
            missing = way.missing + sum(lacks[rank] for rank, _ in sets)
            lack = missing - min(hand.pool - natural, usable)
            if lack < self.best.lack:
                self.best = Plan(lack, way.runs, sets)


def _missing(hand: Held, window: Window) -> int:
    """Return how many places of a window no natural card of the hand fills."""
    used = hand.one & window.mask
    both_aces = window.size == 14 and bool(hand.two & used & _ACES)
    return window.size - used.bit_count() - both_aces


def _lacks(number: int) -> Iterator[int]:
    """So many cards of a rank as sets: how many each of them lacks."""
    while number > 0:
        yield max(SET - number, 0)
        number -= SET


def _parts(mask: int, most: int) -> Iterator[int]:
    """Every choice of one to `most` cards of a mask."""
    bits = [1 << index for index in range(52) if mask >> index & 1] if most > 0 else []
    for size in range(1, min(most, len(bits)) + 1):
        for chosen in combinations(bits, size):
            yield sum(chosen)


def plan(cards: Iterable[Card], contract: Contract, law: Law, below: int = 99) -> Plan:
    """The way to a contract that lacks the fewest cards; a plan that lacks `below` if there is none with fewer."""
    with Work(PLANS) as work:
        search = _Search(law, contract, Plan(below), work)
        try:
            search.run(held(cards, law))
        except TooMuch:
            search.best.proven = False
    return search.best


def distance(cards: Iterable[Card], contract: Contract, law: Law) -> int:
    """Return how many cards are lacking for the contract, with wild cards put where they help."""
    return plan(cards, contract, law).lack


# -- laying it ----------------------------------------------------------------------------------------------


def find_contract(cards: Sequence[Card], contract: Contract, law: Law) -> list[Meld] | None:
    """Melds of this hand that are the contract, or None if it cannot be laid."""
    found = plan(cards, contract, law, below=1)
    return None if found.lack else _dressed(list(cards), found, law)


def _dressed(cards: list[Card], found: Plan, law: Law) -> list[Meld]:
    """The melds of a plan that lacks nothing, made of these cards."""
    left = list(cards)
    open_runs: list[list[Card | int]] = []
    for window in found.runs:
        faces: list[Card | int] = []
        for place in range(window.low, window.low + window.size):
            face = card_of(place, SUITS[window.suit])
            if face in left and window.mask >> face.index & 1:
                left.remove(face)
                faces.append(face)
            else:
                faces.append(place)
        open_runs.append(faces)
    groups: list[list[Card]] = []
    for rank, number in found.sets:
        naturals = [card for card in left if card.rank == rank][: SET * number]
        own: list[list[Card]] = [[] for _ in range(number)]
        for at, card in enumerate(naturals):
            own[at % number].append(card)
            left.remove(card)
        groups += own
    wilds = sorted((card for card in left if card in law.wilds), key=lambda card: card is JOKER)
    melds: list[Meld | None] = []
    for group in groups:
        group += [wilds.pop() for _ in range(SET - len(group))]
        melds.append(as_set(law, group))
    for faces, window in zip(open_runs, found.runs, strict=True):
        run = [
            wilds.pop().standing_for(card_of(face, SUITS[window.suit])) if isinstance(face, int) else face
            for face in faces
        ]
        melds.append(as_run(law, run))
    return [meld for meld in melds if meld is not None]
