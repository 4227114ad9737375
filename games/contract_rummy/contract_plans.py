"""Plans for contracts: how many cards a hand lacks for a contract, and the melds that make the contract.

A plan is exact unless its `proven` is False. A hand is stored as three bit masks. Bit n is set in the first mask if the
hand has the card of index n, in the second if the hand has two copies of this card, and in the third if it has three.
Jokers and wild twos are also counted: together they are the hand's wild cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from games.cards import JOKER, SUITS, Card, get_card
from games.contract_rummy.contracts import Contract
from games.contract_rummy.melds import RUN, SET, Meld, MeldRules, build_run, build_set, is_run_range_too_close
from games.engine.work_limits import OutOfSteps, WorkAllowance

PLANS = 100_000
"""The maximum number of search steps for the plan of one hand."""
CHOOSING = 40
"""The number of search steps for each choice of the sets."""

# -- windows of runs ---------------------------------------------------------------------------------------


class RunWindow(NamedTuple):
    """The places of a possible run in one suit: its lowest place, its size, and a bit mask of its natural cards.

    `two` has the bit of the suit's two if the run contains this card. Otherwise it's 0.
    """

    suit: int
    low: int
    size: int
    mask: int
    two: int


def _build_run_window(suit: int, low: int, size: int) -> RunWindow:
    mask = 0
    for place in range(low, low + size):
        mask |= 1 << (suit * 13 + (place - 1) % 13)
    two = 1 << (suit * 13 + 1)
    return RunWindow(suit, low, size, mask, mask & two)


WINDOWS = {
    size: tuple(_build_run_window(suit, low, size) for suit in range(4) for low in range(1, 16 - size))
    for size in range(RUN, 15)
}
"""All windows, by size. A window of size 14 has the same ace at both ends, which is handled separately."""
RANKS = tuple(sum(1 << (suit * 13 + rank - 1) for suit in range(4)) for rank in range(1, 14))
"""The four cards of each rank, as a mask."""
_ACES = RANKS[0]


class HandMasks(NamedTuple):
    """The cards of a hand as bit masks: held at least once (`one`), at least twice (`two`), and three times (`three`).

    `jokers` and `twos` are the numbers of jokers and of wild twos. Wild twos are also in the masks; jokers aren't.
    """

    one: int
    two: int
    three: int
    jokers: int
    twos: int

    @property
    def wild_card_count(self) -> int:
        return self.jokers + self.twos

    def count_cards_in_mask(self, mask: int) -> int:
        """Return how many cards the hand has of those in the mask, counting each copy."""
        return (self.one & mask).bit_count() + (self.two & mask).bit_count() + (self.three & mask).bit_count()

    def remove_cards(self, used: int, wild_twos: int = 0) -> HandMasks:
        """Return the hand without one copy of each card in the mask `used`.

        `wild_twos` tells how many of the removed cards are wild twos.
        """
        one, two, three = self.one, self.two, self.three
        return HandMasks(
            (one & ~used) | (two & used),
            (two & ~used) | (three & used),
            three & ~used,
            self.jokers,
            self.twos - wild_twos,
        )


def build_hand_masks(cards: Iterable[Card], law: MeldRules) -> HandMasks:
    """Return the cards of a hand as bit masks. `law` says which cards are wild."""
    one = two = three = jokers = twos = 0
    for card in cards:
        if card is JOKER:
            jokers += 1
        elif card.rank:
            bit = 1 << card.index
            three |= two & bit
            two |= one & bit
            one |= bit
            twos += law.has_wild_twos and card.rank == 2
    return HandMasks(one, two, three, jokers, twos)


# -- how far a hand is from its contract --------------------------------------------------------------------


@dataclass
class ContractPlan:
    """A plan for a contract: its runs, how many sets of each rank, and how many cards are still missing.

    `sets` has pairs of a rank and a number of sets, and `lack` is the number of missing cards. `proven` tells whether
    it's certain that no plan lacks fewer cards.
    """

    lack: int
    runs: tuple[RunWindow, ...] = ()
    sets: tuple[tuple[int, int], ...] = ()
    proven: bool = True


class _PartialPlan(NamedTuple):
    """A plan in progress, with only some of its runs chosen: those in `runs`.

    `missing` is the number of places in these runs for which the hand has no natural card. `usable` is how many of
    these places wild cards can fill.
    """

    runs: tuple[RunWindow, ...] = ()
    missing: int = 0
    usable: int = 0


@dataclass
class _PlanSearch:
    """A search for the plan of a contract that lacks the fewest cards.

    It tries the runs one after another, and skips those that can't lead to a better plan (branch and bound). Then it
    chooses the best sets directly.
    """

    law: MeldRules
    contract: Contract
    best: ContractPlan
    work: WorkAllowance
    candidates: list[list[tuple[int, int, RunWindow]]] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)

    def find_best_plan(self, hand: HandMasks) -> None:
        """Find the plan for a hand that lacks the fewest cards, and keep it as `best`.

        This method also sets the list `rest`, with which the search skips runs that can't lead to a better plan.
        `rest[i]` is a lower bound of the number of cards that the sets lack together with all runs from index `i` on.
        """
        for size in self.contract.runs:
            longer = range(size, 15) if self.law.longer and self.law.cap == "shanghai" else (size,)
            found = [
                (_count_missing_run_cards(hand, window), at, window)
                for length in longer
                for at, window in enumerate(WINDOWS[length], 100 * length)
            ]
            found.sort()
            self.candidates.append(found)
        self.rest = [self._bound_missing_set_cards(hand)]
        for found in reversed(self.candidates):
            self.rest.insert(0, self.rest[0] + found[0][0])
        self._try_next_runs(hand, _PartialPlan())

    def _bound_missing_set_cards(self, hand: HandMasks) -> int:
        """Return a lower bound of the number of cards that the sets lack, whichever cards the runs use."""
        wanted = len(self.contract.sets)
        if not wanted:
            return 0
        lacks = [lack for rank in RANKS for lack in _list_missing_counts_by_set(hand.count_cards_in_mask(rank))]
        lacks.sort()
        lacks += [SET] * wanted
        return sum(lacks[:wanted])

    def _try_next_runs(self, hand: HandMasks, way: _PartialPlan) -> None:
        """Try each window for the next run, until none can beat the best plan. Windows that lack few cards come first.

        `way` has the runs chosen before. If all runs are chosen, this method chooses the sets.
        """
        self.work.spend_steps(2)
        at, pool = len(way.runs), hand.wild_card_count
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
            self.work.spend_steps()
            if same is not None and (window.suit, window.low) < (same.suit, same.low):
                continue
            if self._is_too_close_to_run(window, way.runs):
                continue
            self._add_run_to_plan(hand, way, window)
            if pool and self.contract.sets:
                self._try_saving_cards_for_sets(hand, way, window, least)

    def _is_too_close_to_run(self, window: RunWindow, runs: tuple[RunWindow, ...]) -> bool:
        return any(
            other.suit == window.suit
            and is_run_range_too_close(self.law.spread, (other.low, other.size), (window.low, window.size))
            for other in runs
        )

    def _try_saving_cards_for_sets(self, hand: HandMasks, way: _PartialPlan, window: RunWindow, least: int) -> None:
        """Try the same run again, but with wild cards in place of natural cards that a set might need.

        `way` is the plan so far, with the runs chosen before. `window` has the places of the run, and `least` is the
        number of places for which the hand has no natural card.
        """
        most = min(hand.wild_card_count, self.law.get_wild_limit(window.size)) - least
        for kept in _list_submasks(hand.one & window.mask, most):
            self._add_run_to_plan(hand, way, window._replace(mask=window.mask & ~kept, two=window.two & ~kept))

    def _add_run_to_plan(self, hand: HandMasks, way: _PartialPlan, window: RunWindow) -> None:
        """Add a run with the natural cards of its window to the plan `way`, and continue with the next run."""
        used = hand.one & window.mask
        lacks = _count_missing_run_cards(hand, window)
        after = hand.remove_cards(used, 1 if self.law.has_wild_twos and used & window.two else 0)
        if window.size == 14 and hand.two & used & _ACES:
            after = after.remove_cards(used & _ACES)
        usable = way.usable + min(lacks, self.law.get_wild_limit(window.size))
        self._try_next_runs(after, _PartialPlan((*way.runs, window), way.missing + lacks, usable))

    def _choose_sets(self, hand: HandMasks, way: _PartialPlan) -> None:
        """Choose the ranks of the sets, and keep the resulting plan if it lacks fewer cards than the best plan so far.

        `way` has the plan's runs. The ranks with most cards are chosen. Where twos are wild, every possible number of
        sets of wild twos is tried.
        """
        self.work.spend_steps(CHOOSING)
        wanted, twos_wild = len(self.contract.sets), self.law.has_wild_twos
        items = sorted(
            (lack, number == 0, rank)
            for rank, mask in enumerate(RANKS if wanted else (), 1)
            if rank != 2 or not twos_wild
            for number, lack in enumerate(_list_missing_counts_by_set(hand.count_cards_in_mask(mask)))
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
            cap = self.law.get_wild_limit(SET)
            usable = way.usable + sum(min(lacks[rank], cap * number) for rank, number in sets)
            missing = way.missing + sum(lacks[rank] for rank, _ in sets)
            lack = missing - min(hand.wild_card_count - natural, usable)
            if lack < self.best.lack:
                self.best = ContractPlan(lack, way.runs, sets)


def _count_missing_run_cards(hand: HandMasks, window: RunWindow) -> int:
    """Return for how many places of a run the hand has no natural card."""
    used = hand.one & window.mask
    both_aces = window.size == 14 and bool(hand.two & used & _ACES)
    return window.size - used.bit_count() - both_aces


def _list_missing_counts_by_set(number: int) -> Iterator[int]:
    """Split `number` cards of a rank into sets of three, and yield for each set how many cards it lacks.

    For example, four cards are a full set and one more card, so they yield 0 and 2.
    """
    while number > 0:
        yield max(SET - number, 0)
        number -= SET


def _list_submasks(mask: int, most: int) -> Iterator[int]:
    """Yield every choice of one to `most` cards out of those in a bit mask, each as a bit mask."""
    bits = [1 << index for index in range(52) if mask >> index & 1] if most > 0 else []
    for size in range(1, min(most, len(bits)) + 1):
        for chosen in combinations(bits, size):
            yield sum(chosen)


def find_plan(cards: Iterable[Card], contract: Contract, law: MeldRules, below: int = 99) -> ContractPlan:
    """Return the plan for a contract that lacks the fewest cards.

    If no plan lacks fewer than `below` cards, return a plan without melds that lacks `below` cards.
    """
    with WorkAllowance(PLANS) as work:
        search = _PlanSearch(law, contract, ContractPlan(below), work)
        try:
            search.find_best_plan(build_hand_masks(cards, law))
        except OutOfSteps:
            search.best.proven = False
    return search.best


def count_missing_cards(cards: Iterable[Card], contract: Contract, law: MeldRules) -> int:
    """Return how many cards of a contract this hand lacks, with its wild cards used where they help most."""
    return find_plan(cards, contract, law).lack


# -- laying the contract ------------------------------------------------------------------------------------


def find_contract_melds(cards: Sequence[Card], contract: Contract, law: MeldRules) -> list[Meld] | None:
    """Return melds from these cards that make the contract, or None if there are no such melds."""
    found = find_plan(cards, contract, law, below=1)
    return None if found.lack else _build_planned_melds(list(cards), found, law)


def _build_planned_melds(cards: list[Card], found: ContractPlan, law: MeldRules) -> list[Meld]:
    """Return the melds of the plan `found`, built from these cards. No card may be missing in the plan."""
    left = list(cards)
    open_runs: list[list[Card | int]] = []
    for window in found.runs:
        faces: list[Card | int] = []
        for place in range(window.low, window.low + window.size):
            face = get_card(place, SUITS[window.suit])
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
        melds.append(build_set(law, group))
    for faces, window in zip(open_runs, found.runs, strict=True):
        run = [
            wilds.pop().substitute_for(get_card(face, SUITS[window.suit])) if isinstance(face, int) else face
            for face in faces
        ]
        melds.append(build_run(law, run))
    return [meld for meld in melds if meld is not None]
