"""Forecasts: questions about what will happen next, where nobody decides it. What then happens is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine.event import Event

NOBODY = -1
"""The answer that no seat is."""
Happened = Sequence[Sequence[Event]]
"""The events of each move since something was asked."""


@dataclass(frozen=True)
class Forecast:
    """A question whose answer is a seat or, if `nobody` may be the answer, NOBODY.

    `settle` finds the answer in what has happened since it was asked: None as long as that leaves it open.
    """

    name: str
    question: str
    settle: Callable[[Happened], int | None]
    nobody: bool = False
