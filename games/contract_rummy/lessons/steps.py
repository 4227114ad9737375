"""How a lesson is written down: positions, and a function for each kind of step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.lesson import Answer, Goal, Step, Truth
from games.engine.view import Position

SEATS = 4
LEFT = 4
"""Cards in the hand of a player who is down, where the text does not care."""


def table(
    hand: str,
    *,
    melds: Sequence[str] = (),
    mira: Sequence[str] = (),
    ravi: Sequence[str] = (),
    leela: Sequence[str] = (),
    contract: int = 1,
    phase: str = "table",
    **more: Any,
) -> Position:
    """A position: your hand, your melds and those of Mira, Ravi and Leela, who sit on your left in this order."""
    held = 10 if contract < 4 else 12
    hands = [hand, *(" ".join("?" * (LEFT if own else held)) for own in (mira, ravi, leela))]
    return {
        "seats": SEATS,
        "phase": phase,
        "contract": contract,
        "hands": hands,
        "melds": [list(melds), list(mira), list(ravi), list(leela)],
        **more,
    }


def draw(hand: str, *, pile: str, **more: Any) -> Position:
    """A position in which you are about to draw, and the others want nothing."""
    return table(hand, phase="draw", pile=pile, **{"quiet": [1, 2, 3], **more})


def window(hand: str, *, pile: str, turn: int = 3, asked: Sequence[int] = (0, 1, 2), **more: Any) -> Position:
    """A position in which you are asked about the upcard in another player's turn, by default Leela's."""
    answers = ["asked" if seat in asked else "" for seat in range(SEATS)]
    return table(hand, phase="window", pile=pile, turn=turn, answers=answers, **more)


def right(text: str, value: str, why: str) -> Answer:
    """A right answer."""
    return Answer(text, True, why, value)


def wrong(text: str, value: str, why: str) -> Answer:
    """A wrong answer."""
    return Answer(text, False, why, value)


def show(text: str, clauses: str, position: Position, **more: Any) -> Step:
    """Something to look at."""
    return Step("show", text, tuple(clauses.split()), position, **more)


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
    said: dict[str, Any] = {"goal": goal, "solution": tuple(solution), "hints": hints, "done": done}
    return Step("do", text, tuple(clauses.split()), position, **said, **more)


def choose(
    text: str, clauses: str, position: Position, question: str, truth: Truth, *answers: Answer, **more: Any
) -> Step:
    """A question about what lies there."""
    said: dict[str, Any] = {"question": question, "truth": truth, "answers": answers}
    return Step("choose", text, tuple(clauses.split()), position, **said, **more)


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
    said: dict[str, Any] = {"question": question, "truth": truth, "solution": tuple(solution), "answers": answers}
    return Step("predict", text, tuple(clauses.split()), position, **said, **more)


def try_illegal(text: str, clauses: str, position: Position, tempting: Sequence[str], done: str, **more: Any) -> Step:
    """Something to try in vain."""
    return Step("try-illegal", text, tuple(clauses.split()), position, tempting=tuple(tempting), done=done, **more)


def play_on(text: str, clauses: str, position: Position, turns: int, done: str, **more: Any) -> Step:
    """A few turns against bots."""
    return Step("play-on", text, tuple(clauses.split()), position, turns=turns, done=done, **more)
