"""How a lesson is written down: positions, and a function for each kind of step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lesson import Answer, Goal, Step, Truth
from games.engine.view import Position


def table(*hands: str, said: Sequence[str] = (), **more: Any) -> Position:
    """A position in which you speak: your hand first, then those of the others clockwise from your left.

    `said` are the declarations of this hand, a seat and a hand of poker each, the oldest first.
    """
    return {"seats": len(hands), "hands": list(hands), "declared": list(said), **more}


def shown(*hands: str, said: str, loser: int, **more: Any) -> Position:
    """A position after a call, with all cards on the table."""
    return table(*hands, said=[said], phase="between", shown=True, loser=loser, **more)


def right(text: str, value: str, why: str) -> Answer:
    """A right answer."""
    return Answer(text, True, why, value)


def wrong(text: str, value: str, why: str) -> Answer:
    """A wrong answer."""
    return Answer(text, False, why, value)


def _step(kind: str, text: str, clauses: str, position: Position, **more: Any) -> Step:
    """A step that lights up the cards it is about: all of them after a call, else your own."""
    more.setdefault("point_at", ("commune",) if position.get("shown") else ("hand-0",))
    return Step(kind, text, tuple(clauses.split()), position, **more)


def show(text: str, clauses: str, position: Position, **more: Any) -> Step:
    """Something to look at."""
    return _step("show", text, clauses, position, **more)


def do(
    text: str,
    clauses: str,
    position: Position,
    goal: Goal,
    solution: str,
    hints: tuple[str, str, str, str],
    done: str,
    **more: Any,
) -> Step:
    """Something to do; any move that reaches the goal counts."""
    return _step("do", text, clauses, position, goal=goal, solution=(solution,), hints=hints, done=done, **more)


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
    solution: str,
    *answers: Answer,
    **more: Any,
) -> Step:
    """A question about what will come, and then the move that shows it."""
    said = {"question": question, "truth": truth, "solution": (solution,), "answers": answers}
    return _step("predict", text, clauses, position, **said, **more)


def try_illegal(text: str, clauses: str, position: Position, tempting: Sequence[str], done: str, **more: Any) -> Step:
    """Something to try in vain."""
    return _step("try-illegal", text, clauses, position, tempting=tuple(tempting), done=done, **more)


def play_on(text: str, clauses: str, position: Position, turns: int, done: str, **more: Any) -> Step:
    """A few turns against bots."""
    return _step("play-on", text, clauses, position, turns=turns, done=done, **more)
