"""Converts an arrangement problem into numbers for the search, and its result into shapes of melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.cards import PACK, SUITS, Card
from games.kit.meld_search import (
    FAR,
    Move,
    RunBan,
    SearchSettings,
    SearchStep,
    SetRules,
    SuitRankCards,
    SuitStateNumbers,
    TableRun,
    count_wild_cards_for_sets,
    find_set_plans,
    find_suit_card_uses,
)
from games.kit.melds import Meld, order_meld


@dataclass
class ArrangementTask:
    """The cards and rules of an `ArrangementProblem` (how to meld cards best) as numbers for the search.

    Lists of 52 are indexed by a card's `index`: `held` has the number of each card, `spare` how many of them can stay
    in the hand, and `leave` the cost of leaving one there. Ranks run from 1 (ace) to 13, with 14 for a high ace. `old`
    are the melds on the table, and `grows` says whether cards can be added to them.
    """

    held: list[int]
    spare: list[int]
    leave: Sequence[int]
    wild: Sequence[bool]
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
        self.ranked = sum([held for held, wild in zip(self.held, self.wild, strict=True) if wild])
        self.wilds = self.jokers + self.ranked
        self.kinds = (self.jokers > 0) + sum(
            [held > 0 and wild for held, wild in zip(self.held, self.wild, strict=True)]
        )
        self.old_runs: dict[tuple[int, int], list[int]] = {}
        self.old_sets: dict[int, list[int]] = {}
        for number, meld in enumerate(self.old):
            if is_meld_a_set(meld):
                self.old_sets.setdefault(meld[0].face.rank, []).append(number)
            elif self.grows:
                self.old_runs.setdefault((SUITS.index(meld[0].face.suit), list_run_ranks(meld)[0]), []).append(number)

    def build_search_settings(self, quick: bool, lean: bool = False) -> SearchSettings:
        full = not quick
        return SearchSettings(
            quick,
            self.wilds,
            self.pure,
            self.wild_cost,
            self.keep if self.points and full else 0,
            full and self.carrier == "one-nonwild",
            full and not lean and self.can_meld_only_wilds,
            self.twins != "cards",
            quick and self.set_twins and self.twins == "faces",
            lean,
        )

    @property
    def can_meld_only_wilds(self) -> bool:
        """Whether a meld can consist only of cards that stand for others."""
        return self.carrier == "no-printed-only" and self.ranked > 0 and self.wilds > 2

    def build_set_rules(self, rank: int) -> SetRules:
        wild_suits = sum([1 << suit for suit in range(4) if self.wild[suit * 13 + rank - 1]])
        alike = ""
        if self.set_twins:
            alike = {"faces": "faces", "cards": "cards" if self.kinds > 1 else "one kind"}.get(self.twins, "")
        old = tuple([build_suit_mask(self.old[number]) for number in self.old_sets.get(rank, ())])
        return SetRules(self.carrier, wild_suits, alike, old, self.grows)

    def build_rank_masks(self) -> list[int]:
        """Return a mask for each suit that shows which of its ranks are among the cards.

        Bits 1 to 13 are the ranks, and bit 14 is the ace again.
        """
        masks = []
        for suit in range(4):
            mask = 0
            for rank, held in enumerate(self.held[suit * 13 : suit * 13 + 13], 1):
                if held:
                    mask |= 1 << rank
            masks.append(mask | (mask & 2) << 13)
        return masks

    def list_unmeldable_card_indexes(self) -> list[int]:
        """Return the indexes of the cards that no meld can use, not counting wild cards."""
        if self.wilds > 1:
            return []
        masks = self.build_rank_masks()
        clubs, diamonds, hearts, spades = masks
        if self.wilds:
            some = clubs & (diamonds | hearts | spades) | diamonds & (hearts | spades) | hearts & spades
        else:
            some = clubs & diamonds & (hearts | spades) | (clubs | diamonds) & hearts & spades
        lonely = []
        for suit, mask in enumerate(masks):
            near, far = mask >> 1, mask >> 2
            low = mask & near | mask & far | near & far if self.wilds else mask & near & far
            low &= 0x1FFE
            placed = low | low << 1 | low << 2 | some
            alone = mask & ~(placed | placed >> 13 & 2) & 0x3FFE
            while alone:
                bit = alone & -alone
                alone ^= bit
                index = suit * 13 + bit.bit_length() - 2
                if not self.wild[index]:
                    lonely.append(index)
        return lonely

    def has_pure_sequence(self) -> bool:
        """Return whether any three of the cards form a pure sequence."""
        return any(mask & mask >> 1 & mask >> 2 for mask in self.build_rank_masks())

    def count_cards_needing_wilds(self) -> int:
        """Return the number of cards that can stay in the hand and fit a meld only with a wild card."""
        clubs, diamonds, hearts, spades = masks = self.build_rank_masks()
        sets = clubs & diamonds & (hearts | spades) | (clubs | diamonds) & hearts & spades
        count = 0
        for suit, mask in enumerate(masks):
            low = mask & mask >> 1 & mask >> 2
            placed = low | low << 1 | low << 2 | sets
            alone = mask & ~(placed | placed >> 13 & 2) & 0x3FFE
            while alone:
                bit = alone & -alone
                alone ^= bit
                count += self.spare[suit * 13 + bit.bit_length() - 2]
        return count

    def build_table_run(self, number: int) -> TableRun:
        """Convert a run on the table to the form that the search uses. `number` is its index in `old`."""
        meld = self.old[number]
        ranks = list_run_ranks(meld)
        tame = tuple([rank for rank, card in zip(ranks, order_meld(meld), strict=True) if self._is_not_wild(card)])
        return TableRun(ranks[-1], all(card.natural for card in meld), len(meld) - len(tame), tame)

    def _is_not_wild(self, card: Card) -> bool:
        return card.natural and not self.wild[card.index]

    def separate_wilds_in_run(self, shape: MeldShape) -> tuple[tuple[int, ...], int]:
        """Return the ranks of a run's cards that aren't wild, and the number of its wild cards.

        `shape` is the run, including the run on the table that it extends.
        """
        wild = self.wild[13 * shape.suit : 13 * shape.suit + 13]
        tame = [rank for rank in shape.naturals if not wild[(rank - 1) % 13]]
        if shape.old is not None:
            tame += self.build_table_run(shape.old).tame
        return tuple(sorted(tame)), shape.card_count - len(tame)

    def is_pure_run(self, shape: MeldShape) -> bool:
        """Return whether every card of a run stands for itself."""
        if not shape.is_run or shape.pads:
            return False
        if shape.old is None:
            return shape.card_count == len(shape.naturals)
        old = self.old[shape.old]
        return shape.card_count == len(shape.naturals) + len(old) and all(card.natural for card in old)


def is_meld_a_set(meld: Meld) -> bool:
    return meld[0].face.rank == meld[1].face.rank


def build_suit_mask(meld: Meld) -> int:
    return sum(1 << SUITS.index(card.face.suit) for card in meld)


def list_run_ranks(meld: Meld) -> list[int]:
    """Return the ranks of a run in order, with 14 for an ace above the king."""
    ranks = sorted(card.face.rank for card in meld)
    return [*ranks[1:], 14] if ranks[0] == 1 and ranks[-1] == 13 else ranks


# -- the steps of a sweep --------------------------------------------------------------------------

QUICK_NAMES = SuitStateNumbers(8)
QUICK_STEPS: dict[SearchSettings, dict[tuple[int, ...], SearchStep]] = {}
"""The steps of quick searches, by settings and by the cards of a rank and suit. All searches share them."""
QUICK_RULES = 500


def build_quick_search_steps(task: ArrangementTask, rule: SearchSettings, lonely: Sequence[int]) -> list[SearchStep]:
    """Build the steps of a quick search, rank by rank from the low ace to the high ace.

    Each rank has a step for each suit that needs one, and then a step for its sets if it can have any. `rule` has the
    settings of the search. `lonely` has the indexes of cards that it leaves out, because no meld can use them.
    """
    if len(QUICK_STEPS) > QUICK_RULES:
        QUICK_STEPS.clear()
    known = QUICK_STEPS.setdefault(rule, {})
    held = _count_cards_by_rank(task, lonely)
    span = min(4, rule.wilds + 1)
    reach = [_compute_next_card_distances(row, span) for row in held]
    wilds, wild, leave, spare = rule.wilds, task.wild, task.leave, task.spare
    since = [FAR] * 4
    steps = []
    for rank in range(1, 16):
        at = rank - 1 if rank < 14 else 0
        suits = 0
        if 1 < rank < 15:
            suits = sum([1 for suit in range(4) if held[suit][rank] and not wild[suit * 13 + at]])
        sets = suits > 1 and suits + wilds > 2
        for suit in range(4):
            count, far = held[suit][rank], reach[suit][rank]
            if (rank == 1 and far == FAR) or not (count or since[suit] < span):
                since[suit] += 1
                continue
            since[suit] = 0 if count else since[suit] + 1
            index = suit * 13 + at
            name = (rank, suit, count, spare[index], leave[index], wild[index], far, sets)
            step = known.get(name)
            if step is None:
                cell = SuitRankCards(rank, suit, count, min(spare[index], count), leave[index], wild[index], far, sets)
                step = known[name] = _build_suit_step(cell, rule, QUICK_NAMES)
            steps.append(step)
        if sets:
            step = known.get((rank,))
            if step is None:
                step = known[rank,] = _build_quick_set_step(rule, rank)
            steps.append(step)
    return steps


def build_exact_search_steps(
    task: ArrangementTask, rule: SearchSettings, names: SuitStateNumbers, bans: dict[int, tuple[RunBan, ...]]
) -> list[SearchStep]:
    """Build the steps of an exact search, rank by rank from the low ace to the high ace.

    Each rank has a step for each suit that needs one, and then a step for its sets if it can have any. `rule` has the
    settings of the search, `names` numbers the states of each suit, and `bans` has the limits on runs by suit.
    """
    steps = []
    held = _count_cards_by_rank(task, ())
    goals = [row.copy() for row in held]
    for suit, rank in task.old_runs:
        goals[suit][rank] = 1
    reach = [_compute_next_card_distances(row, rule.wilds + 1) for row in goals]
    for rank in range(1, 16):
        at = rank if rank < 14 else 1
        suits = sum(1 for row in held if row[rank])
        sets = 1 < rank < 15 and bool((suits and suits + rule.wilds > 2) or (task.grows and task.old_sets.get(at)))
        for suit in range(4):
            old = tuple([task.build_table_run(number) for number in task.old_runs.get((suit, rank), ())])
            count = held[suit][rank]
            if not (old or count or _can_run_be_open(task, rule, held[suit], suit, rank)):
                continue
            index = suit * 13 + at - 1 if rank < 15 else 0
            cell = SuitRankCards(
                rank,
                suit,
                count,
                min(task.spare[index], count),
                task.leave[index],
                task.wild[index],
                reach[suit][rank],
                sets,
                bans.get(suit, ()),
                old,
            )
            steps.append(_build_suit_step(cell, rule, names))
        if sets:
            steps.append(_build_exact_set_step(task, rule, rank, at))
    return steps


def _count_cards_by_rank(task: ArrangementTask, lonely: Sequence[int]) -> list[list[int]]:
    """Return a list for each suit with the number of its cards at each rank. Aces count at both ends.

    `lonely` has the indexes of cards that are left over anyway. They aren't counted.
    """
    held = task.held
    if lonely:
        held = held.copy()
        for index in lonely:
            held[index] = 0
    return [[0, *held[at : at + 13], held[at], 0] for at in (0, 13, 26, 39)]


def _compute_next_card_distances(row: list[int], most: int) -> list[int]:
    """Return, for each rank, the distance to the suit's next higher card, or FAR if it's more than `most`.

    `row` has the number of cards of each rank in this suit.
    """
    reach, next_at = [FAR] * 16, FAR
    for rank in range(14, 0, -1):
        if next_at - rank <= most:
            reach[rank] = next_at - rank
        if row[rank]:
            next_at = rank
    return reach


def _can_run_be_open(task: ArrangementTask, rule: SearchSettings, row: list[int], suit: int, rank: int) -> bool:
    """Return whether a run of this suit can have begun below this rank and still be open.

    `row` has the number of cards of each rank in this suit.
    """
    if any(of == suit and low < rank for of, low in task.old_runs):
        return True
    return any(row[max(1, rank - 1 - rule.wilds) : rank])


def _build_suit_step(cell: SuitRankCards, rule: SearchSettings, names: SuitStateNumbers) -> SearchStep:
    shift = names.get_suit_bit_offset(cell.suit)
    states, number = names.states, names.get_state_number
    aces_end = cell.rank == 14

    def list_step_moves(field: int) -> tuple[list[Move], int]:
        state, aces = states[field & (1 << names.width) - 1], field >> names.width
        rows = []
        ways, taken = find_suit_card_uses(state, aces if aces_end else 0, cell, rule)
        for after, low, add, by, meaning in ways:
            to = number(after) | (0 if aces_end else (low or aces) << names.width)
            rows.append((to, (to - field << shift) + add, by, meaning))
        return rows, taken * STEPS_OF_A_MOVE

    return SearchStep(shift, names.suit_width, list_step_moves, cell, not cell.held and not cell.old)


def _build_quick_set_step(rule: SearchSettings, rank: int) -> SearchStep:
    wild = 1 + rule.wild_cost[rank] * rule.bits_per_cost_unit

    def list_step_moves(field: int) -> tuple[list[Move], int]:
        cost = count_wild_cards_for_sets(field, rule.set_twins)
        return ([] if cost is None or cost > rule.wilds else [(0, -field, cost * wild, None)]), 1

    return SearchStep(0, 8, list_step_moves, rank, True)


def _build_exact_set_step(task: ArrangementTask, rule: SearchSettings, rank: int, at: int) -> SearchStep:
    wild = 1 + rule.wild_cost[rank] * rule.bits_per_cost_unit
    law = task.build_set_rules(at)

    def list_step_moves(field: int) -> tuple[list[Move], int]:
        plans, taken = find_set_plans(field, law, rule.wilds)
        chosen = [min(plans)] if rule.lean and plans else list(plans)
        return [(0, -field, wilds * wild, plans[wilds]) for wilds in chosen], taken * STEPS_OF_A_MOVE

    return SearchStep(0, 8, list_step_moves, rank, False)


STEPS_OF_A_MOVE = 4
"""The cost, in search steps, of finding one way to use the cards of a field."""


# -- from a path to melds --------------------------------------------------------------------------

RINGS = [[PACK[suit * 13 + (rank - 1) % 13] for rank in range(15)] for suit in range(4)]
"""The cards of each suit by rank, with the ace at 1 and at 14."""


@dataclass(slots=True)
class MeldShape:
    """The shape of a run or set: its positions, and at which of them natural cards are.

    The other positions are for wild cards, or for cards of the meld on the table that it extends (`old`, an index or
    None). A run has a `suit`, its lowest and highest ranks, and the ranks in `naturals`. `pads` is the number of wild
    cards that are still to be added at its ends. A set has a `rank`, a mask of its `suits`, and a mask of
    `natural_suits`.
    """

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
    def shape_key(self) -> tuple[int, int, int]:
        return (self.suit, self.low, self.high) if self.is_run else (-self.rank, self.suits, 0)

    @property
    def card_count(self) -> int:
        return self.high - self.low + 1 if self.is_run else self.suits.bit_count()

    def list_faces(self) -> list[tuple[Card, bool]]:
        """Return a pair for each position of the meld, in order: its face, and whether a natural card is there."""
        if self.is_run:
            ring, naturals = RINGS[self.suit], self.naturals
            return [(ring[rank], rank in naturals) for rank in range(self.low, self.high + 1)]
        return [
            (RINGS[suit][self.rank], bool(self.natural_suits >> suit & 1))
            for suit in range(4)
            if self.suits >> suit & 1
        ]

    def list_natural_card_indexes(self) -> list[int]:
        """Return the `index` of each natural card."""
        if self.is_run:
            return [RINGS[self.suit][rank].index for rank in self.naturals]
        return [suit * 13 + self.rank - 1 for suit in range(4) if self.natural_suits >> suit & 1]


@dataclass
class ArrangementShapes:
    """The shapes of all melds in an arrangement, and the `Card.index` of each card left over.

    It's the result of a search, before wild cards are placed in the shapes.
    """

    shapes: list[MeldShape] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


def build_arrangement_shapes(
    task: ArrangementTask, rule: SearchSettings, path: Sequence[tuple[SearchStep, Any]], lonely: Sequence[int]
) -> ArrangementShapes:
    """Build the shapes of melds that a path through the search describes.

    `path` lists steps of the search, each with what its move did. `lonely` has the indexes of the cards that the search
    left out, because no meld can use them. They're left over.
    """
    layout = ArrangementShapes()
    for index in lonely:
        layout.left += [index] * task.held[index]
    still_open: list[list[MeldShape]] = [[], [], [], []]
    given = 0
    for step, meaning in path:
        if isinstance(step.cell, SuitRankCards):
            given |= _apply_search_move(task, rule, step.cell, meaning, still_open, layout)
            continue
        rank = step.cell if step.cell < 14 else 1
        if rule.quick:
            cards = sum(given >> 2 * suit & 3 for suit in range(4))
            doubles = sum(given >> 2 * suit & 2 for suit in range(4)) // 2
            cost = count_wild_cards_for_sets(cards + 16 * doubles, task.set_twins and task.twins == "faces") or 0
            law = task.build_set_rules(rank)
            plans = find_set_plans(given, law, cost)[0] or find_set_plans(given, law._replace(alike=""), cost)[0]
            meaning = plans.get(cost) or plans[min(plans)]
        for suits, naturals in meaning.new:
            layout.shapes.append(MeldShape(rank=rank, suits=suits, natural_suits=naturals))
        for place, suit, natural in meaning.added:
            number = task.old_sets[rank][place]
            before = build_suit_mask(task.old[number])
            layout.shapes.append(
                MeldShape(rank=rank, suits=before | 1 << suit, natural_suits=1 << suit if natural else 0, old=number)
            )
        given = 0
    grown = {shape.old for shape in layout.shapes}
    for number, meld in enumerate(task.old):
        if number not in grown:
            layout.shapes.append(build_table_meld_shape(number, meld))
    return layout


def build_table_meld_shape(number: int, meld: Meld) -> MeldShape:
    if is_meld_a_set(meld):
        return MeldShape(rank=meld[0].face.rank, suits=build_suit_mask(meld), old=number)
    ranks = list_run_ranks(meld)
    return MeldShape(SUITS.index(meld[0].face.suit), ranks[0], ranks[-1], old=number)


def _apply_search_move(
    task: ArrangementTask,
    rule: SearchSettings,
    cell: SuitRankCards,
    action: Any,
    still_open: list[list[MeldShape]],
    layout: ArrangementShapes,
) -> int:
    """Put the cards of one rank and suit (a cell) in runs or sets, as a move of the search says.

    `action` is the effect of the move. `still_open` has the open runs of each suit, which are updated. Runs that end
    and cards left over go into `layout`. Returns how many of the cell's cards go into sets, as two bits for each suit.
    """
    runs, after = still_open[cell.suit], []
    for at, wilds in action.closed:
        shape = runs[at] if at >= 0 else MeldShape(cell.suit, cell.rank, cell.rank, [cell.rank])
        if rule.quick:
            shape.pads = wilds
        else:
            shape.high += wilds
        layout.shapes.append(shape)
    for what, at, extra in action.carry:
        if what == "start":
            shape = MeldShape(cell.suit, cell.rank - at, cell.rank, [cell.rank])
        elif what == "enter":
            shape = build_table_meld_shape(number := task.old_runs[cell.suit, cell.rank][extra], task.old[number])
            shape.low -= at
        elif what == "made":
            shape = MeldShape()
        else:
            shape = runs[at]
        if what == "join":
            shape.old = task.old_runs[cell.suit, cell.rank][extra]
            shape.high = list_run_ranks(task.old[shape.old])[-1]
        elif what in ("natural", "wild"):
            shape.high = cell.rank
            shape.naturals += [cell.rank] * (what == "natural")
        after.append(shape)
    still_open[cell.suit] = after
    layout.left += [cell.suit * 13 + (cell.rank - 1 if cell.rank < 14 else 0)] * action.left
    return int(action.sets) << 2 * cell.suit
