"""Forecasts: questions about what will happen next at a table where nobody decides anything.

The next events at the table answer a forecast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine.event import Event

NOBODY = -1
"""The answer that no seat is right."""
Happened = Sequence[Sequence[Event]]
"""The events of each move since the question was asked."""


@dataclass(frozen=True)
class Forecast:
    """A question about the future of a table. The answer is a seat or, if `nobody` is set, also NOBODY.

    `settle` returns the answer from the events since the question was asked, or None while the answer is still open.
    """

    name: str
    question: str
    settle: Callable[[Happened], int | None]
    nobody: bool = False
