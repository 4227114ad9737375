"""Forecasts: questions about what will happen next, in games where players make no decisions.

The next events at the table decide the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine.event import Event

NOBODY = -1
"""The answer “nobody”: no seat is the right answer."""
Happened = Sequence[Sequence[Event]]
"""The events of each move since the question was asked."""


@dataclass(frozen=True)
class Forecast:
    """A question about what will happen. The answer is a seat. If `nobody` is set, it can also be NOBODY.

    `settle` takes the events since the question was asked and returns the answer, or None while it's undecided.
    """

    name: str
    question: str
    settle: Callable[[Happened], int | None]
    nobody: bool = False
