"""Contracts: what each hand asks for, whether a hand can lay it, and how far it is from it. All of it exact.

A hand is held as masks of cards: bit n of the first is set if the card of index n is there, of the second if it is
there twice, of the third if three times. Jokers, and wild twos, are counted apart as the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from games.cards import JOKER, SUITS, Card, card_of
from games.contract_rummy.melds import RUN, SET, Law, Meld, as_run, as_set, spans_collide
from games.contract_rummy.options import ContractRummyOptions


class Contract(NamedTuple):
    """What a hand asks for: the sizes of its sets and of its runs, the longest first."""

    sets: tuple[int, ...]
    runs: tuple[int, ...]

    @property
    def cards(self) -> int:
        """How many cards it takes at least."""
        return sum(self.sets) + sum(self.runs)

    @property
    def melds(self) -> int:
        """How many melds it has."""
        return len(self.sets) + len(self.runs)


def _contract(sets: int, *runs: int) -> Contract:
    return Contract((SET,) * sets, tuple(sorted(runs, reverse=True)))


_SEVEN = (
    *(_contract(2), _contract(1, RUN), _contract(0, RUN, RUN), _contract(3), _contract(2, RUN)),
    *(_contract(1, RUN, RUN), _contract(0, RUN, RUN, RUN)),
)
CONTRACTS = {
    "classic7": _SEVEN,
    "six": _SEVEN[:6],
    "shanghai10": (
        *(_contract(2), _contract(1, RUN), _contract(0, RUN, RUN), _contract(3), _contract(1, 7)),
        *(_contract(2, 5), _contract(0, RUN, RUN, RUN), _contract(1, 10), _contract(3, 5), _contract(0, 5, 5, 5)),
    ),
}
"""The contracts of a match, hand by hand. Rulebook: contract.table."""
DEALT = {"10x3-12x4": (10,) * 3 + (12,), "10x4-12x3": (10,) * 4 + (12,), "all-11": (11,)}
"""Cards dealt in each hand, and in all that follow."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def contract_of(options: ContractRummyOptions, number: int) -> Contract:
    """The contract of a hand, counted from 1."""
    return CONTRACTS[options.contracts][number - 1]


def hands_of(options: ContractRummyOptions) -> int:
    """How many hands a match has."""
    return len(CONTRACTS[options.contracts])


def dealt(options: ContractRummyOptions, number: int) -> int:
    """How many cards everybody is dealt in a hand, counted from 1. Rulebook: deal.hand-size."""
    sizes = DEALT[options.deal_sizes]
    return sizes[min(number, len(sizes)) - 1]


def in_words(contract: Contract) -> str:
    """A contract as one says it: "one set of three and two runs of four"."""
    parts = []
    for name, sizes in (("set", contract.sets), ("run", contract.runs)):
        for size in sorted(set(sizes)):
            number = sizes.count(size)
            parts.append(f"{_NUMBERS[number]} {name}{'' if number == 1 else 's'} of {_NUMBERS[size]}")
    return " and ".join(parts)


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
_TWOS = RANKS[1]


@dataclass
class Held:
    """The cards of a hand as masks, with the pool of wild cards; natural twos count in both where twos are wild."""

    layers: list[int]
    jokers: int
    twos: int = 0

    @property
    def pool(self) -> int:
        return self.jokers + self.twos


def held(cards: Iterable[Card], law: Law) -> Held:
    """A hand as masks."""
    layers = [0, 0, 0]
    jokers = twos = 0
    for card in cards:
        if card is JOKER:
            jokers += 1
            continue
        if not card.rank:
            continue
        bit = 1 << card.index
        for at in range(3):
            if not layers[at] & bit:
                layers[at] |= bit
                break
        if law.twos and card.rank == 2:
            twos += 1
    return Held(layers, jokers, twos)


# -- how far a hand is from its contract --------------------------------------------------------------------


@dataclass
class Plan:
    """One way towards a contract: its runs, how many sets of each rank, and how many cards are lacking for it."""

    lack: int
    runs: tuple[Window, ...] = ()
    sets: tuple[tuple[int, int], ...] = ()
    missing: int = 0


@dataclass
class _Search:
    """Branch and bound over the runs of a contract; the sets are then chosen outright."""

    law: Law
    contract: Contract
    best: Plan
    candidates: list[list[tuple[int, int, Window]]] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)

    def run(self, hand: Held) -> None:
        one, two, three = hand.layers
        law, sizes = self.law, self.contract.runs
        for size in sizes:
            longer = range(size, 15) if law.longer and law.cap == "shanghai" else (size,)
            found = [
                (
                    length - (one & window.mask).bit_count() - (length == 14 and bool(two & window.mask & _ACES)),
                    at,
                    window,
                )
                for length in longer
                for at, window in enumerate(WINDOWS[length], 100 * length)
            ]
            found.sort()
            self.candidates.append(found)
        sets = self._set_bound(one, two, three)
        self.rest = [sets]
        for found in reversed(self.candidates):
            self.rest.insert(0, self.rest[0] + found[0][0])
        self._place(0, one, two, three, hand.jokers, hand.twos, 0, 0, ())

    def _set_bound(self, one: int, two: int, three: int) -> int:
        """So many cards are lacking for the sets at least, whatever the runs take."""
        wanted = len(self.contract.sets)
        if not wanted:
            return 0
        lacks = []
        for rank in RANKS:
            number = (one & rank).bit_count() + (two & rank).bit_count() + (three & rank).bit_count()
            while number >= SET:
                lacks.append(0)
                number -= SET
            if number:
                lacks.append(SET - number)
        lacks.sort()
        lacks += [SET] * wanted
        return sum(lacks[:wanted])

    def _place(
        self,
        at: int,
        one: int,
        two: int,
        three: int,
        jokers: int,
        twos: int,
        missing: int,
        usable: int,
        chosen: tuple[Window, ...],
    ) -> None:
        if max(missing + self.rest[at] - jokers - twos, 0) >= self.best.lack:
            return
        if at == len(self.contract.runs):
            self._sets(one, two, three, jokers, twos, missing, usable, chosen)
            return
        law, sizes = self.law, self.contract.runs
        after = chosen[-1] if at and sizes[at] == sizes[at - 1] else None
        rest, pool = self.rest[at + 1], jokers + twos
        for least, _, window in self.candidates[at]:
            if max(missing + least + rest - pool, 0) >= self.best.lack:
                return
            if after is not None and (window.suit, window.low) < (after.suit, after.low):
                continue
            if any(
                other.suit == window.suit
                and spans_collide(law.spread, (other.low, other.size), (window.low, window.size))
                for other in chosen
            ):
                continue
            self._fill(at, window, one & window.mask, one, two, three, jokers, twos, missing, usable, chosen)
            if pool and self.contract.sets:
                for kept in _parts(one & window.mask, min(pool, law.most_wild(window.size)) - least):
                    # a wild card in the run may leave its natural card to a set that has too few of its own
                    other = window._replace(mask=window.mask & ~kept, two=window.two & ~kept)
                    used = one & other.mask
                    self._fill(at, other, used, one, two, three, jokers, twos, missing, usable, chosen)

    def _fill(
        self,
        at: int,
        window: Window,
        used: int,
        one: int,
        two: int,
        three: int,
        jokers: int,
        twos: int,
        missing: int,
        usable: int,
        chosen: tuple[Window, ...],
    ) -> None:
        """Take a run with these natural cards of its window, and place the next one."""
        law = self.law
        lacks = window.size - used.bit_count()
        natural_two = 1 if law.twos and used & window.two else 0
        next_one, next_two, next_three = (one & ~used) | (two & used), (two & ~used) | (three & used), three & ~used
        low_ace = two & used & _ACES if window.size == 14 else 0
        if low_ace:
            lacks -= 1
            next_one, next_two = (next_one & ~low_ace) | (next_two & low_ace), next_two & ~low_ace
        self._place(
            at + 1,
            next_one,
            next_two,
            next_three,
            jokers,
            twos - natural_two,
            missing + lacks,
            usable + min(lacks, law.most_wild(window.size)),
            (*chosen, window),
        )

    def _sets(
        self,
        one: int,
        two: int,
        three: int,
        jokers: int,
        twos: int,
        missing: int,
        usable: int,
        chosen: tuple[Window, ...],
    ) -> None:
        wanted = len(self.contract.sets)
        if not wanted:
            self._offer(missing, usable, jokers + twos, chosen, ())
            return
        law, cap = self.law, self.law.most_wild(SET)
        items: list[tuple[int, bool, int]] = []
        for rank, mask in enumerate(RANKS, 1):
            number = (one & mask).bit_count() + (two & mask).bit_count() + (three & mask).bit_count()
            if rank == 2 and law.twos:
                continue
            first = True
            while number > 0:
                items.append((max(SET - number, 0), first, rank))
                number -= SET
                first = False
        items.sort()
        for of_twos in range(min(wanted, twos) + 1):
            natural = min(SET * of_twos, twos)
            lacks = SET * of_twos - natural
            use = min(lacks, of_twos * cap)
            taken = items[: wanted - of_twos]
            bare = wanted - of_twos - len(taken)
            lacks += sum(lack for lack, _, _ in taken) + SET * bare
            ranks = [rank for _, _, rank in taken]
            for rank in dict.fromkeys(ranks):
                of_rank = sum(lack for lack, _, other in taken if other == rank)
                use += min(of_rank, cap * ranks.count(rank))
            use += cap * bare
            ranks += [2] * of_twos + [0] * bare
            counted = tuple((rank, ranks.count(rank)) for rank in dict.fromkeys(ranks))
            self._offer(missing + lacks, usable + use, jokers + twos - natural, chosen, counted)

    def _offer(
        self, missing: int, usable: int, pool: int, runs: tuple[Window, ...], sets: tuple[tuple[int, int], ...]
    ) -> None:
        lack = missing - min(pool, usable)
        if lack < self.best.lack:
            self.best = Plan(lack, runs, sets, missing)


_ACES = RANKS[0]


def _parts(mask: int, most: int) -> Iterator[int]:
    """Every choice of one to `most` cards of a mask."""
    bits = [1 << index for index in range(52) if mask >> index & 1] if most > 0 else []
    for size in range(1, min(most, len(bits)) + 1):
        for chosen in combinations(bits, size):
            yield sum(chosen)


def plan(cards: Iterable[Card], contract: Contract, law: Law, below: int = 99) -> Plan:
    """The way to a contract that lacks the fewest cards; a plan that lacks `below` if there is none with fewer."""
    search = _Search(law, contract, Plan(below))
    search.run(held(cards, law))
    return search.best


def distance(cards: Iterable[Card], contract: Contract, law: Law) -> int:
    """How many cards are lacking for the contract, with wild cards put where they help."""
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


# -- a whole hand at once ------------------------------------------------------------------------------------


def cover(cards: Sequence[Card], contract: Contract, law: Law, spare: int = 0) -> list[Meld] | None:
    """All these cards, but for `spare` of them at most, as the melds of a contract, each as long as need be."""
    laid = _cover_all(list(cards), contract, law)
    if laid is None and spare:
        for card in dict.fromkeys(cards):
            rest = list(cards)
            rest.remove(card)
            laid = _cover_all(rest, contract, law)
            if laid is not None:
                return laid
    return laid


@dataclass
class _Cover:
    """Puts the lowest natural card that is left into a new run, or into a set, until none is left."""

    law: Law
    sets: int
    sizes: tuple[int, ...]
    wilds: list[Card]
    runs: list[Meld] = field(default_factory=list)
    grouped: list[list[Card]] = field(default_factory=list)
    steps: int = 0

    def rest(self, left: list[Card]) -> Iterator[list[Meld]]:
        """Every way to lay these natural cards and all wild cards."""
        if not left:
            yield from self._last()
            return
        if self._hopeless(left):
            return
        first = left[0]
        for number, group in enumerate(self.grouped):
            if group[0].rank == first.rank:
                yield from self._joined(number, left)
                break
        else:
            if len(self.grouped) < self.sets:
                self.grouped.append([])
                yield from self._joined(len(self.grouped) - 1, left)
                self.grouped.pop()
        if len(self.runs) < len(self.sizes):
            yield from self._begun(first, left)

    def _hopeless(self, left: list[Card]) -> bool:
        """Whether these cards are in too many suits, or too far apart, whatever rank a set takes out of them."""
        free = len(self.sizes) - len(self.runs)
        ranks = {group[0].rank for group in self.grouped}
        if self.sets > 1:
            return False
        if len(self.grouped) < self.sets:
            ranks = {card.rank for card in left}
        for rank in ranks or {0}:
            suits: dict[str, set[int]] = {}
            for card in left:
                if card.rank != rank:
                    suits.setdefault(card.suit, set()).add(card.rank)
            if len(suits) < free:
                return False
            if len(suits) == free and sum(map(_holes, suits.values())) <= len(self.wilds):
                return False
        return True

    def _joined(self, number: int, left: list[Card]) -> Iterator[list[Meld]]:
        self.grouped[number].append(left[0])
        yield from self.rest(left[1:])
        self.grouped[number].pop()

    def _begun(self, first: Card, left: list[Card]) -> Iterator[list[Meld]]:
        """Every run that holds the first card."""
        suit = first.suit
        own = {card for card in left if card.suit == suit}
        more = len(self.sizes) - len(self.runs) - 1
        shortest = min(self.sizes)
        most = len(left) + len(self.wilds) - more * shortest - SET * (self.sets - len(self.grouped))
        least = max(most, shortest) if not more and not self.sets else shortest
        for size in range(least, min(most, self.law.run_max) + 1):
            for low in range(1, 16 - size):
                faces = [card_of(place, suit) for place in range(low, low + size)]
                if first not in faces:
                    continue
                yield from self._with_run(faces, own, left)

    def _with_run(self, faces: list[Card], own: set[Card], left: list[Card]) -> Iterator[list[Meld]]:
        if sum(face not in own and face not in self.wilds for face in faces) > len(self.wilds):
            return
        yield from self._filled_run(faces, left, None)
        for face in faces if self.sets and self.wilds else ():
            if face in own or face in self.wilds:
                yield from self._filled_run(faces, left, face)

    def _filled_run(self, faces: list[Card], left: list[Card], kept: Card | None) -> Iterator[list[Meld]]:
        """A run of these cards; `kept` is not taken as itself, but left for a set."""
        rest, wilds, run = list(left), list(self.wilds), []
        blanks = []
        for at, face in enumerate(faces):
            run.append(face)
            if face in rest and face is not kept:
                rest.remove(face)
            elif face in wilds and face is not kept:
                wilds.remove(face)
            else:
                blanks.append(at)
        if len(blanks) > len(wilds):
            return
        for at in blanks:
            run[at] = _plainest(wilds).standing_for(faces[at])
        meld = tuple(run)
        if sum(not card.natural for card in meld) > self.law.most_wild(len(run)) or self._collides(meld):
            return
        before, self.wilds = self.wilds, wilds
        self.runs.append(meld)
        yield from self.rest(rest)
        self.runs.pop()
        self.wilds = before

    def _collides(self, meld: Meld) -> bool:
        law = self.law
        return any(
            other[0].suit == meld[0].suit
            and spans_collide(law.spread, (other[0].rank, len(other)), (meld[0].rank, len(meld)))
            for other in self.runs
        )

    def _last(self) -> Iterator[list[Meld]]:
        """Only wild cards are left: runs of wild twos, then what fits the sets."""
        if len(self.runs) < len(self.sizes):
            for two in dict.fromkeys(card for card in self.wilds if card.rank == 2):
                self.wilds.remove(two)
                yield from self._begun(two, [two])
                self.wilds.append(two)
            return
        long = sorted((len(run) for run in self.runs), reverse=True)
        if any(length < wanted for length, wanted in zip(long, self.sizes, strict=True)):
            return
        yield from self._filled()

    def _filled(self) -> Iterator[list[Meld]]:
        groups, wilds = [list(group) for group in self.grouped], list(self.wilds)
        while len(groups) < self.sets:
            twos = [card for card in wilds if card.rank == 2]
            if not twos:
                return
            groups.append(
                [wilds.pop(wilds.index(card)) for card in (twos if len(groups) + 1 == self.sets else twos[:1])]
            )
        for group in groups:
            while len(group) < SET and wilds:
                group.append(_plainest(wilds))
        while wilds and groups:
            groups[0].append(_plainest(wilds))
        melds = [as_set(self.law, group) for group in groups]
        if wilds or not all(melds):
            return
        kept = [meld for meld in melds if meld is not None]
        if all(_wild_in_set(self.law, meld) <= self.law.most_wild(len(meld)) for meld in kept):
            yield [*kept, *self.runs]


def _holes(ranks: set[int]) -> int:
    """How many places are missing between the lowest and the highest of some cards of one suit, the ace at its best."""
    high = [rank for rank in ranks if rank > 1]
    if not high:
        return 0
    low, top = min(high), max(high)
    if 1 in ranks:
        return min(top, 15 - low) - len(ranks)
    return top - low + 1 - len(ranks)


def _plainest(wilds: list[Card]) -> Card:
    """Takes a wild card, a joker before a two."""
    card = JOKER if JOKER in wilds else wilds[-1]
    wilds.remove(card)
    return card


def _wild_in_set(law: Law, meld: Meld) -> int:
    rank = meld[0].rank
    return sum(card.rank != rank for card in meld)


def _cover_all(cards: list[Card], contract: Contract, law: Law) -> list[Meld] | None:
    if len(cards) < contract.cards:
        return None
    wilds = [card for card in cards if card in law.wilds]
    naturals = sorted(card for card in cards if card not in law.wilds)
    search = _Cover(law, len(contract.sets), contract.runs, wilds)
    return next(search.rest(naturals), None)
