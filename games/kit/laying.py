"""The last step of `arrange`, from shapes to melds: which wild card goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random

from games.cards import JOKER, PACK, Card
from games.engine.work import spend
from games.kit.layout import Layout, Shape, Task
from games.kit.melds import Meld, in_order

SHUFFLES = 60
DRESSING = 50
"""The cost of trying one order of wild cards, in steps of a sweep."""


def pool_of(task: Task, layout: Layout) -> Counter[Card]:
    """Return the wild cards that this layout has to place or leave over, with their numbers."""
    pool: Counter[Card] = Counter()
    if not task.wilds:
        return pool
    pool[JOKER] = task.jokers
    if task.ranked:
        for index, held in enumerate(task.held):
            if held and task.wild[index]:
                pool[PACK[index]] = held
        for index in [at for shape in layout.shapes for at in shape.naturals_at()] + layout.left:
            if task.wild[index]:
                pool[PACK[index]] -= 1
    return pool


def slots_of(task: Task, shape: Shape) -> int:
    """Return how many wild cards a shape needs, not counting the cards of its meld on the table."""
    naturals = len(shape.naturals) if shape.is_run else shape.natural_suits.bit_count()
    return shape.size + shape.pads - naturals - (0 if shape.old is None else len(task.old[shape.old]))


def place_quickly(task: Task, layout: Layout) -> list[Card] | None:
    """Give every wild card of a quick layout its place.

    Return the wild cards left over, or None if they can't be placed.
    """
    pool = pool_of(task, layout)
    spare = pool.total() - sum(slots_of(task, shape) for shape in layout.shapes)
    kept = max(0, task.keep - len(layout.left))
    if spare < kept:
        return None
    shapes = layout.shapes
    if task.pure and shapes:
        pure = [shape for shape in shapes if task.is_pure(shape)]
        if not pure:
            return None
        min(pure, key=lambda shape: shape.high).barred = True
    for shape in shapes:
        if shape.pads:
            _pad(task, shape, shapes)
    unplaced = kept + _grow(task, shapes, spare - kept)
    left: list[Card] = []
    for card in sorted(pool, key=lambda card: _leave_cost(task, card)):
        free = task.jokers_spare if card is JOKER else task.spare[card.index]
        left += [card] * min(free, pool[card], unplaced - len(left))
    return left if len(left) == unplaced else None


def _leave_cost(task: Task, card: Card) -> int:
    return task.jokers_leave if card is JOKER else task.leave[card.index]


def _pad(task: Task, shape: Shape, shapes: Sequence[Shape]) -> None:
    """Lengthen a run by its pads, at the end where they are worth most and don't make a twin."""
    taken = {other.window for other in shapes if other is not shape and not other.pads}
    cost, size = task.wild_cost, shape.size + shape.pads
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


def _grow(task: Task, shapes: Sequence[Shape], count: int) -> int:
    """Add `count` wild cards to runs and sets; return how many found no place.

    They go first to twins, where they make the two differ.
    """
    while count:
        spend(2 * len(shapes))
        able = [shape for shape in shapes if not shape.barred and (shape.old is None or task.grows)]
        ways = [way for shape in able for way in _ways(task, shape)]
        if not ways:
            break
        windows = Counter(shape.window for shape in shapes)
        best = min(ways, key=lambda way: _urgency(way, windows))
        _, shape, window = best
        if shape.is_run:
            _, shape.low, shape.high = window
        else:
            shape.suits = window[1]
        count -= 1
    return count


Way = tuple[int, Shape, tuple[int, int, int]]


def _urgency(way: Way, windows: Counter[tuple[int, int, int]]) -> tuple[bool, int, bool]:
    cost, shape, window = way
    return windows[window] > 0, cost - 1000 * (windows[shape.window] > 1), not shape.is_run


def _ways(task: Task, shape: Shape) -> Iterator[Way]:
    if not shape.is_run:
        for suit in range(4):
            if not shape.suits >> suit & 1:
                yield task.wild_cost[shape.rank], shape, (-shape.rank, shape.suits | 1 << suit, 0)
    elif shape.size < 13:
        if shape.high < 14:
            yield task.wild_cost[shape.high + 1], shape, (shape.suit, shape.low, shape.high + 1)
        if shape.low > 1:
            yield task.wild_cost[shape.low - 1], shape, (shape.suit, shape.low - 1, shape.high)


def split_longest(shapes: list[Shape], carries: Callable[[Shape], bool]) -> None:
    """Split each run that has an ace at both ends in two, if both parts are legal and new."""
    for shape in [shape for shape in shapes if shape.is_run and shape.size == 14 and shape.old is None]:
        for low in range(4, 13):
            lower = Shape(shape.suit, 1, low - 1, [rank for rank in shape.naturals if rank < low])
            upper = Shape(shape.suit, low, 14, [rank for rank in shape.naturals if rank >= low])
            windows = {other.window for other in shapes}
            if carries(lower) and carries(upper) and not {lower.window, upper.window} & windows:
                shapes.remove(shape)
                shapes += [lower, upper]
                break


def dress(
    task: Task, shapes: Sequence[Shape], pool: Sequence[Card], good: Callable[[list[Meld]], bool]
) -> list[Meld] | None:
    """Return the melds of these shapes with the wild cards of `pool` in the open places.

    Several orders of wild cards are tried; the result is None if none of them is `good`.
    """
    ranked = [card for card in pool if card is not JOKER]
    jokers = [card for card in pool if card is JOKER]
    orders = [[*ranked, *jokers], [*jokers, *ranked]] if ranked and jokers else [[*pool]]
    if task.twins == "cards" and len(set(pool)) > 1:
        luck = Random(len(pool))
        orders += [luck.sample(pool, len(pool)) for _ in range(SHUFFLES)]
    for order in orders:
        spend(DRESSING + 2 * len(order))
        melds = _dressed(task, shapes, order)
        if melds is not None and good(melds):
            return melds
    return None


def _dressed(task: Task, shapes: Sequence[Shape], order: Sequence[Card]) -> list[Meld] | None:
    wilds = list(order)
    if len(wilds) != sum(slots_of(task, shape) for shape in shapes):
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
        for face, natural in shape.faces():
            if natural:
                meld.append(face)
            elif face in old:
                meld.append(old[face])
            else:
                meld.append(wilds.pop(0).standing_for(face))
        melds[at] = in_order(meld)
    return [melds[at] for at in range(len(shapes))]


def all_wild_cost(task: Task, count: int, ranked: int) -> int | None:
    """Return the lowest cost of putting `count` wild cards in melds of only wild cards.

    Each of these melds needs one of the `ranked` wild cards. The result is None if that's impossible.
    """
    plan = _all_wild(task.wild_cost, count, ranked)
    return None if plan is None else sum(cost for cost, _ in plan)


@lru_cache(maxsize=1 << 12)
def _all_wild(wild_cost: tuple[int, ...], count: int, ranked: int) -> tuple[tuple[int, int], ...] | None:
    """Return the cost and size of each meld in the cheapest split of `count` wild cards; None if impossible."""
    if not count:
        return ()
    if not ranked or count < 3:
        return None
    best: tuple[tuple[int, int], ...] | None = None
    for size in range(3, min(count, 13) + 1):
        rest = _all_wild(wild_cost, count - size, ranked - 1)
        if rest is not None:
            here = ((_cheapest(wild_cost, size)[0][0], size), *rest)
            if best is None or sum(here_cost for here_cost, _ in here) < sum(cost for cost, _ in best):
                best = here
    return best


def _cheapest(cost: tuple[int, ...], size: int) -> list[tuple[int, int, int]]:
    """Return the windows of this size, the cheapest first: cost, lowest rank, and highest rank.

    For a set both ranks are the set's.
    """
    runs = [(sum(cost[low : low + size]), low, low + size - 1) for low in range(1, 16 - size)]
    sets = [(size * cost[rank], rank, rank) for rank in range(2, 15)] if size < 5 else []
    return sorted([*runs, *sets])


def add_all_wild(task: Task, shapes: list[Shape], count: int) -> None:
    """Add melds of only wild cards to the shapes, `count` cards altogether."""
    if not count:
        return
    for _, size in _all_wild(task.wild_cost, count, task.ranked) or ():
        windows = {shape.window for shape in shapes}
        shapes.append(next(shape for shape in _bare(task, size) if shape.window not in windows))


def _bare(task: Task, size: int) -> Iterator[Shape]:
    for _, low, high in _cheapest(task.wild_cost, size):
        if low == high:
            for suits in (7, 11, 13, 14) if size == 3 else (15,):
                yield Shape(rank=low if low < 14 else 1, suits=suits)
        else:
            yield from (Shape(suit, low, high) for suit in range(4))
