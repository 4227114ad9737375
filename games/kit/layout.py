"""What is asked of the lattice, in numbers, and from its answer back to melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.cards import SUITS, Card, card_of
from games.kit.lattice import (
    FAR,
    Ban,
    Cell,
    Move,
    Names,
    Rule,
    SetLaw,
    Step,
    quick_set_cost,
    set_plans,
    suit_moves,
)
from games.kit.melds import Meld


@dataclass
class Task:
    """One question, with cards counted by suit (0 to 3) and rank (1 to 13)."""

    held: list[list[int]]
    spare: list[list[int]]
    leave: list[list[int]]
    wild: list[list[bool]]
    jokers: int
    jokers_spare: int
    jokers_leave: int
    wild_cost: tuple[int, ...]
    keep: int
    points: bool
    carrier: str
    twins: str
    set_twins: bool
    pure: bool
    old: list[Meld] = field(default_factory=list)
    grows: bool = False

    def __post_init__(self) -> None:
        self.ranked = sum(
            held
            for row, wild in zip(self.held, self.wild, strict=True)
            for held, is_wild in zip(row, wild, strict=True)
            if is_wild
        )
        self.wilds = self.jokers + self.ranked
        self.old_runs: dict[tuple[int, int], list[int]] = {}
        self.old_sets: dict[int, list[int]] = {}
        for number, meld in enumerate(self.old):
            if is_set_shape(meld):
                self.old_sets.setdefault(meld[0].face.rank, []).append(number)
            elif self.grows:
                self.old_runs.setdefault((SUITS.index(meld[0].face.suit), run_ranks(meld)[0]), []).append(number)

    def rule(self, quick: bool) -> Rule:
        return Rule(
            quick,
            self.wilds,
            self.pure,
            self.wild_cost,
            self.keep if self.points and not quick else 0,
            self.carrier == "one-nonwild" and not quick,
            self.all_wild_melds and not quick,
            self.twins != "cards",
        )

    @property
    def all_wild_melds(self) -> bool:
        """Whether a meld may consist of nothing but cards that stand for others."""
        return self.carrier == "no-printed-only" and self.ranked > 0 and self.wilds > 2

    def set_law(self, rank: int) -> SetLaw:
        wild_suits = sum(1 << suit for suit in range(4) if self.wild[suit][rank])
        alike = ""
        if self.set_twins:
            alike = {"faces": "faces", "cards": "cards" if self.ranked else "jokers"}.get(self.twins, "")
        old = tuple(suits_of(self.old[number]) for number in self.old_sets.get(rank, ()))
        return SetLaw(self.carrier, wild_suits, alike, old, self.grows)

    def stranded(self) -> list[tuple[int, int]]:
        """Cards that no meld can hold, by suit and rank."""
        if self.wilds > 1:
            return []
        lonely = []
        for suit, row in enumerate(self.held):
            ring = [*row, row[1], 0, 0]
            for rank in range(1, 14):
                if row[rank] and not self.wild[suit][rank] and not self._placeable(ring, rank):
                    lonely.append((suit, rank))
        return lonely

    def _placeable(self, row: list[int], rank: int) -> bool:
        most = 3 - self.wilds
        if sum(1 for other in self.held if other[rank]) >= most:
            return True
        for at in (rank, 14) if rank == 1 else (rank,):
            for low in range(max(1, at - 2), min(12, at) + 1):
                if sum(1 for each in row[low : low + 3] if each) >= most:
                    return True
        return False

    def has_pure(self) -> bool:
        """Whether any three cards make a pure sequence."""
        for row in self.held:
            ring = [*row, row[1]]
            if any(ring[low] and ring[low + 1] and ring[low + 2] for low in range(1, 13)):
                return True
        return False


def is_set_shape(meld: Meld) -> bool:
    return meld[0].face.rank == meld[1].face.rank


def suits_of(meld: Meld) -> int:
    return sum(1 << SUITS.index(card.face.suit) for card in meld)


def run_ranks(meld: Meld) -> list[int]:
    """The ranks of a run in order, an ace above the king as 14."""
    ranks = sorted(card.face.rank for card in meld)
    return [*ranks[1:], 14] if ranks[0] == 1 and ranks[-1] == 13 else ranks


# -- the steps of a sweep --------------------------------------------------------------------------

QUICK_NAMES = Names(8)
TABLES: dict[tuple[Any, ...], dict[int, list[Move]]] = {}


def steps_of(
    task: Task, rule: Rule, names: Names, bans: dict[int, tuple[Ban, ...]], lonely: Sequence[tuple[int, int]]
) -> list[Step]:
    """The steps of a sweep: for every rank from the low ace to the high one its suits, then its sets."""
    steps = []
    held = [[*row, row[1], 0] for row in task.held]
    for suit, rank in lonely:
        held[suit][rank] = 0
        if rank == 1:
            held[suit][14] = 0
    tables = TABLES if rule.quick else {}
    reach = [_reaches(row, rule) for row in held]
    for rank in range(1, 16):
        at = rank if rank < 14 else 1
        sets = 1 < rank < 15 and _sets_here(task, rule, held, rank, at)
        for suit in range(4):
            if not _open_here(task, rule, held[suit], reach[suit], suit, rank):
                continue
            old = tuple(
                (run_ranks(task.old[number])[-1], _plays_itself(task.old[number]))
                for number in task.old_runs.get((suit, rank), ())
            )
            leave, spare, wild = (
                (0, 0, False) if rank == 15 else (task.leave[suit][at], task.spare[suit][at], task.wild[suit][at])
            )
            count = held[suit][rank]
            cell = Cell(
                rank, suit, count, min(spare, count), leave, wild, reach[suit][rank], sets, bans.get(suit, ()), old
            )
            steps.append(_suit_step(cell, rule, names, tables))
        if sets:
            steps.append(_set_step(task, rule, rank, at, tables))
    return steps


def _reaches(row: list[int], rule: Rule) -> list[int]:
    """For each rank how far the next card of the suit is above it, or FAR if no run spans the gap."""
    reach = [FAR] * 16
    for rank in range(13, 0, -1):
        reach[rank] = 1 if row[rank + 1] else reach[rank + 1] + 1
    most = min(4, rule.wilds + 1) if rule.quick else rule.wilds + 1
    return [each if each <= most else FAR for each in reach]


def _sets_here(task: Task, rule: Rule, held: list[list[int]], rank: int, at: int) -> bool:
    suits = [suit for suit in range(4) if held[suit][rank] and not (rule.quick and task.wild[suit][at])]
    if len(suits) + rule.wilds >= 3 and len(suits) > rule.quick:
        return True
    return task.grows and bool(task.old_sets.get(at)) and not rule.quick


def _open_here(task: Task, rule: Rule, row: list[int], reach: list[int], suit: int, rank: int) -> bool:
    """Whether anything can happen to a suit at this rank."""
    if rank == 1:
        return bool(task.old_runs.get((suit, 1))) or bool(row[1] and (reach[1] < FAR or not rule.quick))
    if row[rank] or task.old_runs.get((suit, rank)):
        return True
    for number in [number for (of, _), numbers in task.old_runs.items() if of == suit for number in numbers]:
        if run_ranks(task.old[number])[-1] <= rank - 1:
            return True
    return any(row[max(1, rank - 1 - min(rule.wilds, 3 if rule.quick else FAR)) : rank])


def _plays_itself(meld: Meld) -> bool:
    return all(card.natural for card in meld)


def _suit_step(cell: Cell, rule: Rule, names: Names, tables: dict[tuple[Any, ...], dict[int, list[Move]]]) -> Step:
    shift = names.at(cell.suit)
    states, number = names.states, names.number

    def moves(field: int) -> list[Move]:
        state, aces = states[field & (1 << names.width) - 1], field >> names.width
        used = aces if cell.rank == 14 else 0
        rows = []
        for after, low, add, by, meaning in suit_moves(state, used, cell, rule):
            ace_part = 0 if cell.rank == 14 else (low or aces) << names.width
            rows.append(((number(after) + ace_part - field << shift) + add, by, meaning))
        return rows

    return Step(shift, (1 << names.suit_width) - 1, tables.setdefault((cell, rule), {}), moves, cell)


def _set_step(task: Task, rule: Rule, rank: int, at: int, tables: dict[tuple[Any, ...], dict[int, list[Move]]]) -> Step:
    wild = 1 + rule.wild_cost[rank] * rule.unit
    barred = task.set_twins and task.twins == "faces"
    law = task.set_law(at)

    def quick(field: int) -> list[Move]:
        cost = quick_set_cost(field, barred)
        return [] if cost is None or cost > rule.wilds else [(-field, cost * wild, None)]

    def full(field: int) -> list[Move]:
        return [(-field, wilds * wild, plan) for wilds, plan in set_plans(field, law, rule.wilds).items()]

    name = ("sets", wild, barred, rule.wilds) if rule.quick else ("sets", rank)
    return Step(0, 255, tables.setdefault(name, {}), quick if rule.quick else full, rank)


# -- from a path to melds --------------------------------------------------------------------------


@dataclass
class Shape:
    """A run or set: its window, which of its places hold natural cards, and the meld it grew from."""

    suit: int = 0
    low: int = 0
    high: int = 0
    naturals: list[int] = field(default_factory=list)
    pads: int = 0
    old: int | None = None
    rank: int = 0
    suits: int = 0
    natural_suits: int = 0
    barred: bool = False

    @property
    def is_run(self) -> bool:
        return not self.rank

    @property
    def window(self) -> tuple[int, int, int]:
        return (self.suit, self.low, self.high) if self.is_run else (-self.rank, self.suits, 0)

    @property
    def size(self) -> int:
        return self.high - self.low + 1 if self.is_run else self.suits.bit_count()

    @property
    def pure(self) -> bool:
        return self.is_run and self.size == len(self.naturals) > 2 and self.old is None

    def faces(self) -> list[tuple[Card, bool]]:
        """The faces in order, and whether a natural card is to lie there."""
        if self.is_run:
            return [(card_of(rank, SUITS[self.suit]), rank in self.naturals) for rank in range(self.low, self.high + 1)]
        return [
            (card_of(self.rank, SUITS[suit]), bool(self.natural_suits >> suit & 1))
            for suit in range(4)
            if self.suits >> suit & 1
        ]


@dataclass
class Layout:
    """All shapes of an arrangement, the cards left over as `(suit, rank)`, and wild cards not yet placed."""

    shapes: list[Shape] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    spare_wilds: int = 0


def layout_of(task: Task, rule: Rule, path: Sequence[tuple[Step, Any]], lonely: Sequence[tuple[int, int]]) -> Layout:
    """The shapes that a path through the lattice stands for."""
    layout = Layout()
    for suit, rank in lonely:
        layout.left += [(suit, rank)] * task.held[suit][rank]
    still_open: list[list[Shape]] = [[], [], [], []]
    given = 0
    for step, meaning in path:
        if isinstance(step.cell, Cell):
            given |= _follow(task, rule, step.cell, meaning, still_open, layout)
            continue
        rank = step.cell if step.cell < 14 else 1
        if rule.quick:
            cards = sum(given >> 2 * suit & 3 for suit in range(4))
            doubles = sum(given >> 2 * suit & 2 for suit in range(4)) // 2
            cost = quick_set_cost(cards + 16 * doubles, task.set_twins and task.twins == "faces") or 0
            plans = set_plans(given, task.set_law(rank), max(cost, task.wilds))
            meaning = plans.get(cost) or plans[min(plans)]
        for suits, naturals in meaning.new:
            layout.shapes.append(Shape(rank=rank, suits=suits, natural_suits=naturals))
        for place, suit, natural in meaning.added:
            number = task.old_sets[rank][place]
            before = suits_of(task.old[number])
            layout.shapes.append(
                Shape(rank=rank, suits=before | 1 << suit, natural_suits=1 << suit if natural else 0, old=number)
            )
        given = 0
    grown = {shape.old for shape in layout.shapes}
    for number, meld in enumerate(task.old):
        if number not in grown:
            layout.shapes.append(as_it_lies(number, meld))
    return layout


def as_it_lies(number: int, meld: Meld) -> Shape:
    if is_set_shape(meld):
        return Shape(rank=meld[0].face.rank, suits=suits_of(meld), old=number)
    ranks = run_ranks(meld)
    return Shape(SUITS.index(meld[0].face.suit), ranks[0], ranks[-1], old=number)


def _follow(task: Task, rule: Rule, cell: Cell, action: Any, still_open: list[list[Shape]], layout: Layout) -> int:
    """Apply what one step does to the open runs of its suit; the cards it gives to sets, two bits for each suit."""
    runs, after = still_open[cell.suit], []
    for at, wilds in action.closed:
        shape = runs[at] if at >= 0 else Shape(cell.suit, cell.rank, cell.rank, [cell.rank])
        if rule.quick:
            shape.pads = wilds
        else:
            shape.high += wilds
        layout.shapes.append(shape)
    for what, at, extra in action.carry:
        if what == "start":
            shape = Shape(cell.suit, cell.rank - at, cell.rank, [cell.rank])
        elif what == "enter":
            shape = as_it_lies(number := task.old_runs[cell.suit, cell.rank][extra], task.old[number])
            shape.low -= at
        elif what == "made":
            shape = Shape()
        else:
            shape = runs[at]
        if what == "join":
            shape.old = task.old_runs[cell.suit, cell.rank][extra]
            shape.high = run_ranks(task.old[shape.old])[-1]
        elif what in ("natural", "wild"):
            shape.high = cell.rank
            shape.naturals += [cell.rank] * (what == "natural")
        after.append(shape)
    still_open[cell.suit] = after
    layout.left += [(cell.suit, cell.rank if cell.rank < 14 else 1)] * action.left
    return int(action.sets) << 2 * cell.suit
