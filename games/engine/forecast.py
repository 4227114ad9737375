"""Forecasts: questions about what will happen next at a table where nobody decides. The next events answer them."""

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
    """A question whose answer is a seat, or can also be NOBODY if `nobody` is set.

    `settle` returns the answer from the events since the question was asked, or None while they leave it open.
    """

    name: str
    question: str
    settle: Callable[[Happened], int | None]
    nobody: bool = False
