"""How a lesson is written down: positions, and a function for each kind of step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lesson import Answer, Goal, Step, Truth
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


def right(text: str, value: str, why: str) -> Answer:
    """A right answer."""
    return Answer(text, True, why, value)


def wrong(text: str, value: str, why: str) -> Answer:
    """A wrong answer."""
    return Answer(text, False, why, value)


def _step(kind: str, text: str, clauses: str, position: Position, **more: Any) -> Step:
    """A step that needs what its position takes for granted: a line that may be so long, a negative joker."""
    if "options" not in more:
        needs = dict(more.get("needs", {}))
        cards = len(position.get("line", "").split())
        if cards > 1:
            needs["line-limit"] = (0, *range(cards, LONGEST_LIMIT + 1))
        if position.get("negative"):
            needs.setdefault("wild-rule", ("opposite-colour", "same-rank"))
        more["needs"] = needs
    return Step(kind, text, tuple(clauses.split()), position, **more)


def show(text: str, clauses: str, position: Position, **more: Any) -> Step:
    """Something to look at."""
    return _step("show", text, clauses, position, **more)


def do(
    text: str,
    clauses: str,
    position: Position,
    goal: Goal,
    solution: Sequence[str],
    hints: tuple[str, str, str, str],
    done: str,
    **more: Any,
) -> Step:
    """Something to do; any moves that reach the goal count."""
    return _step("do", text, clauses, position, goal=goal, solution=tuple(solution), hints=hints, done=done, **more)


def choose(
    text: str, clauses: str, position: Position, question: str, truth: Truth, *answers: Answer, **more: Any
) -> Step:
    """A question about what lies there."""
    return _step("choose", text, clauses, position, question=question, truth=truth, answers=answers, **more)


def predict(
    text: str,
    clauses: str,
    position: Position,
    question: str,
    truth: Truth,
    solution: Sequence[str],
    *answers: Answer,
    **more: Any,
) -> Step:
    """A question about what will come, and then the moves that show it."""
    said = {"question": question, "truth": truth, "solution": tuple(solution), "answers": answers}
    return _step("predict", text, clauses, position, **said, **more)


def try_illegal(text: str, clauses: str, position: Position, tempting: Sequence[str], done: str, **more: Any) -> Step:
    """Something to try in vain."""
    return _step("try-illegal", text, clauses, position, tempting=tuple(tempting), done=done, **more)


def play_on(text: str, clauses: str, position: Position, turns: int, done: str, **more: Any) -> Step:
    """A few turns against bots."""
    return _step("play-on", text, clauses, position, turns=turns, done=done, **more)
