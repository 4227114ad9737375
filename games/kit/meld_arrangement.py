"""Finds the best way to arrange cards in melds. The search is exact, so the result is proven.

`arrange_melds` answers “how many of these cards can be melded?” and “which melds are worth most?” under a `MeldRules`.
It handles wild cards, cards that must be used, and melds that are already on the table. The search is limited to
`bound` steps (see `games.engine.work_limits`). If they run out, `arrange_melds` returns the best arrangement found so
far, marked as not proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

from games.cards import JOKER, PACK, SUITS, Card, get_card, sort_cards
from games.engine.work_limits import OutOfSteps, WorkAllowance, spend_steps
from games.kit.meld_search import (
    FAR,
    Layer,
    RunBan,
    SearchSettings,
    SearchStep,
    SuitStateNumbers,
    run_search_steps,
    trace_search_path,
)
from games.kit.meld_shapes import (
    ArrangementShapes,
    ArrangementTask,
    MeldShape,
    build_arrangement_shapes,
    build_exact_search_steps,
    build_quick_search_steps,
    build_table_meld_shape,
)
from games.kit.melds import Meld, is_pure_sequence, is_run, is_set, order_meld
from games.kit.wild_placement import (
    add_all_wild_melds,
    compute_all_wild_melds_cost,
    count_available_wild_cards,
    fill_in_wild_cards,
    place_wild_cards,
    split_fourteen_card_runs,
)

AllWild = Literal["one-natural", "no-printed-only", "one-nonwild"]
TwinScope = Literal["all", "runs", "off"]
TwinCompare = Literal["represented", "physical"]
Goal = Literal["cards", "points"]
Regroup = Literal["free", "extend", "none"]
Value = Callable[[Card], int]

BOUND = 5_000_000
GUESS = 200_000
"""The step limit for the search without proof, which starts after `bound` steps."""
LUCKY = 24
End = tuple[int, int, int, int, int]
BANS = 12


@dataclass(frozen=True)
class MeldRules:
    """The rules that one player's melds have to follow.

    `wilds` are the base cards that can stand for others; a ranked wild card can also be played as itself. With
    `need_pure`, at least one meld has to be a pure sequence (a run without wild cards). `all_wild` says which card
    every meld must contain: one that stands for itself (“one-natural”), one that isn't a printed joker
    (“no-printed-only”), or one that isn't wild (“one-nonwild”). `twin_scope` says which melds can't be identical
    (twins): all, only runs, or none. `twin_compare` says whether twins are found by comparing faces (“represented”) or
    base cards (“physical”).
    """

    wilds: frozenset[Card] = frozenset({JOKER})
    need_pure: bool = True
    all_wild: AllWild = "one-natural"
    twin_scope: TwinScope = "all"
    twin_compare: TwinCompare = "represented"

    def is_not_all_wild(self, meld: Meld) -> bool:
        """Return whether the meld has a card of the kind that `all_wild` requires in every meld."""
        if self.all_wild == "one-natural":
            return any(card.natural for card in meld)
        if self.all_wild == "no-printed-only":
            return any(card.base is not JOKER for card in meld)
        return any(card.base not in self.wilds for card in meld)

    def get_identical_meld_key(self, meld: Meld) -> tuple[Card, ...] | None:
        """Return a tuple of cards that is equal for identical melds, or None if the meld can occur twice.

        `twin_compare` says whether the tuple has the faces or the base cards of the meld's cards, sorted.
        """
        if self.twin_scope == "off" or (self.twin_scope == "runs" and is_set(meld)):
            return None
        return tuple(sort_cards(card.face if self.twin_compare == "represented" else card.base for card in meld))

    def allows_melds(self, melds: Sequence[Meld]) -> bool:
        """Return whether these melds follow the rules, each by itself and all together.

        Each has to be a run or set with a card that `all_wild` requires. With `need_pure`, one of them has to be a pure
        sequence. No two can be identical, unless the rules allow it. Returns True if there are no melds.
        """
        if not melds:
            return True
        if not all((is_run(meld) or is_set(meld)) and self.is_not_all_wild(meld) for meld in melds):
            return False
        if self.need_pure and not any(is_pure_sequence(meld) for meld in melds):
            return False
        likenesses = [likeness for likeness in map(self.get_identical_meld_key, melds) if likeness is not None]
        return len(set(likenesses)) == len(likenesses)


@dataclass(frozen=True)
class Arrangement:
    """Melds, the free cards that are left over, and the value of the arrangement.

    `proven` is True if no arrangement has a higher value.
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    value: int
    proven: bool


def get_card_value_in_meld(card: Card) -> int:
    """Return a card's value in a meld: 10 for aces and face cards, otherwise its rank."""
    return 10 if card.rank in (1, 11, 12, 13) else card.rank


def get_card_value_in_hand(card: Card) -> int:
    """Return a card's value if it's left in the hand: 20 for a printed joker, otherwise its value in a meld."""
    return 20 if card is JOKER else get_card_value_in_meld(card)


def arrange_melds(
    free: Sequence[Card],
    fixed: Sequence[Card] = (),
    law: MeldRules = MeldRules(),
    *,
    keep: int = 0,
    goal: Goal = "cards",
    card_value: Value = get_card_value_in_meld,
    hand_value: Value = get_card_value_in_hand,
    regroup: Regroup = "free",
    melds: Sequence[Meld] = (),
    bound: int = BOUND,
) -> Arrangement | None:
    """Find the best arrangement of the `free` and `fixed` cards under `law`.

    Returns None if the `fixed` cards can't all be melded. Raises OutOfSteps if the steps run out before it finds an
    arrangement or rules out that there is one.

    `free` cards can stay in the hand, and at least `keep` of them must. `fixed` cards must all be melded.

    `goal` says what is maximized. With "cards", it's the number of free cards melded. With "points", it's the sum of
    `card_value` of all faces on the table, minus the sum of `hand_value` of the cards left over. Values depend on ranks
    only, and no card can be worth more in the hand than on the table.

    `regroup` says what can happen to the `melds` on the table. With "free", their cards can go into any melds: `melds`
    is ignored, so pass these cards as `fixed`. With "extend", the `melds` stay and can grow, and with "none" they stay
    unchanged. In both cases, leave their cards out of `fixed`.
    """
    question = ArrangementProblem(free, fixed, law, keep, goal, card_value, hand_value, regroup, tuple(melds))
    return ArrangementSearch(question, bound).find_best_arrangement()


@lru_cache(maxsize=256)
def _list_wild_flags(wilds: frozenset[Card]) -> tuple[bool, ...]:
    return tuple([card in wilds for card in PACK])


ONES = (1,) * 52
NOTHING = (0,) * 15


class ArrangementProblem(NamedTuple):
    """The arguments of one call of `arrange_melds`, which say what to arrange and what is best."""

    free: Sequence[Card]
    fixed: Sequence[Card]
    law: MeldRules
    keep: int
    goal: Goal
    card_value: Value
    hand_value: Value
    regroup: Regroup
    melds: tuple[Meld, ...]

    def build_task(self) -> ArrangementTask:
        """Convert the problem to numbers for the search.

        Raises ValueError if there are more than two copies of a card other than a joker.
        """
        law, points = self.law, self.goal == "points"
        held, spare = [0] * 53, [0] * 53
        for card in self.free:
            held[card.index] += 1
            spare[card.index] += 1
        for card in self.fixed:
            held[card.index] += 1
        jokers, spare_jokers = held.pop(), spare.pop()
        if max(held) > 2:
            raise ValueError("There can be at most two copies of a card.")
        wild = _list_wild_flags(law.wilds)
        if points:
            worth = [0, *[self.card_value(get_card(rank, SUITS[0])) for rank in range(1, 15)]]
            most = max(worth)
            wild_cost = tuple([most - each for each in worth])
            leave: Sequence[int] = [
                self.hand_value(card) + (most if wild[card.index] else self.card_value(card)) for card in PACK
            ]
            jokers_leave = self.hand_value(JOKER) + (most if JOKER in law.wilds else 0)
        else:
            wild_cost, leave, jokers_leave = NOTHING, ONES, 1
        old = [] if self.regroup == "free" else [order_meld(meld) for meld in self.melds]
        pure_lies = self.regroup == "none" and any(is_pure_sequence(meld) for meld in old)
        return ArrangementTask(
            held=held,
            spare=spare,
            leave=leave,
            wild=wild,
            jokers=jokers if JOKER in law.wilds else 0,
            jokers_spare=spare_jokers,
            jokers_leave=jokers_leave,
            wild_cost=wild_cost,
            keep=self.keep,
            points=points,
            carrier=law.all_wild,
            twins="" if law.twin_scope == "off" else "faces" if law.twin_compare == "represented" else "cards",
            set_twins=law.twin_scope == "all",
            pure=law.need_pure and not pure_lies,
            old=old,
            grows=self.regroup == "extend",
        )

    def compute_ideal_value(self, task: ArrangementTask) -> int:
        """Return the value of an ideal arrangement: no card is left over, and every wild card is in the best place."""
        if self.goal == "cards":
            return len(self.free)
        tame = [card for card in (*self.free, *self.fixed) if card not in self.law.wilds and card is not JOKER]
        lying = [card.face for meld in task.old for card in meld]
        best = max(self.card_value(get_card(rank, SUITS[0])) for rank in range(1, 14))
        wilds = len(self.free) + len(self.fixed) - len(tame)
        return sum(map(self.card_value, [*tame, *lying])) + best * wilds

    def compute_arrangement_value(self, melds: Sequence[Meld], left: Sequence[Card]) -> int:
        if self.goal == "cards":
            return len(self.free) - len(left)
        return sum(self.card_value(card.face) for meld in melds for card in meld) - sum(map(self.hand_value, left))


class ArrangementSearch:
    """A search for the best arrangement of cards in melds: first a quick search, then an exact one.

    It stores the best arrangement found so far in `best`.
    """

    def __init__(self, question: ArrangementProblem, bound: int) -> None:
        self.question = question
        self.task = question.build_task()
        self.bound = bound
        self.ideal = question.compute_ideal_value(self.task)
        self.dead = [] if JOKER in question.law.wilds else [JOKER] * Counter(question.free)[JOKER]
        self.best: Arrangement | None = None

    def find_best_arrangement(self) -> Arrangement | None:
        if len(self.dead) < [*self.question.free, *self.question.fixed].count(JOKER) and self.dead:
            return None
        if not self.question.fixed and len(self.question.free) >= self.question.keep:
            self._keep_arrangement_if_better(self.task.old, list(self.question.free))
        with WorkAllowance(self.bound):
            try:
                proven = self._search_until_proven()
            except OutOfSteps:
                proven = False
        if not proven and (self.best is None or self.best.value == 0):
            self._search_without_proof()
        if self.best is None and not proven:
            raise OutOfSteps
        return self.best and replace(self.best, proven=proven)

    def _search_until_proven(self) -> bool:
        """Search for the best arrangement and store it. Return whether it's proven to be the best."""
        if not (self.question.free or self.question.fixed):
            return True
        lowest = 0
        if not (self.task.grows and self.task.old):
            if self.task.pure and not self.task.has_pure_sequence():
                return True
            found = self._run_quick_search()
            if found is None:
                return True
            lowest = found
        if self._compute_best_cost() <= lowest:
            return True
        return self._run_exact_search(lowest)

    def _compute_best_cost(self) -> int:
        if self.best is None:
            return FAR * FAR
        return self.ideal - self.best.value

    def _keep_arrangement_if_better(self, melds: Sequence[Meld], left: list[Card]) -> bool:
        """Store an arrangement if it's legal and better than the best one so far. Return whether it's legal."""
        if not self.question.law.allows_melds(melds):
            return False
        value = self.question.compute_arrangement_value(melds, left)
        if self.best is None or value > self.best.value:
            self.best = Arrangement(tuple(melds), tuple(left), value, True)
        return True

    # Quick sweeps.

    def _run_quick_search(self) -> int | None:
        """Run the quick search, and store the best arrangement that it leads to.

        The cost of an arrangement is how much less it's worth than an ideal one. Returns a lower bound: every
        arrangement costs at least this much, but possibly all of them cost more. Returns None if no arrangement exists.
        """
        task, rule = self.task, self.task.build_search_settings(quick=True)
        lonely = task.list_unmeldable_card_indexes()
        if any(task.spare[index] < task.held[index] for index in lonely):
            return None
        base = sum([task.leave[index] * task.held[index] for index in lonely]) + len(self.dead) * task.jokers_leave
        steps = build_quick_search_steps(task, rule, lonely)
        for limit in self._list_quick_search_limits(base):
            layers = run_search_steps(steps, rule.build_cost_limit_mask(limit))
            ends = _list_end_states(layers[-1], rule, task.pure)
            if ends:
                break
        else:
            return None
        keep = 0 if task.points else task.keep
        found = sorted([(max(cost + base, keep), wilds, key, at) for cost, _, wilds, key, at in ends])
        lowest = found[0][0]
        best = [(key, at) for cost, _, key, at in found if cost == lowest]
        for key, at in best[:3]:
            self._place_wild_cards_and_keep(
                build_arrangement_shapes(task, rule, trace_search_path(steps, layers, key, at), lonely)
            )
            if self._compute_best_cost() == lowest:
                return lowest
        luck = Random(lowest)
        for _ in range(LUCKY):
            key, at = luck.choice(best)
            if (
                self._place_wild_cards_and_keep(
                    build_arrangement_shapes(task, rule, trace_search_path(steps, layers, key, at, luck), lonely)
                )
                and self._compute_best_cost() == lowest
            ):
                return lowest
        return lowest

    def _list_quick_search_limits(self, base: int) -> Iterator[int]:
        """Yield limits for the cost of an arrangement. The quick search tries them one after another.

        The cost is how much less an arrangement is worth than an ideal one. Guesses come first. As a search with such a
        limit can find nothing, the highest possible cost comes last. `base`, the cost of the cards that no meld can
        use, is subtracted from the guesses.
        """
        task, whole = self.task, self._compute_cost_limit()
        cards = sum(task.held)
        guess = max(2, task.count_cards_needing_wilds() * 4 // 5 + cards // 6 - task.wilds * 6 // 5 + 1)
        price = max(task.leave) if task.points else 1
        for factor in (1, 2, 4):
            limit = guess * factor * price - base
            if limit >= whole:
                break
            if limit > 0:
                yield limit
        yield whole

    def _list_exact_search_limits(self, low: int, high: int) -> Iterator[int]:
        """Yield limits for the cost of an arrangement. The exact search tries them one after another.

        The cost is how much less an arrangement is worth than an ideal one. The limits rise from above `low` to `high`,
        which is the last one.
        """
        step = 40 if self.task.points else 3
        limit = low + step
        while limit < high:
            yield limit
            step *= 3
            limit += step
        yield high

    def _place_wild_cards_and_keep(self, layout: ArrangementShapes) -> bool:
        left = place_wild_cards(self.task, layout)
        if left is None:
            return False
        return self._fill_wild_cards_and_keep(layout, left)

    def _fill_wild_cards_and_keep(self, layout: ArrangementShapes, left: Sequence[Card]) -> bool:
        """Turn the shapes of melds into an arrangement, and store it if it's the best so far.

        `layout` has the shapes, whose open positions are filled with wild cards. `left` are the wild cards to leave
        over. Returns whether the arrangement is legal.
        """
        pool = count_available_wild_cards(self.task, layout)
        pool.subtract(left)
        hand = [PACK[index] for index in layout.left]
        split_fourteen_card_runs(layout.shapes, self._is_shape_not_all_wild)
        melds = fill_in_wild_cards(
            self.task, layout.shapes, sort_cards(pool.elements()), self.question.law.allows_melds
        )
        return melds is not None and self._keep_arrangement_if_better(melds, [*hand, *left, *self.dead])

    def _is_shape_not_all_wild(self, shape: MeldShape) -> bool:
        if self.task.carrier == "one-nonwild":
            return any(not self.task.wild[index] for index in shape.list_natural_card_indexes())
        return bool(shape.naturals)

    # Full sweeps.

    def _run_exact_search(self, lowest: int) -> bool:
        """Run exact searches for a better arrangement. Return whether the best one is then proven.

        `lowest` is a lower bound for the cost of every arrangement. The first search is easier, because it leaves wild
        cards out of melds that can do without them. It can raise the lower bound, which is often enough for a proof.
        Otherwise, the second search uses wild cards in all possible ways.
        """
        bans = self._list_initial_run_bans()
        for lean in (True, False):
            outcome, lowest = self._search_banning_identical_runs(lowest, bans, lean)
            if outcome is not None:
                return outcome
        return False

    def _search_banning_identical_runs(
        self, lowest: int, bans: dict[int, list[RunBan]], lean: bool
    ) -> tuple[bool | None, int]:
        """Repeat an exact search until its result has no identical runs, at most BANS times.

        Returns whether the best arrangement is then proven (None if unknown), and the lowest cost that is still
        possible. The search can't avoid identical runs by itself. So if its result has some that aren't allowed,
        they're added to `bans` (by suit) before the next search. `lowest` is the lowest possible cost known so far.
        With `lean`, wild cards aren't used in melds that can do without them.
        """
        task, rule = self.task, self.task.build_search_settings(quick=False, lean=lean)
        names, base = SuitStateNumbers(16), len(self.dead) * self.task.jokers_leave
        for _ in range(BANS):
            high = min(self._compute_best_cost() - 1, self._compute_cost_limit()) - base
            steps = build_exact_search_steps(task, rule, names, {suit: tuple(each) for suit, each in bans.items()})
            for limit in self._list_exact_search_limits(max(0, lowest - base - 3), high):
                layers = run_search_steps(steps, rule.build_cost_limit_mask(limit))
                ends = _list_end_states_within_limit(layers[-1], task, rule, limit)
                if ends:
                    break
            else:
                return True, lowest
            cost, jokers, melded, key, at = min(ends)
            lowest = cost + base
            layout = build_arrangement_shapes(task, rule, trace_search_path(steps, layers, key, at), ())
            if lean:
                lawful = self._place_wild_cards_and_keep(layout)
            else:
                add_all_wild_melds(task, layout.shapes, melded)
                lawful = self._fill_wild_cards_and_keep(layout, [JOKER] * jokers)
            if self._compute_best_cost() <= lowest:
                return True, lowest
            if lawful or not self._ban_first_identical_runs(layout, bans):
                break
        return self._try_other_best_paths(steps, layers, ends, rule, lowest), lowest

    def _try_other_best_paths(
        self,
        steps: list[SearchStep],
        layers: list[Layer],
        ends: list[End],
        rule: SearchSettings,
        lowest: int,
    ) -> bool | None:
        """Try other ways in which the search reached its best results, and store the best arrangement.

        `layers` has the states after each of the `steps`, and `ends` the end states. From each of the best end states,
        one path is traced back and turned into an arrangement. Returns True as soon as one costs no more than `lowest`,
        so that it can't be improved. Otherwise, returns None.
        """
        luck = Random(lowest)
        for _, jokers, melded, key, at in sorted(ends)[:LUCKY]:
            layout = build_arrangement_shapes(self.task, rule, trace_search_path(steps, layers, key, at, luck), ())
            if rule.lean:
                self._place_wild_cards_and_keep(layout)
            else:
                add_all_wild_melds(self.task, layout.shapes, melded)
                self._fill_wild_cards_and_keep(layout, [JOKER] * jokers)
            if self._compute_best_cost() <= lowest:
                return True
        return None

    def _compute_cost_limit(self) -> int:
        task = self.task
        total = sum([leave * spare for leave, spare in zip(task.leave, task.spare, strict=True)])
        return total + (task.jokers_spare * task.jokers_leave) + task.wilds * max(task.wild_cost) + 1

    def _list_initial_run_bans(self) -> dict[int, list[RunBan]]:
        """Return the limits on runs (`RunBan`) that a search starts with, in a list for each suit.

        They ban runs that would be identical to a run on the table that can't change. If a suit has no such runs, its
        list is empty.
        """
        bans: dict[int, list[RunBan]] = {0: [], 1: [], 2: [], 3: []}
        if self.task.twins == "faces" and not self.task.grows:
            for shape in (build_table_meld_shape(number, meld) for number, meld in enumerate(self.task.old)):
                if shape.is_run:
                    bans[shape.suit].append(RunBan(shape.low, shape.high, 0))
        return bans

    def _ban_first_identical_runs(self, layout: ArrangementShapes, bans: dict[int, list[RunBan]]) -> bool:
        """Look for two identical runs in a layout (the shapes of melds), and ban them.

        The ban is added to `bans`, by suit. Returns False if there are no such runs that aren't banned yet.
        """
        for one, other in combinations(layout.shapes, 2):
            if not (one.is_run and other.is_run and one.suit == other.suit):
                continue
            ban = self._build_identical_runs_ban(one, other)
            if ban is not None and ban not in bans[one.suit]:
                bans[one.suit].append(ban)
                return True
        return False

    def _build_identical_runs_ban(self, one: MeldShape, other: MeldShape) -> RunBan | None:
        if self.task.twins == "faces" and one.shape_key == other.shape_key:
            return RunBan(one.low, one.high, 1)
        tame, wilds = self.task.separate_wilds_in_run(one)
        if self.task.twins != "cards" or not tame or self.task.separate_wilds_in_run(other) != (tame, wilds):
            return None
        if wilds and (self.task.kinds > 1 or one.old is not None or other.old is not None):
            return None
        fixed = not self.task.grows and (one.old is not None or other.old is not None)
        return RunBan(tame[0], 14, 0 if fixed else 1, tame, wilds)

    def _search_without_proof(self) -> None:
        """Search for a good arrangement and store it, without proving that it's the best.

        After each step, only the most promising states are kept.
        """
        with WorkAllowance(GUESS), suppress(OutOfSteps):
            self._run_beam_search()

    def _run_beam_search(self) -> None:
        task, rule = self.task, self.task.build_search_settings(quick=True)
        lonely = task.list_unmeldable_card_indexes()
        steps = build_quick_search_steps(task, rule, lonely)
        layers = run_search_steps(steps, rule.build_cost_limit_mask(self._compute_cost_limit()), width=200)
        ends = _list_end_states(layers[-1], rule, task.pure)
        for _, _, _, key, at in sorted(ends)[:5]:
            if self._place_wild_cards_and_keep(
                build_arrangement_shapes(task, rule, trace_search_path(steps, layers, key, at), lonely)
            ):
                return


def _list_end_states(layer: Layer, rule: SearchSettings, pure: bool) -> list[End]:
    """Return the finished arrangements of a search: all states in `layer`, which has the states after its last step.

    With `pure`, only those with a pure sequence are returned. Each state is a tuple of cost, number of cards kept,
    number of wild cards used, key (the open runs and other counts, packed into one integer), and bit position (the sums
    of the state as one number).
    """
    found = []
    for key, bits in layer.items():
        spend_steps(1 + bits.bit_count())
        while bits:
            low = bits & -bits
            bits ^= low
            at = low.bit_length() - 1
            cost, rest = divmod(at, rule.bits_per_cost_unit)
            kept, rest = divmod(rest, rule.bits_per_kept_card)
            flag, wilds = divmod(rest, rule.bits_per_pure_flag)
            if flag or not pure:
                found.append((cost, kept, wilds, key, at))
    return found


def _list_end_states_within_limit(layer: Layer, task: ArrangementTask, rule: SearchSettings, limit: int) -> list[End]:
    """Return the end states whose total cost is within the limit, and that keep enough cards in the hand.

    `layer` has the states after the last step of the search. An end state is a tuple of the total cost, the number of
    jokers left, the number of wild cards in melds of only wild cards, and two numbers that identify the state: its key
    and a bit position.
    """
    found = []
    for cost, kept, wilds, key, at in _list_end_states(layer, rule, task.pure):
        spare = task.wilds - wilds
        if rule.lean:
            left = kept if task.points else cost
            if left + spare >= task.keep:
                found.append((cost if task.points else max(cost, task.keep), 0, 0, key, at))
            continue
        spend_steps(spare if rule.counts_ranked else 1)
        for melded in (0, *range(3, spare + 1)) if rule.counts_ranked else (0,):
            jokers = spare - melded
            more = compute_all_wild_melds_cost(task, melded, task.ranked - (key >> 8 & 15))
            if jokers > task.jokers_spare or more is None:
                continue
            whole = cost + jokers * task.jokers_leave + more
            if (kept + jokers if task.points else whole) >= task.keep and whole <= limit:
                found.append((whole, jokers, melded, key, at))
    return found
