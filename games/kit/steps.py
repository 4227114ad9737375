"""How a step of a lesson is written down: a function for each kind, and what goals and truths have in common.

`clauses` are ids with blanks between them; `more` goes to the `Step`: `needs`, `options`, `point_at`, `tempting`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.lesson import Answer, Goal, Step, Truth
from games.engine.view import Position


def right(text: str, value: str, why: str) -> Answer:
    """A right answer."""
    return Answer(text, True, why, value)


def wrong(text: str, value: str, why: str) -> Answer:
    """A wrong answer."""
    return Answer(text, False, why, value)


def show(text: str, clauses: str, position: Position, **more: Any) -> Step:
    """Something to look at."""
    return _step("show", text, clauses, position, **more)


def do(
    text: str,
    clauses: str,
    position: Position,
    goal: Goal,
    solution: str | Sequence[str],
    hints: tuple[str, str, str, str],
    done: str,
    **more: Any,
) -> Step:
    """Something to do; any moves that reach the goal count."""
    return _step("do", text, clauses, position, goal=goal, solution=_moves(solution), hints=hints, done=done, **more)


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
    solution: str | Sequence[str],
    *answers: Answer,
    **more: Any,
) -> Step:
    """A question about what will come, and then the moves that show it."""
    said = {"question": question, "truth": truth, "solution": _moves(solution), "answers": answers}
    return _step("predict", text, clauses, position, **said, **more)


def try_illegal(text: str, clauses: str, position: Position, tempting: Sequence[str], done: str, **more: Any) -> Step:
    """Something to try in vain."""
    return _step("try-illegal", text, clauses, position, tempting=tuple(tempting), done=done, **more)


def play_on(text: str, clauses: str, position: Position, turns: int, done: str, **more: Any) -> Step:
    """A few turns against bots."""
    return _step("play-on", text, clauses, position, turns=turns, done=done, **more)


def _step(kind: str, text: str, clauses: str, position: Position, **more: Any) -> Step:
    return Step(kind, text, tuple(clauses.split()), position, **more)


def _moves(solution: str | Sequence[str]) -> tuple[str, ...]:
    return (solution,) if isinstance(solution, str) else tuple(solution)


def all_of(*goals: Goal) -> Goal:
    """All of these goals."""
    return lambda start, moves, now: all(goal(start, moves, now) for goal in goals)


def equals(probe: Callable[[Any], object]) -> Truth:
    """Whether the value is what the probe reads from the state."""
    return lambda state, value: str(probe(state)) == value
