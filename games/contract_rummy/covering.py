"""An exact search, with a bound, for melds that lay every card of an all-or-nothing hand at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.cards import JOKER, Card, card_of, in_pack_order
from games.contract_rummy.contracts import Contract
from games.contract_rummy.melds import SET, Law, Meld, as_set, spans_collide
from games.engine.work import Work, spend

COVERS = 250_000
"""The steps that the search may take for one hand."""
LOOK = 5
"""The steps that one position of the search costs."""


def cover(cards: Sequence[Card], contract: Contract, law: Law, spare: int = 0) -> list[Meld] | None:
    """Return melds of a contract that lay all these cards, except at most `spare` (0 or 1), or None.

    Melds can be longer than the contract asks. Raises TooMuch if the search runs out of steps.
    """
    with Work(COVERS):
        laid = next(coverings(cards, contract, law), None)
        if laid is None and spare:
            for card in dict.fromkeys(cards):
                rest = list(cards)
                rest.remove(card)
                laid = next(coverings(rest, contract, law), None)
                if laid is not None:
                    return laid
        return laid


@dataclass
class _Cover:
    """A search that puts the lowest remaining natural card into a new run or into a set, until no such card remains."""

    law: Law
    sets: int
    sizes: tuple[int, ...]
    wilds: list[Card]
    runs: list[Meld] = field(default_factory=list)
    grouped: list[list[Card]] = field(default_factory=list)

    def rest(self, left: list[Card]) -> Iterator[list[Meld]]:
        """Yield every way to lay these natural cards and all wild cards."""
        spend(LOOK + len(left))
        if not left:
            yield from self._last()
            return
        if self._hopeless(left):
            return
        first = left[0]
        same = [number for number, group in enumerate(self.grouped) if group[0].rank == first.rank]
        for number in same[-1:]:
            yield from self._joined(number, left)
        if len(self.grouped) < self.sets:
            self.grouped.append([])
            yield from self._joined(len(self.grouped) - 1, left)
            self.grouped.pop()
        if len(self.runs) < len(self.sizes):
            yield from self._begun(first, left)

    def _hopeless(self, left: list[Card]) -> bool:
        """Return whether the runs can't take these cards, whatever rank goes to a set: too many suits or wide gaps."""
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
            filled = {card.suit for card in left if card.rank == rank}  # a run may take one that the set does not
            holes = sum(max(_holes(own) - (suit in filled), 0) for suit, own in suits.items())
            if len(suits) == free and holes <= len(self.wilds):
                return False
        return True

    def _joined(self, number: int, left: list[Card]) -> Iterator[list[Meld]]:
        self.grouped[number].append(left[0])
        yield from self.rest(left[1:])
        self.grouped[number].pop()

    def _begun(self, first: Card, left: list[Card]) -> Iterator[list[Meld]]:
        """Yield every way in which a new run holds the first card."""
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
        spend(LOOK)
        if sum(face not in own and face not in self.wilds for face in faces) > len(self.wilds):
            return
        yield from self._filled_run(faces, left, None)
        for face in faces if self.sets and self.wilds else ():
            if face in own or face in self.wilds:
                yield from self._filled_run(faces, left, face)

    def _filled_run(self, faces: list[Card], left: list[Card], kept: Card | None) -> Iterator[list[Meld]]:
        """Yield every way with a run of these cards; `kept` isn't used as itself but left for a set."""
        spend(LOOK)
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
        """Yield every way to lay the wild cards that remain: in runs of wild twos, then in sets."""
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
        spend(LOOK)
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
    """Return how many ranks are missing between the lowest and highest cards of one suit, with the ace at its best."""
    high = [rank for rank in ranks if rank > 1]
    if not high:
        return 0
    low, top = min(high), max(high)
    if 1 in ranks:
        return min(top, 15 - low) - len(ranks)
    return top - low + 1 - len(ranks)


def _plainest(wilds: list[Card]) -> Card:
    """Remove and return a wild card, a joker before a two."""
    card = JOKER if JOKER in wilds else wilds[-1]
    wilds.remove(card)
    return card


def _wild_in_set(law: Law, meld: Meld) -> int:
    rank = meld[0].rank
    return sum(card.rank != rank for card in meld)


def coverings(cards: Sequence[Card], contract: Contract, law: Law) -> Iterator[list[Meld]]:
    """Yield the ways to lay all these cards as the melds of a contract; melds can be longer than it asks.

    Every place of a wild card in a run is tried, but only one way to spread wild cards over the sets.
    """
    if len(cards) < contract.cards:
        return
    wilds = [card for card in cards if card in law.wilds]
    naturals = in_pack_order(card for card in cards if card not in law.wilds)
    yield from _Cover(law, len(contract.sets), contract.runs, wilds).rest(naturals)
