"""Puzzles: questions on a position whose answer the engine proves.

A theme makes a *setup*, plain JSON, and poses it as a puzzle under any house rules. The key is computed each time it is posed, so the same
setup tells whether a change of the rules changes the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine.options import Options
from games.engine.view import Position
from games.errors import HouseError

Setup = dict[str, Any]
"""What a maker leaves for `pose`: JSON, with a `position` and whatever else the question needs."""

FORMS = ("tick", "one", "number", "match", "play")


class Void(HouseError):
    """Under these house rules the setup asks nothing: its position cannot be, or the rule it is about does not hold."""


class Unproven(HouseError):
    """The engine reached its bound before it could prove the answer."""


@dataclass(frozen=True)
class Option:
    """One thing to tick, or one row to match. `cards` are card codes to draw beside the text."""

    id: str
    text: str
    cards: str = ""


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer: whether it is right, why, by which clauses, and the refutation of a wrong one."""

    right: bool
    sentence: str
    clauses: tuple[str, ...]
    refutation: str = ""
    reasons: dict[str, str] = field(default_factory=dict)
    """By option id: why it is right or wrong."""


@dataclass(frozen=True)
class Puzzle:
    """A question for seat 0 of `position`.

    `form` says how it is answered: `tick` (any number of options), `one` (an option), `number` (a whole number), `match` (for each of
    `options` one of `labels`), `play` (moves, one a line, judged by the engine). `key` is the answer in JSON: a sorted list of ids, an id, a number, an
    object of ids to labels, or for `play` one winning line as a list of moves.
    """

    theme: str
    form: str
    question: str
    position: Position
    key: Any
    clauses: tuple[str, ...]
    why: str
    options: tuple[Option, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    rating: int = 1500
    zones: tuple[str, ...] = ()
    """Zones of the position to show, all if empty."""


@dataclass(frozen=True)
class Theme:
    """A kind of puzzle: its name, a sentence, the clauses it trains, and the two functions that make it.

    `make(rng, options)` returns a setup; `pose(setup, options)` the puzzle it is under these house rules. Both raise Void where the rules
    leave nothing to ask, and `pose` raises Unproven. `judge(setup, options, answer)` returns a verdict on an answer; it may be left out where comparing
    with the key is enough.
    """

    slug: str
    title: str
    sentence: str
    clauses: tuple[str, ...]
    make: Callable[[Random, Options], Setup]
    pose: Callable[[Setup, Options], Puzzle]
    judge_by: Callable[[Setup, Options, Any], Verdict] | None = None

    def judge(self, setup: Setup, options: Options, answer: Any) -> Verdict:
        """What is to be said of this answer. Raises BadText if it has not the puzzle's form."""
        if self.judge_by is not None:
            return self.judge_by(setup, options, answer)
        return compare(self.pose(setup, options), answer)


def compare(puzzle: Puzzle, answer: Any) -> Verdict:
    """The verdict where the key is the only right answer. Raises BadText if the answer has not the puzzle's form."""
    given = read_answer(puzzle, answer)
    right = given == puzzle.key
    refutation = "" if right else _refutation(puzzle, given)
    return Verdict(right, puzzle.why, puzzle.clauses, refutation, puzzle.reasons)


def read_answer(puzzle: Puzzle, answer: Any) -> Any:
    """The answer in the form of the key. Raises BadText."""
    from games.errors import BadText

    ids = {option.id for option in puzzle.options}
    if puzzle.form == "tick":
        chosen = [answer] if isinstance(answer, str) else answer
        if not isinstance(chosen, (list, tuple)) or not all(isinstance(one, str) and one in ids for one in chosen):
            raise BadText("not a choice of these options", answer, "ids of the options")
        return sorted(set(chosen))
    if puzzle.form == "one":
        if not isinstance(answer, str) or answer not in ids:
            raise BadText("not one of these options", answer, "the id of an option")
        return answer
    if puzzle.form == "number":
        try:
            return int(answer)
        except (TypeError, ValueError):
            raise BadText("not a whole number", answer, "a whole number") from None
    if puzzle.form == "match":
        labels = {value for value, _ in puzzle.labels}
        if not isinstance(answer, dict) or set(answer) != ids or not set(answer.values()) <= labels:
            raise BadText("not a label for each option", answer, "an object of option ids and labels")
        return answer
    raise BadText("this puzzle is answered with moves", answer)


def _refutation(puzzle: Puzzle, given: Any) -> str:
    """The reason of the first option that was judged wrongly, if reasons are given."""
    if puzzle.form == "tick":
        wrong = [option.id for option in puzzle.options if (option.id in given) != (option.id in puzzle.key)]
    elif puzzle.form == "match":
        wrong = [id for id in given if given[id] != puzzle.key[id]]
    elif puzzle.form == "one":
        wrong = [given]
    else:
        wrong = []
    return next((puzzle.reasons[id] for id in wrong if id in puzzle.reasons), "")


def status(theme: Theme, setup: Setup, before: Options, after: Options) -> str:
    """What becomes of a puzzle when the house rules change: `holds`, `other answer`, `void` or `unproven`."""
    try:
        key = theme.pose(setup, before).key
        return "holds" if theme.pose(setup, after).key == key else "other answer"
    except Unproven:
        return "unproven"
    except HouseError:
        return "void"
