"""An exact search for ways to meld a whole hand at once, as an all-or-nothing hand asks for.

It stops after a limited number of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.cards import JOKER, Card, get_card, sort_cards
from games.contract_rummy.contracts import Contract
from games.contract_rummy.melds import SET, Meld, MeldRules, build_set, is_run_range_too_close
from games.engine.work_limits import WorkAllowance, spend_steps

COVERS = 250_000
"""The maximum number of search steps for one hand."""
LOOK = 5
"""The number of search steps for one position of the search."""


def find_whole_hand_melds(
    cards: Sequence[Card], contract: Contract, law: MeldRules, spare: int = 0
) -> list[Meld] | None:
    """Return melds for a contract that use all these cards, or None if there are no such melds.

    At most `spare` cards (0 or 1) can be left over. Melds can be longer than the contract asks. Raises OutOfSteps if
    the search runs out of steps.
    """
    with WorkAllowance(COVERS):
        laid = next(list_whole_hand_melds(cards, contract, law), None)
        if laid is None and spare:
            for card in dict.fromkeys(cards):
                rest = list(cards)
                rest.remove(card)
                laid = next(list_whole_hand_melds(rest, contract, law), None)
                if laid is not None:
                    return laid
        return laid


@dataclass
class _WholeHandSearch:
    """A search for ways to meld a whole hand, which places one natural card after another, the lowest first.

    Each card goes into a new run or into a set, until no natural card remains.
    """

    law: MeldRules
    sets: int
    sizes: tuple[int, ...]
    wilds: list[Card]
    runs: list[Meld] = field(default_factory=list)
    grouped: list[list[Card]] = field(default_factory=list)

    def search_remaining_cards(self, left: list[Card]) -> Iterator[list[Meld]]:
        """Yield every way to meld the natural cards in `left` and all remaining wild cards."""
        spend_steps(LOOK + len(left))
        if not left:
            yield from self._lay_remaining_wild_cards()
            return
        if self._is_impossible_for_runs(left):
            return
        first = left[0]
        same = [number for number, group in enumerate(self.grouped) if group[0].rank == first.rank]
        for number in same[-1:]:
            yield from self._add_card_to_set(number, left)
        if len(self.grouped) < self.sets:
            self.grouped.append([])
            yield from self._add_card_to_set(len(self.grouped) - 1, left)
            self.grouped.pop()
        if len(self.runs) < len(self.sizes):
            yield from self._search_runs_with_card(first, left)

    def _is_impossible_for_runs(self, left: list[Card]) -> bool:
        """Return whether it's certain that the remaining runs can't have the cards in `left`, except those of one rank.

        Cards of this rank can go to the set, if there is one. For every possible rank, the other cards must have more
        suits than runs remain, or gaps that the wild cards can't fill. With more than one set, the result is always
        False.
        """
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
            holes = sum(max(_count_missing_ranks(own) - (suit in filled), 0) for suit, own in suits.items())
            if len(suits) == free and holes <= len(self.wilds):
                return False
        return True

    def _add_card_to_set(self, number: int, left: list[Card]) -> Iterator[list[Meld]]:
        self.grouped[number].append(left[0])
        yield from self.search_remaining_cards(left[1:])
        self.grouped[number].pop()

    def _search_runs_with_card(self, first: Card, left: list[Card]) -> Iterator[list[Meld]]:
        """Yield every way to meld the hand in which a new run has the card `first`.

        `left` has the natural cards that aren't melded yet.
        """
        suit = first.suit
        own = {card for card in left if card.suit == suit}
        more = len(self.sizes) - len(self.runs) - 1
        shortest = min(self.sizes)
        most = len(left) + len(self.wilds) - more * shortest - SET * (self.sets - len(self.grouped))
        least = max(most, shortest) if not more and not self.sets else shortest
        for size in range(least, min(most, self.law.run_max) + 1):
            for low in range(1, 16 - size):
                faces = [get_card(place, suit) for place in range(low, low + size)]
                if first not in faces:
                    continue
                yield from self._search_ways_to_fill_run(faces, own, left)

    def _search_ways_to_fill_run(self, faces: list[Card], own: set[Card], left: list[Card]) -> Iterator[list[Meld]]:
        spend_steps(LOOK)
        if sum(face not in own and face not in self.wilds for face in faces) > len(self.wilds):
            return
        yield from self._fill_run_and_continue(faces, left, None)
        for face in faces if self.sets and self.wilds else ():
            if face in own or face in self.wilds:
                yield from self._fill_run_and_continue(faces, left, face)

    def _fill_run_and_continue(self, faces: list[Card], left: list[Card], kept: Card | None) -> Iterator[list[Meld]]:
        """Yield every way to meld the hand in which the next run has the cards in `faces`.

        `left` has the natural cards that aren't melded yet. Wild cards take the places of cards that aren't available.
        If `kept` is a card, it's left for a set, and a wild card takes its place in the run.
        """
        spend_steps(LOOK)
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
            run[at] = _pop_wild(wilds).substitute_for(faces[at])
        meld = tuple(run)
        if sum(not card.natural for card in meld) > self.law.get_wild_limit(len(run)) or self._is_too_close_to_run(
            meld
        ):
            return
        before, self.wilds = self.wilds, wilds
        self.runs.append(meld)
        yield from self.search_remaining_cards(rest)
        self.runs.pop()
        self.wilds = before

    def _is_too_close_to_run(self, meld: Meld) -> bool:
        law = self.law
        return any(
            other[0].suit == meld[0].suit
            and is_run_range_too_close(law.spread, (other[0].rank, len(other)), (meld[0].rank, len(meld)))
            for other in self.runs
        )

    def _lay_remaining_wild_cards(self) -> Iterator[list[Meld]]:
        """Yield every way to meld the remaining wild cards: in runs of wild twos, then in sets."""
        if len(self.runs) < len(self.sizes):
            for two in dict.fromkeys(card for card in self.wilds if card.rank == 2):
                self.wilds.remove(two)
                yield from self._search_runs_with_card(two, [two])
                self.wilds.append(two)
            return
        long = sorted((len(run) for run in self.runs), reverse=True)
        if any(length < wanted for length, wanted in zip(long, self.sizes, strict=True)):
            return
        yield from self._fill_sets_with_wild_cards()

    def _fill_sets_with_wild_cards(self) -> Iterator[list[Meld]]:
        spend_steps(LOOK)
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
                group.append(_pop_wild(wilds))
        while wilds and groups:
            groups[0].append(_pop_wild(wilds))
        melds = [build_set(self.law, group) for group in groups]
        if wilds or not all(melds):
            return
        kept = [meld for meld in melds if meld is not None]
        if all(_count_wilds(self.law, meld) <= self.law.get_wild_limit(len(meld)) for meld in kept):
            yield [*kept, *self.runs]


def _count_missing_ranks(ranks: set[int]) -> int:
    """Return how many ranks are missing between the lowest and highest cards of one suit.

    An ace counts as low or high, whichever leaves fewer gaps.
    """
    high = [rank for rank in ranks if rank > 1]
    if not high:
        return 0
    low, top = min(high), max(high)
    if 1 in ranks:
        return min(top, 15 - low) - len(ranks)
    return top - low + 1 - len(ranks)


def _pop_wild(wilds: list[Card]) -> Card:
    """Remove and return a wild card, a joker before a two."""
    card = JOKER if JOKER in wilds else wilds[-1]
    wilds.remove(card)
    return card


def _count_wilds(law: MeldRules, meld: Meld) -> int:
    rank = meld[0].rank
    return sum(card.rank != rank for card in meld)


def list_whole_hand_melds(cards: Sequence[Card], contract: Contract, law: MeldRules) -> Iterator[list[Meld]]:
    """Yield the ways to meld all these cards as the melds of a contract, or as longer melds.

    Every place of a wild card in a run is tried, but only one way to spread wild cards over the sets.
    """
    if len(cards) < contract.card_count:
        return
    wilds = [card for card in cards if card in law.wilds]
    naturals = sort_cards(card for card in cards if card not in law.wilds)
    yield from _WholeHandSearch(law, len(contract.sets), contract.runs, wilds).search_remaining_cards(naturals)
