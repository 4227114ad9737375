"""The last step of arranging melds, which turns shapes into melds: decides which wild card goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random

from games.cards import JOKER, PACK, Card
from games.engine.work_limits import spend_steps
from games.kit.meld_shapes import ArrangementShapes, ArrangementTask, MeldShape
from games.kit.melds import Meld, order_meld

SHUFFLES = 60
DRESSING = 50
"""The cost of trying one order of wild cards, in search steps."""


def count_available_wild_cards(task: ArrangementTask, layout: ArrangementShapes) -> Counter[Card]:
    """Return how many copies of each wild card an arrangement still has to use in melds or leave over.

    `layout` has the shapes of the melds and the cards left over so far.
    """
    pool: Counter[Card] = Counter()
    if not task.wilds:
        return pool
    pool[JOKER] = task.jokers
    if task.ranked:
        for index, held in enumerate(task.held):
            if held and task.wild[index]:
                pool[PACK[index]] = held
        for index in [at for shape in layout.shapes for at in shape.list_natural_card_indexes()] + layout.left:
            if task.wild[index]:
                pool[PACK[index]] -= 1
    return pool


def count_wild_cards_needed(task: ArrangementTask, shape: MeldShape) -> int:
    """Return how many wild cards a shape still needs, besides its natural cards.

    Cards of the meld on the table that it extends aren't needed again.
    """
    naturals = len(shape.naturals) if shape.is_run else shape.natural_suits.bit_count()
    return shape.card_count + shape.pads - naturals - (0 if shape.old is None else len(task.old[shape.old]))


def place_wild_cards(task: ArrangementTask, layout: ArrangementShapes) -> list[Card] | None:
    """Decide which positions of an arrangement get a wild card, without deciding which one.

    `layout` has the shapes of the melds that a search found, which are extended. Returns the wild cards that are left
    over, or None if the wild cards can't be placed.
    """
    pool = count_available_wild_cards(task, layout)
    spare = pool.total() - sum(count_wild_cards_needed(task, shape) for shape in layout.shapes)
    kept = max(0, task.keep - len(layout.left))
    if spare < kept:
        return None
    shapes = layout.shapes
    if task.pure and shapes:
        pure = [shape for shape in shapes if task.is_pure_run(shape)]
        if not pure:
            return None
        min(pure, key=lambda shape: shape.high).barred = True
    for shape in shapes:
        if shape.pads:
            _pad_run_with_wilds(task, shape, shapes)
    unplaced = kept + _add_wild_cards(task, shapes, spare - kept)
    left: list[Card] = []
    for card in sorted(pool, key=lambda card: _get_leftover_cost(task, card)):
        free = task.jokers_spare if card is JOKER else task.spare[card.index]
        left += [card] * min(free, pool[card], unplaced - len(left))
    return left if len(left) == unplaced else None


def _get_leftover_cost(task: ArrangementTask, card: Card) -> int:
    return task.jokers_leave if card is JOKER else task.leave[card.index]


def _pad_run_with_wilds(task: ArrangementTask, shape: MeldShape, shapes: Sequence[MeldShape]) -> None:
    """Extend a run by its missing wild cards (`pads`), at the ends where they cost least.

    If possible, the run doesn't become identical to another run in `shapes`.
    """
    taken = {other.shape_key for other in shapes if other is not shape and not other.pads}
    cost, size = task.wild_cost, shape.card_count + shape.pads
    naturals = range(shape.low, shape.high + 1)
    best = min(
        (
            (shape.suit, low, low + size - 1) in taken,
            sum(cost[rank] for rank in range(low, low + size) if rank not in naturals),
            -low,
        )
        for low in range(max(1, shape.high - size + 1), min(15 - size, shape.low) + 1)
    )
    shape.low = -best[2]
    shape.high = shape.low + size - 1
    shape.pads = 0


def _add_wild_cards(task: ArrangementTask, shapes: Sequence[MeldShape], count: int) -> int:
    """Add `count` wild cards to runs and sets. Return how many of them couldn't be added.

    If two melds are identical, one of them gets a wild card first, to make them different.
    """
    while count:
        spend_steps(2 * len(shapes))
        able = [shape for shape in shapes if not shape.barred and (shape.old is None or task.grows)]
        ways = [way for shape in able for way in _list_placements(task, shape)]
        if not ways:
            break
        windows = Counter(shape.shape_key for shape in shapes)
        best = min(ways, key=lambda way: _build_placement_sort_key(way, windows))
        _, shape, window = best
        if shape.is_run:
            _, shape.low, shape.high = window
        else:
            shape.suits = window[1]
        count -= 1
    return count


Way = tuple[int, MeldShape, tuple[int, int, int]]


def _build_placement_sort_key(way: Way, windows: Counter[tuple[int, int, int]]) -> tuple[bool, int, bool]:
    cost, shape, window = way
    return windows[window] > 0, cost - 1000 * (windows[shape.shape_key] > 1), not shape.is_run


def _list_placements(task: ArrangementTask, shape: MeldShape) -> Iterator[Way]:
    if not shape.is_run:
        for suit in range(4):
            if not shape.suits >> suit & 1:
                yield task.wild_cost[shape.rank], shape, (-shape.rank, shape.suits | 1 << suit, 0)
    elif shape.card_count < 13:
        if shape.high < 14:
            yield task.wild_cost[shape.high + 1], shape, (shape.suit, shape.low, shape.high + 1)
        if shape.low > 1:
            yield task.wild_cost[shape.low - 1], shape, (shape.suit, shape.low - 1, shape.high)


def split_fourteen_card_runs(shapes: list[MeldShape], carries: Callable[[MeldShape], bool]) -> None:
    """Split each run with an ace at both ends into two runs, if that's possible.

    Both runs must be legal, and `shapes` can't have one of them already. Runs that extend a meld on the table aren't
    split. `carries` returns whether a run has the card that every meld must contain (see `MeldRules.all_wild`).
    """
    for shape in [shape for shape in shapes if shape.is_run and shape.card_count == 14 and shape.old is None]:
        for low in range(4, 13):
            lower = MeldShape(shape.suit, 1, low - 1, [rank for rank in shape.naturals if rank < low])
            upper = MeldShape(shape.suit, low, 14, [rank for rank in shape.naturals if rank >= low])
            windows = {other.shape_key for other in shapes}
            if carries(lower) and carries(upper) and not {lower.shape_key, upper.shape_key} & windows:
                shapes.remove(shape)
                shapes += [lower, upper]
                break


def fill_in_wild_cards(
    task: ArrangementTask, shapes: Sequence[MeldShape], pool: Sequence[Card], good: Callable[[list[Meld]], bool]
) -> list[Meld] | None:
    """Build the melds of these shapes, with the wild cards of `pool` in the open positions.

    Several orders of the wild cards are tried. Returns None if none of them gives melds for which `good` returns True.
    """
    ranked = [card for card in pool if card is not JOKER]
    jokers = [card for card in pool if card is JOKER]
    orders = [[*ranked, *jokers], [*jokers, *ranked]] if ranked and jokers else [[*pool]]
    if task.twins == "cards" and len(set(pool)) > 1:
        luck = Random(len(pool))
        orders += [luck.sample(pool, len(pool)) for _ in range(SHUFFLES)]
    for order in orders:
        spend_steps(DRESSING + 2 * len(order))
        melds = _fill_in_wild_order(task, shapes, order)
        if melds is not None and good(melds):
            return melds
    return None


def _fill_in_wild_order(task: ArrangementTask, shapes: Sequence[MeldShape], order: Sequence[Card]) -> list[Meld] | None:
    wilds = list(order)
    if len(wilds) != sum(count_wild_cards_needed(task, shape) for shape in shapes):
        return None
    melds: dict[int, Meld] = {}
    bare = sorted(range(len(shapes)), key=lambda at: bool(shapes[at].naturals or shapes[at].natural_suits))
    for at in bare:
        shape, meld = shapes[at], []
        old = {} if shape.old is None else {card.face: card for card in task.old[shape.old]}
        if shape.old is None and not shape.naturals and not shape.natural_suits:
            ranked = [card for card in wilds if card is not JOKER]
            if ranked:
                wilds.remove(ranked[0])
                wilds.insert(0, ranked[0])
        for face, natural in shape.list_faces():
            if natural:
                meld.append(face)
            elif face in old:
                meld.append(old[face])
            else:
                meld.append(wilds.pop(0).substitute_for(face))
        melds[at] = order_meld(meld)
    return [melds[at] for at in range(len(shapes))]


def compute_all_wild_melds_cost(task: ArrangementTask, count: int, ranked: int) -> int | None:
    """Return the lowest cost of putting `count` wild cards in melds of only wild cards.

    `ranked` is the number of wild cards that aren't jokers. Each of these melds needs at least one. Returns None if
    it's impossible to put all `count` cards in such melds.
    """
    plan = _plan_all_wild_melds(task.wild_cost, count, ranked)
    return None if plan is None else sum(cost for cost, _ in plan)


@lru_cache(maxsize=1 << 12)
def _plan_all_wild_melds(wild_cost: tuple[int, ...], count: int, ranked: int) -> tuple[tuple[int, int], ...] | None:
    """Plan the cheapest way to put `count` wild cards in melds of only wild cards.

    Returns the cost and size of each meld, or None if it's impossible. `wild_cost` is the cost of a wild card by the
    rank that it stands for. `ranked` is the number of wild cards that aren't jokers. Each meld needs at least one.
    """
    if not count:
        return ()
    if not ranked or count < 3:
        return None
    best: tuple[tuple[int, int], ...] | None = None
    for size in range(3, min(count, 13) + 1):
        rest = _plan_all_wild_melds(wild_cost, count - size, ranked - 1)
        if rest is not None:
            here = ((_list_cheapest_meld_spans(wild_cost, size)[0][0], size), *rest)
            if best is None or sum(here_cost for here_cost, _ in here) < sum(cost for cost, _ in best):
                best = here
    return best


def _list_cheapest_meld_spans(cost: tuple[int, ...], size: int) -> list[tuple[int, int, int]]:
    """Return all runs and sets of this size, the cheapest first.

    Each is a tuple of cost, lowest rank, and highest rank. For a set, both ranks are its rank. `cost` is the cost of a
    wild card by rank.
    """
    runs = [(sum(cost[low : low + size]), low, low + size - 1) for low in range(1, 16 - size)]
    sets = [(size * cost[rank], rank, rank) for rank in range(2, 15)] if size < 5 else []
    return sorted([*runs, *sets])


def add_all_wild_melds(task: ArrangementTask, shapes: list[MeldShape], count: int) -> None:
    """Add melds of only wild cards to the shapes, using `count` cards in total."""
    if not count:
        return
    for _, size in _plan_all_wild_melds(task.wild_cost, count, task.ranked) or ():
        windows = {shape.shape_key for shape in shapes}
        shapes.append(next(shape for shape in _list_all_wild_shapes(task, size) if shape.shape_key not in windows))


def _list_all_wild_shapes(task: ArrangementTask, size: int) -> Iterator[MeldShape]:
    for _, low, high in _list_cheapest_meld_spans(task.wild_cost, size):
        if low == high:
            for suits in (7, 11, 13, 14) if size == 3 else (15,):
                yield MeldShape(rank=low if low < 14 else 1, suits=suits)
        else:
            yield from (MeldShape(suit, low, high) for suit in range(4))
