"""Arranging cards into melds as well as can be: exact, with the melds as proof.

`arrange` answers "how many of these cards can lie on the table?" and "which melds are worth most?" under a `MeldLaw`,
with cards that must be used, wilds, and melds that already lie there. It takes at most `bound` steps (see
`games.engine.work`); past that it returns the best found, marked as not proven.
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

from games.cards import JOKER, PACK, SUITS, Card, card_of, in_pack_order
from games.engine.work import TooMuch, Work, spend
from games.kit.lattice import FAR, Ban, Layer, Names, Rule, Step, sweep, walk
from games.kit.laying import add_all_wild, all_wild_cost, dress, place_quickly, pool_of, split_longest
from games.kit.layout import Layout, Shape, Task, as_it_lies, full_steps, layout_of, quick_steps
from games.kit.melds import Meld, in_order, is_pure, is_run, is_set

AllWild = Literal["one-natural", "no-printed-only", "one-nonwild"]
TwinScope = Literal["all", "runs", "off"]
TwinCompare = Literal["represented", "physical"]
Goal = Literal["cards", "points"]
Regroup = Literal["free", "extend", "none"]
Value = Callable[[Card], int]

BOUND = 5_000_000
GUESS = 200_000
"""What may be spent on a guess where the bound was reached."""
LUCKY = 24
End = tuple[int, int, int, int, int]
BANS = 12


@dataclass(frozen=True)
class MeldLaw:
    """What one player's melds must keep to.

    `wilds` are the base cards that may stand for others; a ranked one may also play itself. With `need_pure` one meld
    at least is a pure sequence. `all_wild` says what every meld needs: a card that stands for itself, a card that is
    no printed joker, or a card that is not wild. `twin_scope` and `twin_compare` say which melds may not be alike,
    and in what.
    """

    wilds: frozenset[Card] = frozenset({JOKER})
    need_pure: bool = True
    all_wild: AllWild = "one-natural"
    twin_scope: TwinScope = "all"
    twin_compare: TwinCompare = "represented"

    def carries(self, meld: Meld) -> bool:
        """Return whether the meld holds the one card that keeps it from being all wild."""
        if self.all_wild == "one-natural":
            return any(card.natural for card in meld)
        if self.all_wild == "no-printed-only":
            return any(card.base is not JOKER for card in meld)
        return any(card.base not in self.wilds for card in meld)

    def likeness(self, meld: Meld) -> tuple[Card, ...] | None:
        """Return what two twins have in common; None for a meld that the twin rule does not touch."""
        if self.twin_scope == "off" or (self.twin_scope == "runs" and is_set(meld)):
            return None
        return tuple(in_pack_order(card.face if self.twin_compare == "represented" else card.base for card in meld))

    def allows(self, melds: Sequence[Meld]) -> bool:
        """Return whether these melds may lie on the table together."""
        if not melds:
            return True
        if not all((is_run(meld) or is_set(meld)) and self.carries(meld) for meld in melds):
            return False
        if self.need_pure and not any(is_pure(meld) for meld in melds):
            return False
        likenesses = [likeness for likeness in map(self.likeness, melds) if likeness is not None]
        return len(set(likenesses)) == len(likenesses)


@dataclass(frozen=True)
class Arrangement:
    """Melds, what is left of the free cards, and what that is worth; `proven` if nothing is worth more."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    value: int
    proven: bool


def table_value(card: Card) -> int:
    """Ace and court cards ten, the others their pips."""
    return 10 if card.rank in (1, 11, 12, 13) else card.rank


def in_hand_value(card: Card) -> int:
    """As on the table, and twenty for a printed joker."""
    return 20 if card is JOKER else table_value(card)


def arrange(
    free: Sequence[Card],
    fixed: Sequence[Card] = (),
    law: MeldLaw = MeldLaw(),
    *,
    keep: int = 0,
    goal: Goal = "cards",
    card_value: Value = table_value,
    hand_value: Value = in_hand_value,
    regroup: Regroup = "free",
    melds: Sequence[Meld] = (),
    bound: int = BOUND,
) -> Arrangement | None:
    """The best arrangement of `free` and `fixed` cards under `law`, or None if the fixed ones cannot all be melded.
    Raises TooMuch if whether they can is not found out within so many steps.

    `free` cards may stay in hand, and `keep` of them at least must; `fixed` cards must all be melded. Goal "cards"
    counts the free cards melded; "points" adds `card_value` of each face on the table and takes off `hand_value` of
    each card left. Values depend on ranks only, and no card may be worth more in hand than on the table. With regroup
    "free" `melds` is not looked at: pass cards that lie on the table as `fixed`. With "extend" the `melds` stay and
    may grow, with "none" they stay as they are; their cards are then not among `fixed`.
    """
    question = Question(free, fixed, law, keep, goal, card_value, hand_value, regroup, tuple(melds))
    return Search(question, bound).run()


@lru_cache(maxsize=256)
def _wild(wilds: frozenset[Card]) -> tuple[bool, ...]:
    return tuple([card in wilds for card in PACK])


ONES = (1,) * 52
NOTHING = (0,) * 15


class Question(NamedTuple):
    """What `arrange` was asked."""

    free: Sequence[Card]
    fixed: Sequence[Card]
    law: MeldLaw
    keep: int
    goal: Goal
    card_value: Value
    hand_value: Value
    regroup: Regroup
    melds: tuple[Meld, ...]

    def task(self) -> Task:
        """The question in numbers."""
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
        wild = _wild(law.wilds)
        if points:
            worth = [0, *[self.card_value(card_of(rank, SUITS[0])) for rank in range(1, 15)]]
            most = max(worth)
            wild_cost = tuple([most - each for each in worth])
            leave: Sequence[int] = [
                self.hand_value(card) + (most if wild[card.index] else self.card_value(card)) for card in PACK
            ]
            jokers_leave = self.hand_value(JOKER) + (most if JOKER in law.wilds else 0)
        else:
            wild_cost, leave, jokers_leave = NOTHING, ONES, 1
        old = [] if self.regroup == "free" else [in_order(meld) for meld in self.melds]
        pure_lies = self.regroup == "none" and any(is_pure(meld) for meld in old)
        return Task(
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

    def ideal(self, task: Task) -> int:
        """Return what an arrangement would be worth that leaves nothing and has every wild card in the best place."""
        if self.goal == "cards":
            return len(self.free)
        tame = [card for card in (*self.free, *self.fixed) if card not in self.law.wilds and card is not JOKER]
        lying = [card.face for meld in task.old for card in meld]
        best = max(self.card_value(card_of(rank, SUITS[0])) for rank in range(1, 14))
        wilds = len(self.free) + len(self.fixed) - len(tame)
        return sum(map(self.card_value, [*tame, *lying])) + best * wilds

    def value(self, melds: Sequence[Meld], left: Sequence[Card]) -> int:
        if self.goal == "cards":
            return len(self.free) - len(left)
        return sum(self.card_value(card.face) for meld in melds for card in meld) - sum(map(self.hand_value, left))


class Search:
    """One question's way through quick and full sweeps, and the best answer so far."""

    def __init__(self, question: Question, bound: int) -> None:
        self.question = question
        self.task = question.task()
        self.bound = bound
        self.ideal = question.ideal(self.task)
        self.dead = [] if JOKER in question.law.wilds else [JOKER] * Counter(question.free)[JOKER]
        self.best: Arrangement | None = None

    def run(self) -> Arrangement | None:
        if len(self.dead) < [*self.question.free, *self.question.fixed].count(JOKER) and self.dead:
            return None
        if not self.question.fixed and len(self.question.free) >= self.question.keep:
            self._offer(self.task.old, list(self.question.free))
        with Work(self.bound):
            try:
                proven = self._search()
            except TooMuch:
                proven = False
        if not proven and (self.best is None or self.best.value == 0):
            self._guess()
        if self.best is None and not proven:
            raise TooMuch
        return self.best and replace(self.best, proven=proven)

    def _search(self) -> bool:
        """Look for the best; whether it is proven."""
        if not (self.question.free or self.question.fixed):
            return True
        lowest = 0
        if not (self.task.grows and self.task.old):
            if self.task.pure and not self.task.has_pure():
                return True
            found = self._quick()
            if found is None:
                return True
            lowest = found
        if self._cost() <= lowest:
            return True
        return self._full(lowest)

    def _cost(self) -> int:
        if self.best is None:
            return FAR * FAR
        return self.ideal - self.best.value

    def _offer(self, melds: Sequence[Meld], left: list[Card]) -> bool:
        """Take an arrangement if it is lawful and better than the best so far; whether it is lawful."""
        if not self.question.law.allows(melds):
            return False
        value = self.question.value(melds, left)
        if self.best is None or value > self.best.value:
            self.best = Arrangement(tuple(melds), tuple(left), value, True)
        return True

    # Quick sweeps.

    def _quick(self) -> int | None:
        """Offer what a quick sweep finds; the least that any arrangement costs, or None if there is none."""
        task, rule = self.task, self.task.rule(quick=True)
        lonely = task.stranded()
        if any(task.spare[index] < task.held[index] for index in lonely):
            return None
        base = sum([task.leave[index] * task.held[index] for index in lonely]) + len(self.dead) * task.jokers_leave
        steps = quick_steps(task, rule, lonely)
        for limit in self._guesses(base):
            layers = sweep(steps, rule.mask(limit))
            ends = _ends(layers[-1], rule, task.pure)
            if ends:
                break
        else:
            return None
        keep = 0 if task.points else task.keep
        found = sorted([(max(cost + base, keep), wilds, key, at) for cost, _, wilds, key, at in ends])
        lowest = found[0][0]
        best = [(key, at) for cost, _, key, at in found if cost == lowest]
        for key, at in best[:3]:
            self._settle(layout_of(task, rule, walk(steps, layers, key, at), lonely))
            if self._cost() == lowest:
                return lowest
        luck = Random(lowest)
        for _ in range(LUCKY):
            key, at = luck.choice(best)
            if (
                self._settle(layout_of(task, rule, walk(steps, layers, key, at, luck), lonely))
                and self._cost() == lowest
            ):
                return lowest
        return lowest

    def _guesses(self, base: int) -> Iterator[int]:
        """Bounds on the cost to try one after the other: what is likely to be enough, more, and all there is."""
        task, whole = self.task, self._whole()
        cards = sum(task.held)
        guess = max(2, task.needy() * 4 // 5 + cards // 6 - task.wilds * 6 // 5 + 1)
        price = max(task.leave) if task.points else 1
        for factor in (1, 2, 4):
            limit = guess * factor * price - base
            if limit >= whole:
                break
            if limit > 0:
                yield limit
        yield whole

    def _limits(self, low: int, high: int) -> Iterator[int]:
        """Bounds on the cost to try, one after the other."""
        step = 40 if self.task.points else 3
        limit = low + step
        while limit < high:
            yield limit
            step *= 3
            limit += step
        yield high

    def _settle(self, layout: Layout) -> bool:
        left = place_quickly(self.task, layout)
        if left is None:
            return False
        return self._dress(layout, left)

    def _dress(self, layout: Layout, left: Sequence[Card]) -> bool:
        """Offer this layout, dressed in wild cards; whether it is lawful."""
        pool = pool_of(self.task, layout)
        pool.subtract(left)
        hand = [PACK[index] for index in layout.left]
        split_longest(layout.shapes, self._carries)
        melds = dress(self.task, layout.shapes, in_pack_order(pool.elements()), self.question.law.allows)
        return melds is not None and self._offer(melds, [*hand, *left, *self.dead])

    def _carries(self, shape: Shape) -> bool:
        if self.task.carrier == "one-nonwild":
            return any(not self.task.wild[index] for index in shape.naturals_at())
        return bool(shape.naturals)

    # Full sweeps.

    def _full(self, lowest: int) -> bool:
        """Look for anything better than the best so far; whether what is best then is proven.

        First without wild cards that a meld could do without: that is a bound again, and often all that is needed.
        """
        bans = self._first_bans()
        for lean in (True, False):
            outcome, lowest = self._closer(lowest, bans, lean)
            if outcome is not None:
                return outcome
        return False

    def _closer(self, lowest: int, bans: dict[int, list[Ban]], lean: bool) -> tuple[bool | None, int]:
        """Full sweeps, ruling out twins until none turn up: whether the best is proven, and the least it can cost."""
        task, rule = self.task, self.task.rule(quick=False, lean=lean)
        names, base = Names(16), len(self.dead) * self.task.jokers_leave
        for _ in range(BANS):
            high = min(self._cost() - 1, self._whole()) - base
            steps = full_steps(task, rule, names, {suit: tuple(each) for suit, each in bans.items()})
            for limit in self._limits(max(0, lowest - base - 3), high):
                layers = sweep(steps, rule.mask(limit))
                ends = _finals(layers[-1], task, rule, limit)
                if ends:
                    break
            else:
                return True, lowest
            cost, jokers, melded, key, at = min(ends)
            lowest = cost + base
            layout = layout_of(task, rule, walk(steps, layers, key, at), ())
            if lean:
                lawful = self._settle(layout)
            else:
                add_all_wild(task, layout.shapes, melded)
                lawful = self._dress(layout, [JOKER] * jokers)
            if self._cost() <= lowest:
                return True, lowest
            if lawful or not self._ban(layout, bans):
                break
        return self._try_others(steps, layers, ends, rule, lowest), lowest

    def _try_others(
        self,
        steps: list[Step],
        layers: list[Layer],
        ends: list[End],
        rule: Rule,
        lowest: int,
    ) -> bool | None:
        """Offer some more ways to the best ends; whether one of them cannot be bettered, None if that is not known."""
        luck = Random(lowest)
        for _, jokers, melded, key, at in sorted(ends)[:LUCKY]:
            layout = layout_of(self.task, rule, walk(steps, layers, key, at, luck), ())
            if rule.lean:
                self._settle(layout)
            else:
                add_all_wild(self.task, layout.shapes, melded)
                self._dress(layout, [JOKER] * jokers)
            if self._cost() <= lowest:
                return True
        return None

    def _whole(self) -> int:
        task = self.task
        total = sum([leave * spare for leave, spare in zip(task.leave, task.spare, strict=True)])
        return total + (task.jokers_spare * task.jokers_leave) + task.wilds * max(task.wild_cost) + 1

    def _first_bans(self) -> dict[int, list[Ban]]:
        """Runs that lie on the table and stay as they are."""
        bans: dict[int, list[Ban]] = {0: [], 1: [], 2: [], 3: []}
        if self.task.twins == "faces" and not self.task.grows:
            for shape in (as_it_lies(number, meld) for number, meld in enumerate(self.task.old)):
                if shape.is_run:
                    bans[shape.suit].append(Ban(shape.low, shape.high, 0))
        return bans

    def _ban(self, layout: Layout, bans: dict[int, list[Ban]]) -> bool:
        """Rule out two runs that are twins; whether that is all that is wrong and can be ruled out."""
        for one, other in combinations(layout.shapes, 2):
            if not (one.is_run and other.is_run and one.suit == other.suit):
                continue
            ban = self._twin_ban(one, other)
            if ban is not None and ban not in bans[one.suit]:
                bans[one.suit].append(ban)
                return True
        return False

    def _twin_ban(self, one: Shape, other: Shape) -> Ban | None:
        if self.task.twins == "faces" and one.window == other.window:
            return Ban(one.low, one.high, 1)
        tame, wilds = self.task.cards_of(one)
        if self.task.twins != "cards" or not tame or self.task.cards_of(other) != (tame, wilds):
            return None
        if wilds and (self.task.kinds > 1 or one.old is not None or other.old is not None):
            return None
        fixed = not self.task.grows and (one.old is not None or other.old is not None)
        return Ban(tame[0], 14, 0 if fixed else 1, tame, wilds)

    def _guess(self) -> None:
        """Offer something without proof: the way of a sweep that keeps only the most promising states."""
        with Work(GUESS), suppress(TooMuch):
            self._guess_quickly()

    def _guess_quickly(self) -> None:
        task, rule = self.task, self.task.rule(quick=True)
        lonely = task.stranded()
        steps = quick_steps(task, rule, lonely)
        layers = sweep(steps, rule.mask(self._whole()), width=200)
        ends = _ends(layers[-1], rule, task.pure)
        for _, _, _, key, at in sorted(ends)[:5]:
            if self._settle(layout_of(task, rule, walk(steps, layers, key, at), lonely)):
                return


def _ends(layer: Layer, rule: Rule, pure: bool) -> list[End]:
    """Return what the last layer holds: cost, cards kept, wild cards used, key and bit."""
    found = []
    for key, bits in layer.items():
        spend(1 + bits.bit_count())
        while bits:
            low = bits & -bits
            bits ^= low
            at = low.bit_length() - 1
            cost, rest = divmod(at, rule.unit)
            kept, rest = divmod(rest, rule.kept)
            flag, wilds = divmod(rest, rule.flag)
            if flag or not pure:
                found.append((cost, kept, wilds, key, at))
    return found


def _finals(layer: Layer, task: Task, rule: Rule, limit: int) -> list[End]:
    """The whole cost of each end within the limit, jokers left, wild cards in melds of their own, key and bit."""
    found = []
    for cost, kept, wilds, key, at in _ends(layer, rule, task.pure):
        spare = task.wilds - wilds
        if rule.lean:
            left = kept if task.points else cost
            if left + spare >= task.keep:
                found.append((cost if task.points else max(cost, task.keep), 0, 0, key, at))
            continue
        spend(spare if rule.counts_ranked else 1)
        for melded in (0, *range(3, spare + 1)) if rule.counts_ranked else (0,):
            jokers = spare - melded
            more = all_wild_cost(task, melded, task.ranked - (key >> 8 & 15))
            if jokers > task.jokers_spare or more is None:
                continue
            whole = cost + jokers * task.jokers_leave + more
            if (kept + jokers if task.points else whole) >= task.keep and whole <= limit:
                found.append((whole, jokers, melded, key, at))
    return found
