"""How a lesson is written down: positions, and the two directions of play.

Cards go round clockwise at one table and counter-clockwise at another, so a text does not name your neighbours. It
says `{next}` for the player after you, `{last}` for the one before you, `{side}` and `{other}` for left and right as
they sit there, `{way}` for the direction. Seats in a position are those of a clockwise table. `lesson` makes two steps
of such a step, one for each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.court_piece.state import HAND, SEATS
from games.engine.lesson import Answer, Lesson, Step
from games.engine.view import Position

WORDS = {
    "clockwise": {"{next}": "Mira", "{last}": "Leela", "{side}": "left", "{other}": "right", "{way}": "clockwise"},
    "counterclockwise": {
        "{next}": "Leela",
        "{last}": "Mira",
        "{side}": "right",
        "{other}": "left",
        "{way}": "counter-clockwise",
    },
}
"""What the words in braces mean at a table of each direction."""
SIX = ["0", "2", "0", "2", "2", "0"]
"""Six tricks, all of them yours or Ravi's."""
SWEPT = [*SIX, "0"]
"""The first seven tricks, all of them yours or Ravi's."""
THEIR_SIX = ["1", "3", "3", "1", "3", "1"]
"""Six tricks, all of them Mira's or Leela's."""


# -- positions ---------------------------------------------------------------------------------------------


def table(
    hand: str, trick: str = "", *, tricks: Sequence[str] | None = None, trump: str = "S", **more: Any
) -> Position:
    """A position in which you are to play. Unless told otherwise, the sides have taken the tricks before in turn."""
    leader = more.get("leader", (more.get("turn", 0) - len(trick.split())) % SEATS)
    before = taken_in_turn(HAND - len(hand.split()), leader) if tricks is None else list(tricks)
    return {"seats": SEATS, "trump": trump, "hands": [hand], "trick": trick, "tricks": before, **more}


def taken_in_turn(number: int, last: int = 0) -> list[str]:
    """So many tricks, taken by both sides in turn, the last one by this seat."""
    return [str(last if (number - place) % 2 else (last + 1) % SEATS) for place in range(number)]


def call(hand: str, **more: Any) -> Position:
    """A position in which you look at five cards and name trumps."""
    return {"seats": SEATS, "phase": "call", "hands": [hand], **more}


def between_hands(phase: str, **more: Any) -> Position:
    """A position before any card is dealt."""
    return {"seats": SEATS, "phase": phase, **more}


# -- both directions ---------------------------------------------------------------------------------------


def lesson(slug: str, title: str, idea: str, steps: Iterable[Step], zones: tuple[str, ...] = ()) -> Lesson:
    """A lesson, with a step for each direction where one step would not do.

    Answers are put in the order of their texts, so that their places give nothing away.
    """
    told = (one for step in steps for one in _both_ways(step))
    sorted_steps = (replace(one, answers=tuple(sorted(one.answers, key=lambda answer: answer.text))) for one in told)
    return Lesson(slug, title, idea, tuple(sorted_steps), zones)


def _both_ways(step: Step) -> tuple[Step, ...]:
    said = [step.text, step.done, step.question, *step.hints, *step.solution, *step.tempting]
    said += [text for answer in step.answers for text in (answer.text, answer.why, answer.value)]
    if not any("{" in text for text in said):
        return (step,)
    if step.options is not None:
        return (_told(step, str(step.options.get("direction", "clockwise"))),)
    return tuple(replace(_told(step, way), needs={**step.needs, "direction": way}) for way in WORDS)


def _told(step: Step, way: str) -> Step:
    """The step as it is at a table where cards go round this way."""

    def fill(text: str) -> str:
        for word, meaning in WORDS[way].items():
            text = text.replace(word, meaning)
        return text

    return replace(
        step,
        text=fill(step.text),
        done=fill(step.done),
        question=fill(step.question),
        hints=tuple(map(fill, step.hints)),
        solution=tuple(map(fill, step.solution)),
        tempting=tuple(map(fill, step.tempting)),
        answers=tuple(Answer(fill(one.text), one.right, fill(one.why), fill(one.value)) for one in step.answers),
        position=step.position if way == "clockwise" else _mirrored(step.position),
    )


def _mirrored(position: Position) -> Position:
    """The position with Mira and Leela in each other's place; you and Ravi stay where you are."""
    turned = dict(position)
    hands = [*position.get("hands", []), "", "", "", ""][:SEATS]
    turned["hands"] = [hands[_across(seat)] for seat in range(SEATS)]
    turned["tricks"] = [f"{_across(int(text[0]))}{text[1:]}" for text in position.get("tricks", [])]
    for key in ("turn", "leader"):
        if key in position:
            turned[key] = _across(position[key])
    match = position.get("match", {})
    if "dealer" in match:
        turned["match"] = {**match, "dealer": _across(match["dealer"])}
    return turned


def _across(seat: int) -> int:
    return -seat % SEATS
