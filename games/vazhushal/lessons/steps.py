"""How a lesson is written down: positions, and what they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.engine.lesson import Lesson, Step
from games.engine.view import Position

HAND = 13
LONGEST_LIMIT = 20


def table(
    hand: str,
    *,
    melds: Sequence[str] = (),
    mira: Sequence[str] = (),
    line: str = "",
    phase: str = "table",
    seats: int = 2,
    **more: Any,
) -> Position:
    """A position: your hand and melds, Mira's melds (she sits on your left), and the line."""
    left = HAND - sum(len(meld.split()) for meld in mira)
    return {
        "seats": seats,
        "phase": phase,
        "hands": [hand, " ".join("?" * left)],
        "melds": [list(melds), list(mira)],
        "line": line,
        **more,
    }


def draw(hand: str, **more: Any) -> Position:
    """A position in which you are about to draw."""
    return table(hand, phase="draw", **more)


def lesson(slug: str, title: str, idea: str, steps: Iterable[Step], zones: tuple[str, ...] = ()) -> Lesson:
    """A lesson whose steps need what their positions take for granted."""
    return Lesson(slug, title, idea, tuple(map(_needing, steps)), zones)


def _needing(step: Step) -> Step:
    """The step with the house rules that allow its position: a line that may be so long, a negative joker."""
    if step.options is not None:
        return step
    needs = dict(step.needs)
    cards = len(step.position.get("line", "").split())
    if cards > 1:
        needs["line-limit"] = (0, *range(cards, LONGEST_LIMIT + 1))
    if step.position.get("negative"):
        needs.setdefault("wild-rule", ("opposite-colour", "same-rank"))
    return replace(step, needs=needs)
