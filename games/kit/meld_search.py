"""The search behind `arrange_melds`: dynamic programming over all ways to meld cards, rank by rank, suit by suit.

A state says which runs are still open in each suit, and how many cards of the current rank go into sets. Everything
that adds up along the way (cost, wild cards used, whether there is a pure sequence) is a bit position in one integer
per state. A step shifts the bits, and if two paths lead to the same state, their bits are combined with “or”. So one
pass over 14 ranks covers every arrangement, and tracing the path back from the best bit yields the melds.

A quick search skips redundant options, doesn't place wild cards that no meld needs, and allows twins (identical melds),
so the best cost that it finds is a lower bound. An exact search places every wild card. Its only inexact part, twins
among runs, is excluded one by one as twins appear (`RunBan`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, product
from random import Random
from typing import Any, NamedTuple

from games.engine.work_limits import OutOfSteps, spend_steps

ONE, TWO, MIXED, LONG, PURE, OLD, MADE = range(7)
"""Kinds of open runs, and one marker.

In order: a run of one natural card, of two natural cards, of two cards including a wild card, of three or more cards,
the pure sequence that must stay pure, and a run on the table that hasn't ended yet. MADE marks that a banned run has
been made.
"""

Tag = tuple[int, ...]
Run = tuple[int, Tag, int]
"""An open run: its kind, its tag (what bans need to know about it), and a number.

The number is 1 if the run is one card short. For a run on the table, it's its highest rank times four, plus flags for
its being pure.
"""
State = tuple[Run, ...]
SHORT = {ONE: 2, TWO: 1, MIXED: 1}
CROSSES = {ONE: 3, TWO: 2, MIXED: 2, LONG: 1}
FAR = 99
SET_SUITS = (7, 11, 13, 14, 15)


class RunBan(NamedTuple):
    """A limit on the number of similar runs, so that the search doesn't find identical ones.

    At most `most` runs of one suit from rank `low` to rank `high` are allowed. With `tame`, the limit is on runs with
    `wilds` wild cards whose other cards have exactly the ranks in `tame`.
    """

    low: int
    high: int
    most: int
    tame: Tag = ()
    wilds: int = 0


class SearchSettings(NamedTuple):
    """The settings of one search for the best way to meld cards.

    `quick` says whether it's a quick search or an exact one. `wilds` is the number of wild cards, `wild_cost` what a
    wild card costs at each rank, and `keep` the highest number of kept cards to count. With `pure`, the search keeps
    track of whether there is a pure sequence. With `lean`, wild cards aren't used in melds that can do without them.
    """

    quick: bool
    wilds: int
    pure: bool
    wild_cost: tuple[int, ...]
    keep: int = 0
    needs_tame: bool = False
    counts_ranked: bool = False
    swaps: bool = False
    set_twins: bool = False
    lean: bool = False

    @property
    def bits_per_pure_flag(self) -> int:
        return 2 * self.wilds + 2

    @property
    def bits_per_kept_card(self) -> int:
        return 3 * self.bits_per_pure_flag

    @property
    def bits_per_cost_unit(self) -> int:
        return self.bits_per_kept_card * (2 * self.keep + 1)

    def compute_bit_shift(self, total: int) -> int | None:
        """Return how many places a step shifts the bits of a state, or None if the step alone exceeds a limit.

        A bit's position stands for the sums so far: cost, wild cards, a flag for a pure sequence, and cards kept.
        `total` packs what the step adds to these sums into one integer.
        """
        kept, rest = divmod(total, KEPT)
        flag, rest = divmod(rest, FLAG)
        wilds, cost = divmod(rest, WILD)
        if kept > self.keep or flag > 1 or wilds > self.wilds:
            return None
        return cost * self.bits_per_cost_unit + kept * self.bits_per_kept_card + flag * self.bits_per_pure_flag + wilds

    @lru_cache(maxsize=1 << 10)  # noqa: B019
    def build_cost_limit_mask(self, cost: int) -> int:
        """Return a mask of the bits that a state can have: all sums within the limits, up to this cost."""
        row = (1 << (self.wilds + 1)) - 1
        row |= row << self.bits_per_pure_flag
        block = sum(row << self.bits_per_kept_card * kept for kept in range(self.keep + 1))
        return block * (((1 << self.bits_per_cost_unit * (cost + 1)) - 1) // ((1 << self.bits_per_cost_unit) - 1))


class TableRun(NamedTuple):
    """A run on the table that the search can make longer.

    `high` is its highest rank, `wilds` its number of wild cards, and `tame` the ranks of its other cards. It's `pure`
    if every card stands for itself.
    """

    high: int
    pure: bool
    wilds: int
    tame: Tag


class SuitRankCards(NamedTuple):
    """The cards of one rank and suit (a cell), and how a search can use them.

    `held` is the number of cards, `spare` how many of them can be left over, and `leave` the cost of leaving one over.
    `wild` says whether they're wild cards, and `sets` whether they can go into sets. `reach` is the distance to the
    next higher card of the suit. `bans` are limits on the suit's runs, and `old` are the runs on the table that start
    here.
    """

    rank: int
    suit: int
    held: int
    spare: int
    leave: int
    wild: bool
    reach: int
    sets: bool
    bans: tuple[RunBan, ...] = ()
    old: tuple[TableRun, ...] = ()


class SearchMoveEffect(NamedTuple):
    """The effect that a move of the search has on the cards of one rank and suit.

    `carry` says for each run that stays open what happens to it, and `closed` which runs end. `sets` is the number of
    cards that go into sets, and `left` the number of cards left over.
    """

    carry: tuple[tuple[str, int, int], ...]
    closed: tuple[tuple[int, int], ...]
    sets: int
    left: int


WILD, FLAG, KEPT = 1 << 32, 1 << 44, 1 << 52
"""Bit positions of the sums within one step, far apart. `SearchSettings.compute_bit_shift` packs them tightly."""


class SuitStateNumbers:
    """Assigns a short number to each state of a suit, which is the tuple of its open runs."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.suit_width = width + 2
        self.states: list[State] = [()]
        self.numbers: dict[State, int] = {(): 0}

    def get_state_number(self, state: State) -> int:
        found = self.numbers.get(state)
        if found is None:
            found = self.numbers[state] = len(self.states)
            self.states.append(state)
        return found

    def get_suit_bit_offset(self, suit: int) -> int:
        """Return the position of a suit's first bit in a key, an integer that packs a state of the search.

        The bits below those of the suits count cards in sets of the current rank, and ranked wild cards used.
        """
        return 12 + suit * self.suit_width


Move = tuple[int, int, int, Any]
"""A move of the search: the field's new value, the change of the key, the bit shift, and the move's meaning."""
PIECE = 512
"""The number of states that a search handles before it charges the moves of these states as steps."""
PARTS, PLACINGS = 60_000, 60_000
"""The maximum number of attempts to find the moves of one field: of a suit, and of sets.

The attempts are charged as steps each time the moves are needed, cached or not, so that the same question always takes
the same number of steps.
"""


class SearchStep:
    """One step of a search: it uses the cards of one rank and suit, or puts cards of one rank in sets.

    A state of the search has a key, an integer that packs its open runs and counts. The moves of a step depend on one
    field of the key, which is a group of its bits. The moves for a value of the field are computed when they're first
    needed. With `idle`, keys whose field is 0 stay unchanged.
    """

    __slots__ = ("back", "cell", "idle", "mask", "moves", "rows", "shift")

    def __init__(
        self,
        shift: int,
        width: int,
        moves: Callable[[int], tuple[list[Move], int]],
        cell: SuitRankCards | int,
        idle: bool,
    ) -> None:
        self.shift, self.mask = shift, (1 << width) - 1
        self.moves, self.cell, self.idle = moves, cell, idle
        self.rows: dict[int, list[tuple[int, int]]] = {}
        self.back: dict[int, list[tuple[int, int, int, Any]]] = {}

    def find_step_moves(self, field: int) -> list[tuple[int, int]]:
        """Compute and store the step's moves for this value of the field.

        Returns a list of pairs: how each move changes the key, and how far it shifts the bits.
        """
        moves, steps = self.moves(field)
        spend_steps(steps)
        for after, delta, by, meaning in moves:
            self.back.setdefault(after, []).append((field, delta, by, meaning))
        rows = self.rows[field] = [(delta, by) for _, delta, by, _ in moves]
        return rows


Layer = dict[int, int]


def run_search_steps(steps: list[SearchStep], mask: int, width: int = 0) -> list[Layer]:
    """Run the steps of a search. Return the states after each step, as a list of layers.

    A layer is a dict from the key of each state to its bits. The first one has only the state at the start. `mask` has
    the bits to keep (see `SearchSettings.build_cost_limit_mask`). With `width`, only that many of the cheapest states
    are kept after each step. Raises OutOfSteps.
    """
    layer: Layer = {0: 1}
    layers = [layer]
    for step in steps:
        shift, field_mask, rows_of = step.shift, step.mask, step.rows
        if step.idle:
            here = field_mask << shift
            items = [(key, bits) for key, bits in layer.items() if key & here]
            if not items:
                layers.append(layer)
                continue
            new = layer.copy()
            for key, _ in items:
                del new[key]
        else:
            new, items = {}, list(layer.items())
        get = new.get
        for start in range(0, len(items), PIECE):
            steps_here = 0
            for key, bits in items[start : start + PIECE]:
                field = key >> shift & field_mask
                rows = rows_of.get(field)
                if rows is None:
                    rows = step.find_step_moves(field)
                steps_here += len(rows)
                for delta, by in rows:
                    moved = bits << by & mask
                    if moved:
                        to = key + delta
                        new[to] = get(to, 0) | moved
            spend_steps(steps_here)
        if width and len(new) > width:
            best = sorted(new.items(), key=lambda item: item[1] & -item[1])
            new = dict(best[:width])
        layer = new
        layers.append(layer)
    return layers


def trace_search_path(
    steps: list[SearchStep], layers: list[Layer], key: int, at: int, luck: Random | None = None
) -> list[tuple[SearchStep, Any]]:
    """Return the path by which the search reached bit `at` of the state with this key in the last layer.

    The path lists each step that wasn't idle, with what its move did with the cards. If there are several paths, `luck`
    chooses one at random. Without `luck`, returns the first one found.
    """
    path = []
    for number in range(len(steps) - 1, -1, -1):
        step, before = steps[number], layers[number]
        field = key >> step.shift & step.mask
        if not (step.idle and not field and key in before and before[key] >> at & 1):
            ways = _list_previous_states(step, before, key, at, field)
            key, at, meaning = luck.choice(list(ways)) if luck else next(ways)
            path.append((step, meaning))
    path.reverse()
    return path


def _list_previous_states(
    step: SearchStep, before: Layer, key: int, at: int, field: int
) -> Iterator[tuple[int, int, Any]]:
    shift, mask = step.shift, step.mask
    for was, delta, by, meaning in step.back[field]:
        if by <= at:
            bits = before.get(key - delta)
            if bits is not None and bits >> (at - by) & 1 and (key - delta) >> shift & mask == was:
                yield key - delta, at - by, meaning


# -- one rank of one suit --------------------------------------------------------------------------


class PartialCardUse(NamedTuple):
    """A way to use the cards of one rank and suit (a cell) in which some runs are still to come.

    `runs` are the runs still open, `used` is the number of natural cards used, and `total` packs the cost and other
    sums (see `SearchSettings.compute_bit_shift`). `crossed` says whether an open run continues with a wild card at this
    rank. `joined` lists the table's runs used so far, by number, and `made` the banned runs made so far.
    """

    runs: State = ()
    used: int = 0
    total: int = 0
    crossed: bool = False
    joined: tuple[int, ...] = ()
    made: tuple[RunBan, ...] = ()


class RunChoice(NamedTuple):
    """One way to continue or end a run in a search.

    `run` is the run afterward, or None if it ends. `what` is a tuple that begins with the name of what was done, such
    as “end”. `total` and the other fields are what this way adds to those of a `PartialCardUse`.
    """

    run: Run | None
    what: tuple[str, int, int]
    total: int
    used: int = 0
    crossed: bool = False
    joined: int | None = None
    made: tuple[RunBan, ...] = ()


Parts = dict[PartialCardUse, tuple[tuple[tuple[Run, tuple[str, int, int]], ...], tuple[tuple[int, int], ...]]]
"""For each partial use: the runs that stay open, each with what was done to it, and the runs that end."""


@lru_cache(maxsize=1 << 13)
def find_suit_card_uses(
    state: State, aces: int, cell: SuitRankCards, rule: SearchSettings
) -> tuple[tuple[tuple[State, int, int, int, SearchMoveEffect], ...], int]:
    """Return all ways to use the cards of one rank and suit (a cell), and the number of steps to find them.

    `state` has the suit's open runs. If the cell has the high ace, `aces` is the number of its cards that are already
    used as low aces, otherwise 0. A way is a tuple of the new state of the suit, the number of aces used low, the
    change of the key for sets, the bit shift, and the effect of the move. Raises OutOfSteps if there are too many ways.
    """
    moves = _SuitCardUseSearch(state, aces, cell, rule)
    return tuple(moves.list_card_uses()), moves.steps


class _SuitCardUseSearch:
    """Finds all ways to use the cards of one rank and suit (a cell): in runs, in sets, or left in the hand.

    An open run is one that the next rank can still extend. The search goes through the suit's open runs one by one,
    then through the runs on the table, then through the remaining cards.
    """

    def __init__(self, state: State, aces: int, cell: SuitRankCards, rule: SearchSettings) -> None:
        self.cell, self.rule, self.state = cell, rule, state
        self.steps = 0
        self.have = cell.held - aces
        self.out: dict[tuple[State, int, int, int], tuple[State, int, int, int, SearchMoveEffect]] = {}
        self.lows = {ban.low for ban in cell.bans if not ban.tame}
        self.counts_cards = any(ban.tame for ban in cell.bans)
        cost = rule.wild_cost
        self.up = [0]
        for rank in range(cell.rank, 15):
            self.up.append(self.up[-1] + WILD + cost[rank])
        self.down = [0]
        for rank in range(cell.rank - 1, 0, -1):
            self.down.append(self.down[-1] + WILD + cost[rank])
        self.generous = not rule.lean or bool(cell.bans)
        most = len(self.down) - 1 if self.generous else 2 if cell.rank > 12 or any(cost) else 0
        self.below = range(min(rule.wilds, most, len(self.down) - 1) + 1)
        self.wild_here = WILD + (cost[cell.rank] if cell.rank < 15 else 0)
        self.natural_cost = self.wild_here if cell.wild else 0

    def list_card_uses(self) -> Iterator[tuple[State, int, int, int, SearchMoveEffect]]:
        """Yield the ways to use the cards, without duplicates."""
        parts: Parts = {PartialCardUse(): ((), ())}
        for at, run in enumerate(self.state):
            parts = self._extend_partial_uses(parts, list(self._list_run_choices(at, run)), at)
        for number in range(len(self.cell.old)):
            parts = self._extend_partial_uses(
                parts, [RunChoice(None, ("", 0, 0), 0), *self._list_table_run_starts(number)], -1
            )
        for part, (carry, closed) in parts.items():
            if len(part.joined) == len(self.cell.old):
                self._use_remaining_cards(part, carry, closed)
        return iter(self.out.values())

    def _count_steps(self, steps: int) -> None:
        self.steps += steps
        if self.steps > PARTS:
            raise OutOfSteps

    def _extend_partial_uses(self, parts: Parts, ways: list[RunChoice], at: int) -> Parts:
        """Return the partial uses after one more run, by combining each with each way to continue the run.

        `parts` are the partial uses so far, and `ways` are the ways to continue the run. `at` is the run's index among
        the suit's open runs, or -1 for a run on the table.
        """
        after: Parts = {}
        self._count_steps(len(parts) * len(ways))
        most_wilds, most_flags = self.rule.wilds * WILD, FLAG
        for part, (carry, closed) in parts.items():
            runs, used, total, crossed, joined, made = part
            for run, what, adds, uses, crosses, number, bans in ways:
                whole = total + adds
                if used + uses > self.have or whole & FLAG - WILD > most_wilds or whole & KEPT - FLAG > most_flags:
                    continue
                if number is not None and number in joined:
                    continue
                if bans and any(self._count_banned_runs(ban) + made.count(ban) >= ban.most for ban in bans):
                    continue
                key = PartialCardUse(
                    runs if run is None else tuple(sorted((*runs, run))),
                    used + uses,
                    whole,
                    crossed or crosses,
                    joined if number is None else (*joined, number),
                    (*made, *bans),
                )
                if key not in after:
                    ends = what[0] == "end"
                    after[key] = (
                        carry if run is None else (*carry, (run, what)),
                        (*closed, (at, what[2])) if ends else closed,
                    )
        return after

    def _list_run_choices(self, at: int, run: Run) -> Iterator[RunChoice]:
        """Yield the ways to continue or end an open run. `at` is its index among the suit's open runs."""
        cell, rule = self.cell, self.rule
        kind, tag, extra = run
        if kind == MADE:
            yield RunChoice(run if tag[1] >= cell.rank else None, ("made", at, 0), 0)
            return
        if kind == OLD and extra >> 2 >= cell.rank:
            yield RunChoice(run, ("old", at, 0), 0)
            return
        if kind == OLD:
            yield from self._list_run_choices(at, (PURE if extra & 2 else LONG, tag, 0))
            if extra & 1 and rule.pure:
                for way in self._list_run_choices(at, (PURE, tag, 0)):
                    yield way._replace(total=way.total + FLAG)
            return
        for by, wilds in self._list_run_endings(run):
            yield RunChoice(None, ("end", at, wilds), by, made=self._list_bans_on_run(tag, wilds))
        for number in range(len(cell.old)):
            joined = self._join_table_run(run, number)
            if joined is not None:
                yield RunChoice(joined, ("join", at, number), 0, joined=number)
        if self.have:
            for after, by in self._list_run_extensions(run):
                yield RunChoice(after, ("natural", at, 0), self.natural_cost + by, used=1)
        if self._can_run_use_wild_card(kind):
            after = (MIXED if kind == ONE else LONG, self._extend_run_tag(tag, False), extra)
            yield RunChoice(after, ("wild", at, 0), self.wild_here, crossed=True)

    def _can_run_use_wild_card(self, kind: int) -> bool:
        cell, rule = self.cell, self.rule
        if kind == PURE or not rule.wilds or cell.rank > 13:
            return False
        return cell.reach <= (CROSSES[kind] if rule.quick else rule.wilds)

    def _list_run_endings(self, run: Run) -> Iterator[tuple[int, int]]:
        """Yield the ways to end a run below this rank, each as a packed total and the number of wild cards put on top.

        The total is packed as in `SearchSettings.compute_bit_shift`. In a quick search, the wild cards can be at either
        end.
        """
        kind, _, lacking = run
        rule = self.rule
        short = SHORT.get(kind, 0)
        if rule.quick:
            if short <= rule.wilds:
                yield self._compute_run_padding_cost(self.cell.rank - 1, short, kind == ONE), short
        elif kind == PURE:
            yield 0, 0
        elif not lacking:
            most = rule.wilds if self.generous else short
            for wilds in range(short, min(most, len(self.up) - 1) + 1):
                yield self.up[wilds], wilds

    def _compute_run_padding_cost(self, high: int, short: int, single: bool) -> int:
        """Return the cost and number of the wild cards that a run still needs, packed into one integer.

        The run is `short` cards too short, and the cheapest wild cards at either end are used. `high` is the run's
        highest rank, and `single` says whether it has one card or two. The integer is packed as in
        `SearchSettings.compute_bit_shift`.
        """
        if not short:
            return 0
        low = high if single else high - 1
        cost = self.rule.wild_cost
        least = min(
            sum(cost[rank] for rank in range(start, start + 3) if not low <= rank <= high)
            for start in range(max(1, high - 2), min(12, low) + 1)
        )
        return short * WILD + least

    def _list_run_extensions(self, run: Run) -> Iterator[tuple[Run, int]]:
        kind, tag, lacking = run
        tag = self._extend_run_tag(tag, True)
        lacking = int(lacking and self.cell.wild)
        if kind == TWO and self.rule.pure:
            if self.rule.quick:
                yield (LONG, tag, lacking), FLAG
            elif not lacking:
                yield (PURE, tag, 0), FLAG
        yield (TWO if kind == ONE else PURE if kind == PURE else LONG, tag, lacking), 0

    def _list_table_run_starts(self, number: int) -> Iterator[RunChoice]:
        """Yield the ways to open a run on the table that starts at this rank, with wild cards added below it.

        `number` is the index of the run among those on the table that start at this rank and suit.
        """
        old = self.cell.old[number]
        for wilds in self.below if self.generous else (0,):
            tag = (
                self._clear_unneeded_run_tag((-1 - wilds - old.wilds, *old.tame))
                if self.counts_cards
                else self._build_lowest_rank_tag(wilds)
            )
            run = (OLD, tag, old.high << 2 | int(old.pure and not wilds))
            yield RunChoice(run, ("enter", wilds, number), self.down[wilds], joined=number)

    def _join_table_run(self, run: Run, number: int) -> Run | None:
        """Return an open run joined to the run on the table just above it.

        `number` is the index of the run among those on the table that start at this rank and suit. Returns None if the
        pure sequence would be lost.
        """
        kind, tag, _ = run
        old = self.cell.old[number]
        if kind == PURE and not old.pure:
            return None
        if tag and tag[0] < 0:
            tag = self._clear_unneeded_run_tag((tag[0] - old.wilds, *tag[1:], *old.tame))
        state = 2 if kind == PURE else int(old.pure and kind in (ONE, TWO))
        return OLD, tag, old.high << 2 | state

    def _use_remaining_cards(self, part: PartialCardUse, carry: Any, closed: tuple[tuple[int, int], ...]) -> None:
        """Store all uses of the cards that no open run takes: in new runs, in sets, or left over.

        `part` is the partial use that each of them completes. `carry` are the runs that stay open, each with what was
        done to it, and `closed` the runs that end.
        """
        cell, rule = self.cell, self.rule
        rest = self.have - part.used
        if rule.quick and part.crossed and rest and not rule.pure:
            return
        notes = [(_build_ban_marker(ban), ("made", -1, 0)) for ban in part.made if ban.high >= cell.rank]
        carry = (*carry, *notes)
        # If a run has a wild card at this rank, a natural card left over can only begin a new run, the pure sequence.
        for started in range(rest if rule.quick and part.crossed else 0, rest + 1):
            if started and rule.quick and self._is_new_run_needless(closed):
                break
            for fresh, ends, by in self._list_new_run_starts(started):
                total = part.total + by
                if cell.rank == 1:
                    self._record_card_use((*carry, *fresh), (*closed, *ends), started, 0, 0, total)
                    continue
                for sets in range(rest - started + 1):
                    if sets and (not cell.sets or (part.crossed and rule.swaps) or (rule.quick and cell.wild)):
                        break
                    self._record_leftover_choices(
                        rest - started - sets, sets, total, (*carry, *fresh), (*closed, *ends)
                    )

    def _is_new_run_needless(self, closed: tuple[tuple[int, int], ...]) -> bool:
        """Return whether a new run is unnecessary because a run that ends here could continue instead.

        `closed` are the runs that end here. A new run is necessary if it might become the pure sequence and they can't.
        """
        if self.cell.wild and not self.rule.pure:
            return True
        kinds = [self.state[at][0] for at, _ in closed]
        return bool(kinds) and (not self.rule.pure or ONE in kinds or TWO in kinds)

    def _list_new_run_starts(self, started: int) -> Iterator[tuple[Any, tuple[tuple[int, int], ...], int]]:
        """Yield the ways to start `started` runs at this rank.

        A way is a tuple of the runs that stay open, the runs that end right away, and the total of all these runs
        (packed as in `SearchSettings.compute_bit_shift`).
        """
        cell, rule = self.cell, self.rule
        cost = started * self.natural_cost
        if rule.quick:
            if cell.reach < FAR:
                yield (((ONE, (), 0), ("start", 0, 0)),) * started, (), cost
            elif not started:
                yield (), (), 0
            elif rule.wilds >= 2 * started:
                yield (), ((-1, 2),) * started, cost + started * self._compute_run_padding_cost(cell.rank, 2, True)
            return
        lacking = int(rule.needs_tame and cell.wild)
        for below in combinations_with_replacement(self.below, started):
            fresh = tuple(
                (((ONE, MIXED, LONG)[min(wilds, 2)], self._build_new_run_tag(wilds), lacking), ("start", wilds, 0))
                for wilds in below
            )
            yield fresh, (), cost + sum(self.down[wilds] for wilds in below)

    def _record_leftover_choices(
        self, rest: int, sets: int, total: int, carry: Any, closed: tuple[tuple[int, int], ...]
    ) -> None:
        cell, rule = self.cell, self.rule
        total += sets * self.natural_cost
        if cell.wild:
            for left in range(min(rest, 0 if rule.quick or rule.lean else cell.spare) + 1):
                self._record_kept_counts(carry, closed, sets, left, total + left * (WILD + cell.leave))
        elif rest <= cell.spare and not (rule.quick and rest and any(at >= 0 for at, _ in closed)):
            self._record_kept_counts(carry, closed, sets, rest, total + rest * cell.leave)

    def _record_kept_counts(
        self, carry: Any, closed: tuple[tuple[int, int], ...], sets: int, left: int, total: int
    ) -> None:
        for kept in range(min(left, self.rule.keep) + 1):
            self._record_card_use(carry, closed, 0, sets, left, total + kept * KEPT)

    def _record_card_use(
        self, carry: Any, closed: tuple[tuple[int, int], ...], aces: int, sets: int, left: int, total: int
    ) -> None:
        self._count_steps(1)
        by = self.rule.compute_bit_shift(total)
        if by is None:
            return
        ordered = sorted(carry)
        state = tuple(run for run, _ in ordered)
        if self.rule.quick:
            add = sets + (16 if sets == 2 else 0)
        else:
            add = sets << 2 * self.cell.suit
            if self.rule.counts_ranked and self.cell.wild:
                natural = sum(1 for _, (what, _, _) in ordered if what in ("natural", "start"))
                add += (natural + sets + left) << 8
        key = (state, aces, add, by)
        if key not in self.out:
            action = SearchMoveEffect(tuple(what for _, what in ordered), closed, sets, left)
            self.out[key] = (state, aces, add, by, action)

    # Tags: the facts about a run that bans need.

    def _build_lowest_rank_tag(self, wilds: int) -> Tag:
        """Return the tag for a run that starts `wilds` ranks below this one.

        A tag is a tuple that says what bans need to know about a run. This one has the run's lowest rank if a banned
        run starts there. Otherwise, it's empty.
        """
        low = self.cell.rank - wilds
        return (low,) if low in self.lows else ()

    def _build_new_run_tag(self, wilds: int) -> Tag:
        """Return the tag of a new run that begins with `wilds` wild cards.

        Bans recognize a run by its tag. Normally, it's the tag from `_build_lowest_rank_tag`. If bans count cards, it's
        -1 minus the number of wild cards, followed by the ranks of the other cards.
        """
        if not self.counts_cards:
            return self._build_lowest_rank_tag(wilds)
        return self._clear_unneeded_run_tag((-2 - wilds,) if self.cell.wild else (-1 - wilds, self.cell.rank))

    def _extend_run_tag(self, tag: Tag, natural: bool) -> Tag:
        if not tag or tag[0] > 0:
            return tag
        tame = natural and not self.cell.wild
        return self._clear_unneeded_run_tag((*tag, self.cell.rank) if tame else (tag[0] - 1, *tag[1:]))

    def _clear_unneeded_run_tag(self, tag: Tag) -> Tag:
        """Return this tag if the run can still become a banned run, otherwise an empty tag.

        A tag is a tuple that says what bans (limits on the number of similar runs) need to know about a run.
        """
        tame = tag[1:]
        fits = any(ban.tame[: len(tame)] == tame and -1 - tag[0] <= ban.wilds for ban in self.cell.bans)
        return tag if fits else ()

    def _list_bans_on_run(self, tag: Tag, wilds: int) -> tuple[RunBan, ...]:
        if not tag:
            return ()
        if tag[0] > 0:
            ends = (tag[0], self.cell.rank - 1 + wilds)
            return tuple(ban for ban in self.cell.bans if not ban.tame and (ban.low, ban.high) == ends)
        told = (tag[1:], wilds - 1 - tag[0])
        return tuple(ban for ban in self.cell.bans if (ban.tame, ban.wilds) == told)

    def _count_banned_runs(self, ban: RunBan) -> int:
        return self.state.count(_build_ban_marker(ban))


def _build_ban_marker(ban: RunBan) -> Run:
    return MADE, (ban.low, ban.high, *ban.tame, ban.wilds), 0


# -- sets of one rank ------------------------------------------------------------------------------


class SetRules(NamedTuple):
    """The rules for sets of one rank.

    `carrier` says which card every set must contain (see `MeldRules.all_wild`), and `alike` which sets count as
    identical. `wild_suits` is a mask of the suits in which this rank is wild. `old` has a mask of the suits of each set
    on the table, and `grows` says whether cards can be added to these sets.
    """

    carrier: str
    wild_suits: int
    alike: str
    old: tuple[int, ...] = ()
    grows: bool = False


class SetPlan(NamedTuple):
    """A plan that puts cards of one rank in sets: the new sets, and the cards added to sets on the table.

    A new set is a pair of masks: its suits, and those of its natural cards. An added card is a tuple of the set's
    index, the suit, and whether the card is natural.
    """

    new: tuple[tuple[int, int], ...]
    added: tuple[tuple[int, int, bool], ...]


@lru_cache(maxsize=1 << 14)
def find_set_plans(given: int, law: SetRules, most: int) -> tuple[dict[int, SetPlan], int]:
    """Find plans that put all given cards of one rank in sets, with wild cards if necessary.

    `given` has two bits for each suit: the number of cards. Returns the plans by number of wild cards, and the number
    of steps taken. There's at most one plan for each number of wild cards up to `most`. Raises OutOfSteps if there are
    too many ways.
    """
    counts = [given >> 2 * suit & 3 for suit in range(4)]
    plans: dict[int, SetPlan] = {}
    growths = [[0, *(15 ^ old,) * (law.grows and old != 15)] for old in law.old]
    steps = 0
    for size in range(max(counts) + (sum(counts) > 0 and max(counts) < 2) + 1):
        for suits in combinations_with_replacement(SET_SUITS, size):
            for grown in product(*growths):
                steps += 1
                lack = sum(each.bit_count() for each in (*suits, *grown)) - sum(counts)
                if 0 <= lack <= most and lack not in plans:
                    plan, tried = _find_set_plan(counts, suits, grown, law)
                    steps += tried
                    if plan is not None:
                        plans[lack] = plan
                if steps > PLACINGS:
                    raise OutOfSteps
    return plans, steps


def _find_set_plan(
    counts: list[int], suits: tuple[int, ...], grown: tuple[int, ...], law: SetRules
) -> tuple[SetPlan | None, int]:
    """Return a plan that puts the given cards in these sets (or None), and the number of attempts.

    `counts` is the number of given cards of each suit. `suits` has a mask of the suits of each new set, and `grown` a
    mask of the suits added to each set on the table. In a mask, bit 0 is clubs and bit 3 is spades.
    """
    shown = (*suits, *(old | more for old, more in zip(law.old, grown, strict=True)))
    if law.alike == "faces" and len(set(shown)) < len(shown):
        return None, 0
    places = (*suits, *grown)
    choices = []
    for suit, count in enumerate(counts):
        choices.append(list(combinations([at for at, each in enumerate(places) if each >> suit & 1], count)))
    tried = 0
    for tried, chosen in enumerate(islice(product(*choices), PLACINGS), 1):
        naturals = [sum(1 << suit for suit, ats in enumerate(chosen) if at in ats) for at in range(len(places))]
        new = list(zip(suits, naturals, strict=False))
        if all(_is_set_not_all_wild(natural, law) for _, natural in new) and not _has_identical_sets(new, law):
            added = tuple(
                (number, more.bit_length() - 1, bool(natural))
                for number, (more, natural) in enumerate(zip(grown, naturals[len(suits) :], strict=True))
                if more
            )
            return SetPlan(tuple(new), added), tried
    return None, tried


def _is_set_not_all_wild(naturals: int, law: SetRules) -> bool:
    return bool(naturals & ~law.wild_suits) if law.carrier == "one-nonwild" else bool(naturals)


def _has_identical_sets(new: list[tuple[int, int]], law: SetRules) -> bool:
    """Return whether two of these new sets certainly have the same cards.

    With wild cards, that's certain only if all wild cards are of one kind.
    """
    if law.alike not in ("cards", "one kind"):
        return False
    tame = ~law.wild_suits
    return any(
        one[1] & tame == other[1] & tame
        and one[0].bit_count() == other[0].bit_count()
        and (law.alike == "one kind" or one[0] == one[1] & tame)
        for one, other in combinations(new, 2)
    )


def count_wild_cards_for_sets(given: int, twins_barred: bool) -> int | None:
    """Return how many wild cards are needed to put all the given cards of one rank in sets.

    Returns None if two sets would have to be identical and can't be, or if the sets are unnecessary because runs with a
    single natural card do as well. The low four bits of `given` are the number of cards. The bits above are the number
    of suits of which both copies are given. With `twins_barred`, no two sets can be identical.
    """
    cards, doubles = given & 15, given >> 4
    if not cards:
        return 0
    if (cards, doubles) in ((1, 0), (2, 1), (3, 1), (4, 1)) or (twins_barred and doubles == 4):
        return None
    needed = max(0, 6 - cards) if doubles else max(0, 3 - cards)
    return needed + (twins_barred and (cards, doubles) == (6, 3))
