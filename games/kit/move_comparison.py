"""Compares moves over the same imagined deals. Strong bots choose their moves this way.

    worlds = (state.copy_with_cards_filled_in(rng) for _ in range(160))
    best = moves[pick_clearly_best(try_moves(worlds, moves, outcome), doubt=0.3)]

Every move is tried in every deal (“world”), so luck with the cards cancels out when two moves are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import sqrt
from typing import TypeVar

from games.engine.work_limits import OutOfSteps

CLEARLY = 2.0
"""A move that is worse than the best one by this many standard errors is eliminated."""
W = TypeVar("W")
M = TypeVar("M")


def try_moves(worlds: Iterable[W], moves: Sequence[M], outcome: Callable[[W, M], float]) -> list[list[float]]:
    """Try each move in each of these imagined deals (worlds). Return a list of outcomes for each move.

    `outcome` returns how well a move does in a world, as a number. If the steps run out, only the worlds finished by
    then count.
    """
    rows: list[list[float]] = [[] for _ in moves]
    try:
        for world in worlds:
            outcomes = [outcome(world, move) for move in moves]
            for row, one in zip(rows, outcomes, strict=True):
                row.append(one)
    except OutOfSteps:
        pass
    return rows


def pick_move_by_elimination(
    worlds: Iterable[W], moves: Sequence[M], outcome: Callable[[W, M], float], heat: int, doubt: float
) -> M:
    """Compare moves in rounds of imagined deals (`worlds`), and return the move that is best.

    Each round tries all moves that are left in the next `heat` worlds. `outcome` returns how well a move does in a
    world. Moves that are clearly worse than the best one are then eliminated, so that most of the work goes into close
    moves.

    The rounds end when one move is left, or when worlds or steps run out. Then the first of the moves left is returned.
    If others are better than the first by more than `doubt` standard errors, the best of them is returned instead.
    """
    rows: dict[M, list[float]] = {move: [] for move in moves}
    ahead = iter(worlds)
    while len(rows) > 1 and (heats := try_moves(islice(ahead, heat), list(rows), outcome))[0]:
        for row, more in zip(rows.values(), heats, strict=True):
            row += more
        best = max(rows.values(), key=sum)
        rows = {move: row for move, row in rows.items() if not _is_clearly_worse_move(row, best)}
    return list(rows)[pick_clearly_best(list(rows.values()), doubt)]


def _is_clearly_worse_move(one: Sequence[float], best: Sequence[float]) -> bool:
    """Return whether a move is worse than the best one by more than CLEARLY standard errors.

    `one` and `best` are the outcomes of both moves in the same worlds.
    """
    mean, error = compare_outcomes(best, one) if best else (0.0, 0.0)
    return mean > CLEARLY * error


def compare_outcomes(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return how much better the outcomes `one` are than `other` on average, and the standard error.

    Both have the outcomes of a move in the same worlds.
    """
    gains = [mine - its for mine, its in zip(one, other, strict=True)]
    mean = sum(gains) / len(gains)
    return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / max(len(gains) - 1, 1) / len(gains))


def pick_clearly_best(found: Sequence[Sequence[float]], doubt: float) -> int:
    """Return the index of the best move among those clearly better than the first, or 0 if there is none.

    `found` has a row of outcomes for each move. A move is clearly better if its average gain over the first is more
    than `doubt` standard errors.
    """
    best, lead = 0, 0.0
    for number in range(1, len(found) if found[0] else 0):
        mean, error = compare_outcomes(found[number], found[0])
        if mean > lead and mean > doubt * error:
            best, lead = number, mean
    return best
