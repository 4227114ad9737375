"""What all measurements share: the clock, taking turns, and the rows of the table they end in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

clock = time.process_time
"""Processor time: what else the machine does in the meantime does not count."""

Amount = TypeVar("Amount", int, float)
HEADS = ("What", "Ours", "Theirs", "Ratio", "Goal", "")


@dataclass(frozen=True)
class Row:
    """One line of the table. `met` is None where there is no goal, or nothing could be measured."""

    what: str
    ours: str
    theirs: str = ""
    ratio: str = ""
    goal: str = ""
    met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        verdict = {True: "met", False: "SHORT", None: ""}[self.met]
        return (self.what, self.ours, self.theirs, self.ratio, self.goal, verdict)


def settle(used: Callable[[], float], idle: float = 0) -> None:
    """Wait until what a site uses, of processor time so far, grows by no more than this from one look to the next: a
    process that has begun looks all games through.
    """
    before, now = -1.0 - idle, used()
    while now - before > idle:
        time.sleep(0.5)
        before, now = now, used()


@dataclass(frozen=True)
class Effort:
    """How much to measure."""

    quick: bool = False

    def __call__(self, full: Amount, quick: Amount) -> Amount:
        return quick if self.quick else full


def take_turns(rounds: int, sides: Mapping[str, Callable[[int], float]]) -> dict[str, float]:
    """The median of each side over some rounds; in each round every side has its turn, with the round's number."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds):
        order = list(sides.items())
        for name, side in order if number % 2 == 0 else reversed(order):
            found[name].append(side(number))
    return {name: median(values) for name, values in found.items()}


def timed(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    start = clock()
    work()
    return clock() - start


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def ms(seconds: float) -> str:
    """Milliseconds, with as many places as are of interest."""
    return f"{seconds * 1e3:.{0 if seconds >= 0.1 else 1 if seconds >= 0.01 else 2}f} ms"


def us(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def table(rows: Sequence[Row]) -> str:
    """The rows in columns."""
    lines = [HEADS, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    lines.insert(1, tuple("-" * width for width in widths))
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines)
    return "\n".join("  ".join(cells).rstrip() for cells in padded)


def say(text: str) -> None:
    print(text, flush=True)
