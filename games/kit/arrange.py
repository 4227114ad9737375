"""The best way to arrange cards in melds: exact, with the melds as proof.

`arrange` answers “how many of these cards can be melded?” and “which melds are worth most?” under a `MeldLaw`, with
cards that must be used, wild cards, and melds already on the table. It takes at most `bound` steps (see
`games.engine.work`); beyond that it returns the best arrangement so far, marked as not proven.
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
from games.engine.work import OutOfSteps, WorkAllowance, spend_steps
from games.kit.lattice import FAR, Ban, Layer, StateNumbers, SweepRule, SweepStep, sweep_steps, walk_back
from games.kit.laying import (
    add_all_wild_melds,
    compute_all_wild_cost,
    count_wild_pool,
    fill_open_places,
    place_wild_cards,
    split_longest_runs,
)
from games.kit.layout import (
    ArrangeTask,
    Layout,
    MeldShape,
    build_full_steps,
    build_layout,
    build_quick_steps,
    build_table_shape,
)
from games.kit.melds import Meld, is_pure, is_run, is_set, order_meld

AllWild = Literal["one-natural", "no-printed-only", "one-nonwild"]
TwinScope = Literal["all", "runs", "off"]
TwinCompare = Literal["represented", "physical"]
Goal = Literal["cards", "points"]
Regroup = Literal["free", "extend", "none"]
Value = Callable[[Card], int]

BOUND = 5_000_000
GUESS = 200_000
"""The steps allowed for a guess after the bound was reached."""
LUCKY = 24
End = tuple[int, int, int, int, int]
BANS = 12


@dataclass(frozen=True)
class MeldLaw:
    """The rules that the melds of one player have to follow.

    `wilds` are the base cards that can stand for others; a ranked one can also be played as itself. With `need_pure` at
    least one meld has to be a pure sequence. `all_wild` says what every meld needs: a card that stands for itself, a
    card that isn't a printed joker, or a card that isn't wild. `twin_scope` says which melds must not be identical
    (twins), and `twin_compare` whether faces or base cards are compared.
    """

    wilds: frozenset[Card] = frozenset({JOKER})
    need_pure: bool = True
    all_wild: AllWild = "one-natural"
    twin_scope: TwinScope = "all"
    twin_compare: TwinCompare = "represented"

    def has_carrier(self, meld: Meld) -> bool:
        """Return whether the meld has a card that keeps it from being all wild."""
        if self.all_wild == "one-natural":
            return any(card.natural for card in meld)
        if self.all_wild == "no-printed-only":
            return any(card.base is not JOKER for card in meld)
        return any(card.base not in self.wilds for card in meld)

    def get_twin_key(self, meld: Meld) -> tuple[Card, ...] | None:
        """Return the cards by which two melds count as twins; None for a meld that the twin rule doesn't cover."""
        if self.twin_scope == "off" or (self.twin_scope == "runs" and is_set(meld)):
            return None
        return tuple(sort_cards(card.face if self.twin_compare == "represented" else card.base for card in meld))

    def allows(self, melds: Sequence[Meld]) -> bool:
        """Return whether these melds can be on the table together."""
        if not melds:
            return True
        if not all((is_run(meld) or is_set(meld)) and self.has_carrier(meld) for meld in melds):
            return False
        if self.need_pure and not any(is_pure(meld) for meld in melds):
            return False
        likenesses = [likeness for likeness in map(self.get_twin_key, melds) if likeness is not None]
        return len(set(likenesses)) == len(likenesses)


@dataclass(frozen=True)
class Arrangement:
    """Melds, the free cards left over, and the value of the arrangement.

    `proven` is True if no arrangement is worth more.
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    value: int
    proven: bool


def get_table_value(card: Card) -> int:
    """Return the value of a card in a meld: ten for aces and face cards, otherwise its rank."""
    return 10 if card.rank in (1, 11, 12, 13) else card.rank


def get_hand_value(card: Card) -> int:
    """Return the value of a card left in the hand: twenty for a printed joker, otherwise its `get_table_value`."""
    return 20 if card is JOKER else get_table_value(card)


def arrange(
    free: Sequence[Card],
    fixed: Sequence[Card] = (),
    law: MeldLaw = MeldLaw(),
    *,
    keep: int = 0,
    goal: Goal = "cards",
    card_value: Value = get_table_value,
    hand_value: Value = get_hand_value,
    regroup: Regroup = "free",
    melds: Sequence[Meld] = (),
    bound: int = BOUND,
) -> Arrangement | None:
    """Return the best arrangement of `free` and `fixed` cards under `law`.

    The result is None if the `fixed` cards can't all be melded. Raises TooMuch if the steps run out before that is
    known.

    `free` cards can stay in the hand, and at least `keep` of them have to; `fixed` cards must all be melded. Goal
    "cards" counts the free cards melded; "points" adds `card_value` of each face on the table and subtracts
    `hand_value` of each card left. Values depend on ranks only, and no card can be worth more in the hand than on the
    table. With regroup "free" `melds` is ignored: pass cards on the table as `fixed`. With "extend" the `melds` stay
    and can grow, with "none" they stay unchanged; in both cases their cards are not among `fixed`.
    """
    question = Question(free, fixed, law, keep, goal, card_value, hand_value, regroup, tuple(melds))
    return Search(question, bound).run()


@lru_cache(maxsize=256)
def _list_wild_flags(wilds: frozenset[Card]) -> tuple[bool, ...]:
    return tuple([card in wilds for card in PACK])


ONES = (1,) * 52
NOTHING = (0,) * 15


class Question(NamedTuple):
    """The arguments of one call of `arrange`."""

    free: Sequence[Card]
    fixed: Sequence[Card]
    law: MeldLaw
    keep: int
    goal: Goal
    card_value: Value
    hand_value: Value
    regroup: Regroup
    melds: tuple[Meld, ...]

    def build_task(self) -> ArrangeTask:
        """Return the question as numbers for the search."""
        law, points = self.law, self.goal == "points"
        held, spare = [0] * 53, [0] * 53
        for card in self.free:
            held[card.index] += 1
            spare[card.index] += 1
        for card in self.fixed:
            held[card.index] += 1
        jokers, spare_jokers = held.pop(), spare.pop()
        if max(held) > 2:
            raise ValueError("more than two copies of a card")
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
        pure_lies = self.regroup == "none" and any(is_pure(meld) for meld in old)
        return ArrangeTask(
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

    def compute_ideal_value(self, task: ArrangeTask) -> int:
        """Return the value of an arrangement that leaves no card and has every wild card in the best place."""
        if self.goal == "cards":
            return len(self.free)
        tame = [card for card in (*self.free, *self.fixed) if card not in self.law.wilds and card is not JOKER]
        lying = [card.face for meld in task.old for card in meld]
        best = max(self.card_value(get_card(rank, SUITS[0])) for rank in range(1, 14))
        wilds = len(self.free) + len(self.fixed) - len(tame)
        return sum(map(self.card_value, [*tame, *lying])) + best * wilds

    def compute_value(self, melds: Sequence[Meld], left: Sequence[Card]) -> int:
        if self.goal == "cards":
            return len(self.free) - len(left)
        return sum(self.card_value(card.face) for meld in melds for card in meld) - sum(map(self.hand_value, left))


class Search:
    """The search for the answer to one question, by quick and then full sweeps, with the best answer so far."""

    def __init__(self, question: Question, bound: int) -> None:
        self.question = question
        self.task = question.build_task()
        self.bound = bound
        self.ideal = question.compute_ideal_value(self.task)
        self.dead = [] if JOKER in question.law.wilds else [JOKER] * Counter(question.free)[JOKER]
        self.best: Arrangement | None = None

    def run(self) -> Arrangement | None:
        if len(self.dead) < [*self.question.free, *self.question.fixed].count(JOKER) and self.dead:
            return None
        if not self.question.fixed and len(self.question.free) >= self.question.keep:
            self._offer(self.task.old, list(self.question.free))
        with WorkAllowance(self.bound):
            try:
                proven = self._find_best()
            except OutOfSteps:
                proven = False
        if not proven and (self.best is None or self.best.value == 0):
            self._guess()
        if self.best is None and not proven:
            raise OutOfSteps
        return self.best and replace(self.best, proven=proven)

    def _find_best(self) -> bool:
        """Search for the best arrangement; return whether the best one so far is proven."""
        if not (self.question.free or self.question.fixed):
            return True
        lowest = 0
        if not (self.task.grows and self.task.old):
            if self.task.pure and not self.task.has_pure():
                return True
            found = self._sweep_quickly()
            if found is None:
                return True
            lowest = found
        if self._compute_cost() <= lowest:
            return True
        return self._sweep_fully(lowest)

    def _compute_cost(self) -> int:
        if self.best is None:
            return FAR * FAR
        return self.ideal - self.best.value

    def _offer(self, melds: Sequence[Meld], left: list[Card]) -> bool:
        """Keep an arrangement if it's legal and better than the best one so far; return whether it's legal."""
        if not self.question.law.allows(melds):
            return False
        value = self.question.compute_value(melds, left)
        if self.best is None or value > self.best.value:
            self.best = Arrangement(tuple(melds), tuple(left), value, True)
        return True

    # Quick sweeps.

    def _sweep_quickly(self) -> int | None:
        """Offer the results of a quick sweep; return the lowest cost of any arrangement, None if there is none."""
        task, rule = self.task, self.task.build_sweep_rule(quick=True)
        lonely = task.list_stranded_cards()
        if any(task.spare[index] < task.held[index] for index in lonely):
            return None
        base = sum([task.leave[index] * task.held[index] for index in lonely]) + len(self.dead) * task.jokers_leave
        steps = build_quick_steps(task, rule, lonely)
        for limit in self._list_quick_limits(base):
            layers = sweep_steps(steps, rule.build_limit_mask(limit))
            ends = _list_ends(layers[-1], rule, task.pure)
            if ends:
                break
        else:
            return None
        keep = 0 if task.points else task.keep
        found = sorted([(max(cost + base, keep), wilds, key, at) for cost, _, wilds, key, at in ends])
        lowest = found[0][0]
        best = [(key, at) for cost, _, key, at in found if cost == lowest]
        for key, at in best[:3]:
            self._place_and_offer(build_layout(task, rule, walk_back(steps, layers, key, at), lonely))
            if self._compute_cost() == lowest:
                return lowest
        luck = Random(lowest)
        for _ in range(LUCKY):
            key, at = luck.choice(best)
            if (
                self._place_and_offer(build_layout(task, rule, walk_back(steps, layers, key, at, luck), lonely))
                and self._compute_cost() == lowest
            ):
                return lowest
        return lowest

    def _list_quick_limits(self, base: int) -> Iterator[int]:
        """Yield limits of the cost to try in order: first a likely one, then larger ones, last the whole cost."""
        task, whole = self.task, self._compute_whole_cost()
        cards = sum(task.held)
        guess = max(2, task.count_needy_cards() * 4 // 5 + cards // 6 - task.wilds * 6 // 5 + 1)
        price = max(task.leave) if task.points else 1
        for factor in (1, 2, 4):
            limit = guess * factor * price - base
            if limit >= whole:
                break
            if limit > 0:
                yield limit
        yield whole

    def _list_full_limits(self, low: int, high: int) -> Iterator[int]:
        """Yield limits of the cost between `low` and `high` to try in order."""
        step = 40 if self.task.points else 3
        limit = low + step
        while limit < high:
            yield limit
            step *= 3
            limit += step
        yield high

    def _place_and_offer(self, layout: Layout) -> bool:
        left = place_wild_cards(self.task, layout)
        if left is None:
            return False
        return self._dress_and_offer(layout, left)

    def _dress_and_offer(self, layout: Layout, left: Sequence[Card]) -> bool:
        """Offer this layout with its wild cards filled in; return whether it's legal."""
        pool = count_wild_pool(self.task, layout)
        pool.subtract(left)
        hand = [PACK[index] for index in layout.left]
        split_longest_runs(layout.shapes, self._has_carrier)
        melds = fill_open_places(self.task, layout.shapes, sort_cards(pool.elements()), self.question.law.allows)
        return melds is not None and self._offer(melds, [*hand, *left, *self.dead])

    def _has_carrier(self, shape: MeldShape) -> bool:
        if self.task.carrier == "one-nonwild":
            return any(not self.task.wild[index] for index in shape.list_natural_indexes())
        return bool(shape.naturals)

    # Full sweeps.

    def _sweep_fully(self, lowest: int) -> bool:
        """Search for anything better than the best arrangement so far; return whether the best one is then proven.

        The first pass uses no wild card that a meld could do without. Its cost is another lower bound, and often
        sufficient.
        """
        bans = self._list_first_bans()
        for lean in (True, False):
            outcome, lowest = self._narrow_down(lowest, bans, lean)
            if outcome is not None:
                return outcome
        return False

    def _narrow_down(self, lowest: int, bans: dict[int, list[Ban]], lean: bool) -> tuple[bool | None, int]:
        """Run full sweeps, banning twins until none appear.

        Return whether the best arrangement is proven (None if that is unknown), and the lowest cost that is still
        possible.
        """
        task, rule = self.task, self.task.build_sweep_rule(quick=False, lean=lean)
        names, base = StateNumbers(16), len(self.dead) * self.task.jokers_leave
        for _ in range(BANS):
            high = min(self._compute_cost() - 1, self._compute_whole_cost()) - base
            steps = build_full_steps(task, rule, names, {suit: tuple(each) for suit, each in bans.items()})
            for limit in self._list_full_limits(max(0, lowest - base - 3), high):
                layers = sweep_steps(steps, rule.build_limit_mask(limit))
                ends = _list_final_ends(layers[-1], task, rule, limit)
                if ends:
                    break
            else:
                return True, lowest
            cost, jokers, melded, key, at = min(ends)
            lowest = cost + base
            layout = build_layout(task, rule, walk_back(steps, layers, key, at), ())
            if lean:
                lawful = self._place_and_offer(layout)
            else:
                add_all_wild_melds(task, layout.shapes, melded)
                lawful = self._dress_and_offer(layout, [JOKER] * jokers)
            if self._compute_cost() <= lowest:
                return True, lowest
            if lawful or not self._ban_twins(layout, bans):
                break
        return self._try_others(steps, layers, ends, rule, lowest), lowest

    def _try_others(
        self,
        steps: list[SweepStep],
        layers: list[Layer],
        ends: list[End],
        rule: SweepRule,
        lowest: int,
    ) -> bool | None:
        """Offer a few other paths to the best ends; return True if one can't be improved, otherwise None."""
        luck = Random(lowest)
        for _, jokers, melded, key, at in sorted(ends)[:LUCKY]:
            layout = build_layout(self.task, rule, walk_back(steps, layers, key, at, luck), ())
            if rule.lean:
                self._place_and_offer(layout)
            else:
                add_all_wild_melds(self.task, layout.shapes, melded)
                self._dress_and_offer(layout, [JOKER] * jokers)
            if self._compute_cost() <= lowest:
                return True
        return None

    def _compute_whole_cost(self) -> int:
        task = self.task
        total = sum([leave * spare for leave, spare in zip(task.leave, task.spare, strict=True)])
        return total + (task.jokers_spare * task.jokers_leave) + task.wilds * max(task.wild_cost) + 1

    def _list_first_bans(self) -> dict[int, list[Ban]]:
        """Return the bans, by suit, on runs identical to a run on the table that stays unchanged."""
        bans: dict[int, list[Ban]] = {0: [], 1: [], 2: [], 3: []}
        if self.task.twins == "faces" and not self.task.grows:
            for shape in (build_table_shape(number, meld) for number, meld in enumerate(self.task.old)):
                if shape.is_run:
                    bans[shape.suit].append(Ban(shape.low, shape.high, 0))
        return bans

    def _ban_twins(self, layout: Layout, bans: dict[int, list[Ban]]) -> bool:
        """Ban the first two runs that are twins; return False if there are none that can be banned."""
        for one, other in combinations(layout.shapes, 2):
            if not (one.is_run and other.is_run and one.suit == other.suit):
                continue
            ban = self._build_twin_ban(one, other)
            if ban is not None and ban not in bans[one.suit]:
                bans[one.suit].append(ban)
                return True
        return False

    def _build_twin_ban(self, one: MeldShape, other: MeldShape) -> Ban | None:
        if self.task.twins == "faces" and one.window == other.window:
            return Ban(one.low, one.high, 1)
        tame, wilds = self.task.split_run_cards(one)
        if self.task.twins != "cards" or not tame or self.task.split_run_cards(other) != (tame, wilds):
            return None
        if wilds and (self.task.kinds > 1 or one.old is not None or other.old is not None):
            return None
        fixed = not self.task.grows and (one.old is not None or other.old is not None)
        return Ban(tame[0], 14, 0 if fixed else 1, tame, wilds)

    def _guess(self) -> None:
        """Offer an arrangement without proof: the result of a sweep that keeps only the most promising states."""
        with WorkAllowance(GUESS), suppress(OutOfSteps):
            self._guess_quickly()

    def _guess_quickly(self) -> None:
        task, rule = self.task, self.task.build_sweep_rule(quick=True)
        lonely = task.list_stranded_cards()
        steps = build_quick_steps(task, rule, lonely)
        layers = sweep_steps(steps, rule.build_limit_mask(self._compute_whole_cost()), width=200)
        ends = _list_ends(layers[-1], rule, task.pure)
        for _, _, _, key, at in sorted(ends)[:5]:
            if self._place_and_offer(build_layout(task, rule, walk_back(steps, layers, key, at), lonely)):
                return


def _list_ends(layer: Layer, rule: SweepRule, pure: bool) -> list[End]:
    """Return the ends in the last layer, each as its cost, cards kept, wild cards used, key, and bit."""
    found = []
    for key, bits in layer.items():
        spend_steps(1 + bits.bit_count())
        while bits:
            low = bits & -bits
            bits ^= low
            at = low.bit_length() - 1
            cost, rest = divmod(at, rule.cost_stride)
            kept, rest = divmod(rest, rule.kept_stride)
            flag, wilds = divmod(rest, rule.flag_stride)
            if flag or not pure:
                found.append((cost, kept, wilds, key, at))
    return found


def _list_final_ends(layer: Layer, task: ArrangeTask, rule: SweepRule, limit: int) -> list[End]:
    """Return each end whose whole cost is within the limit.

    An end is its whole cost, jokers left, wild cards in all-wild melds, key, and bit.
    """
    found = []
    for cost, kept, wilds, key, at in _list_ends(layer, rule, task.pure):
        spare = task.wilds - wilds
        if rule.lean:
            left = kept if task.points else cost
            if left + spare >= task.keep:
                found.append((cost if task.points else max(cost, task.keep), 0, 0, key, at))
            continue
        spend_steps(spare if rule.counts_ranked else 1)
        for melded in (0, *range(3, spare + 1)) if rule.counts_ranked else (0,):
            jokers = spare - melded
            more = compute_all_wild_cost(task, melded, task.ranked - (key >> 8 & 15))
            if jokers > task.jokers_spare or more is None:
                continue
            whole = cost + jokers * task.jokers_leave + more
            if (kept + jokers if task.points else whole) >= task.keep and whole <= limit:
                found.append((whole, jokers, melded, key, at))
    return found
