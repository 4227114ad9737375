"""Puzzles: questions about a position, with answers that the engine verifies.

A theme makes a *setup*, plain JSON, and builds a puzzle from it under any house rules. The right answer is computed
each time, so the same setup shows whether a change of the rules changes the answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from games.engine.clause import Violation
from games.engine.hidden_details import ScreenDetail, remove_hidden_details
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import State
from games.engine.view import Position, Screen, filter_zones
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.errors import BadText, RulesError
from games.words import spell_how_many, spell_number

if TYPE_CHECKING:
    from games.engine.game import Game

P = TypeVar("P")
Setup = dict[str, Any]
"""The stored input of `pose`: JSON with a `position` and anything else that the question needs."""

FORMS = ("tick", "one", "number", "match", "play")
"""The ways to answer. `Puzzle` explains each of them."""
PROOF = 800_000
"""The work limit, in steps, for making a setup, building a puzzle, or judging an answer."""
NOT_SO = "That’s not true."
TOO_MANY = "Checking this would take too many steps."
LONGEST_ANSWER = 40
"""The maximum number of moves in an answer."""


class VoidPuzzle(RulesError):
    """Raised if a puzzle can't be asked under these house rules.

    For example, its position is impossible, or the rule that it's about doesn't apply.
    """


class Unproven(RulesError):
    """Raised when the engine can't verify an answer within its work limit."""


def make_rule_hint(game: Game[Any], clause: str, options: Options) -> str:
    """Return a hint that names a rule: its title and its first sentence under these house rules.

    It's the second of a puzzle's four hints.
    """
    title, says = game.rulebook.get_clause_title(clause), game.rulebook.get_first_sentence_of_clause(clause, options)
    return f"Think of the rule “{title}”. {says}".strip()


def explain_refusal(violation: Violation, tells: Callable[[str], bool]) -> str:
    """Return the error message for an illegal move, or only its first sentence if the rest reveals a right answer.

    `tells(text)` returns whether a text reveals the answer. Raises VoidPuzzle if the first sentence reveals it, too.
    """
    for text in (violation.sentence_with_quoted_cards, violation.summary):
        if not tells(text):
            return text
    raise VoidPuzzle("The explanation for one of the wrong answers gives away the right one.")


@dataclass(frozen=True)
class AnswerOption:
    """An answer option of a puzzle, to be chosen or to be matched with a label.

    `cards` are the codes of the cards that a page draws next to the text.
    """

    id: str
    text: str
    cards: str = ""


@dataclass(frozen=True)
class Verdict:
    """Feedback on an answer: whether it's right, why, the clauses, and a refutation if it's wrong.

    The refutation says what's wrong with the answer and nothing about the right answer. The right answer is in
    `sentence` and `reasons`, which are hidden from a solver who can try again. `missed` are the clauses that the wrong
    answer shows the solver doesn't know; it's empty if the answer doesn't show which.
    """

    right: bool
    sentence: str
    clauses: tuple[str, ...]
    refutation: str = ""
    reasons: dict[str, str] = field(default_factory=dict)
    missed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """A question for the player in seat 0, with its right answer, explanations, and hints.

    `position` has what seat 0 can see of the table. It's empty if the question needs no table.

    `form` is the way to answer: `tick` (any number of options), `one` (an option), `number` (a whole number), `match`
    (for each of `options` one of `labels`), `play` (moves, one a line, judged by the engine; `options` are then answers
    in words that can be given instead).

    `key` is the answer in JSON: a sorted list of ids, an id, a number, an object of ids to labels; for `play` one
    solution as a list of moves, or the id of the right answer in words. `hints` are four sentences: an idea, the rule
    behind it, which cards, and nearly the answer.

    `why` explains the right answer. `reasons` explain by id why an option is right or wrong, without using the other
    options: a solver who chose a wrong one can read its reason and try again. A wrong option has no reason if every
    reason would give away the right answer.
    """

    form: str
    question: str
    position: Position
    key: Any
    clauses: tuple[str, ...]
    why: str
    options: tuple[AnswerOption, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    is_ordering: bool = False
    """Whether the labels are places in an order, so that each is the right one for exactly one option."""
    reasons: dict[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    rating: int = 1500
    zones: tuple[str, ...] = ()
    """The zones of the position to show, or all if it's empty."""
    bare: bool = False
    """Whether notes and marks on cards are hidden because they would reveal the answer."""
    clauses_by_option: dict[str, str] = field(default_factory=dict)
    """The clause that decides each option, by option id: a wrong option breaks it, and a right one follows from it.

    Options that aren't decided by a single clause are left out.
    """
    working: str = ""
    """The calculation of the number that the puzzle asks for."""
    hidden: tuple[ScreenDetail, ...] = ()
    """The screen details that reveal the answer. They're hidden until the puzzle is answered."""
    on: str = ""
    """The zone whose first cards are those of the options, in the same order, so that solvers can choose them there."""
    theme: str = ""
    """The slug of the theme that built the puzzle. `PuzzleTheme.pose` sets it."""

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle with its right answer as JSON, to be stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Puzzle:
        """Load a puzzle stored by `to_json`. Raises KeyError or TypeError for anything else."""
        kept = {key: value for key, value in kept.items() if key != "asked"}  # in old puzzles, before `hidden`
        read = {
            "clauses": tuple(kept["clauses"]),
            "options": tuple(AnswerOption(**option) for option in kept["options"]),
            "labels": tuple((value, label) for value, label in kept["labels"]),
            "hints": tuple(kept["hints"]),
            "zones": tuple(kept["zones"]),
            "hidden": tuple(ScreenDetail(*atom) for atom in kept.get("hidden", ())),
        }
        return cls(**{**kept, **read})

    def hide_answer_on_screen(
        self, screen: Screen, state: State, *, playing: bool = False, answered: bool = False
    ) -> Screen:
        """Return a table's screen as the puzzle's page shows it.

        Unless the puzzle is already `answered`, all details that reveal the answer are left out. The prompt is also
        left out, unless the reader can make moves on the table (`playing`).
        """
        screen = filter_zones(screen, self.zones, state)
        if not playing:
            screen = replace(screen, prompt="")
        if self.bare and not answered:
            screen = replace(screen, zones=tuple(replace(zone, note="", marked=()) for zone in screen.zones))
        return screen if answered else remove_hidden_details(screen, self.hidden)

    @property
    def explanation(self) -> str:
        """The explanation of the right answer, with the calculation if it's a number."""
        return f"{self.why} {self.working}".strip()

    @property
    def content_digest(self) -> str:
        """A hash of what the solver sees. Puzzles with the same hash look the same."""
        answers = sorted([option.text, option.cards] for option in self.options)
        shown = json.dumps([self.question, self.position, answers, self.labels], sort_keys=True)
        return hashlib.sha256(shown.encode()).hexdigest()[:16]

    @property
    def guess_chance(self) -> float:
        """The probability that a random answer is right.

        It's 0 for a number or for free moves, which are hard to guess.
        """
        number = len(self.options)
        if self.form == "tick":
            return 0.5**number
        if self.form == "match":
            return (1 / max(len(self.labels), 1)) ** number
        words = number if self.form == "one" else number + 1 if self.form == "play" and number else 0
        return 1 / words if words else 0.0


@dataclass(frozen=True)
class AnswerRow:
    """One option and everything about it, used while a puzzle is being built.

    `is_right` says whether the option has to be chosen. In a puzzle with labels, `label` is its right label instead.
    `reason` and `clause` are optional.
    """

    id: str
    text: str
    is_right: bool = False
    reason: str = ""
    clause: str = ""
    cards: str = ""
    label: str = ""


def build_answer_fields(form: str, rows: Sequence[AnswerRow], right_clause: str = "") -> dict[str, Any]:
    """Return the fields of a `Puzzle` that follow from its answer options (`rows`).

    `form` is “tick”, “one”, or “match”. `right_clause` is the clause of right options without a clause of their own.

        Puzzle(question="Which cards…", **build_answer_fields("tick", rows), …)

    Raises VoidPuzzle for “one” unless exactly one option is right.
    """
    right = sorted(row.id for row in rows if row.is_right)
    if form == "one" and len(right) != 1:
        raise VoidPuzzle("Exactly one of these answers has to be correct.")
    clauses = {row.id: row.clause or (right_clause if row.is_right else "") for row in rows}
    return {
        "form": form,
        "key": {row.id: row.label for row in rows} if form == "match" else right if form == "tick" else right[0],
        "options": tuple(AnswerOption(row.id, row.text, row.cards) for row in rows),
        "reasons": {row.id: row.reason for row in rows if row.reason},
        "clauses_by_option": {id: clause for id, clause in clauses.items() if clause},
    }


def build_play_parts(moves: Iterable[Move], answer_in_words: AnswerRow) -> dict[str, Any]:
    """Return the fields of a `Puzzle` whose answer is a list of moves: `form`, `key`, `options`, and related ones.

    `answer_in_words` is an option that solvers can choose instead of making moves. The right answer is `moves` or, if
    there are none, that option.
    """
    parts = build_answer_fields("tick", [answer_in_words])
    return {**parts, "form": "play", "key": [*map(str, moves)] or answer_in_words.id}


def _limit_work(found_by: Callable[..., P]) -> Callable[..., P]:
    """Return a function that does what `found_by` does, but stops after a limited number of work steps.

    It raises Unproven if it runs out of steps, or if a search inside it was cut short.
    """

    @wraps(found_by)
    def run_with_limit(*asked: Any) -> P:
        with WorkAllowance(PROOF) as work:
            try:
                found = found_by(*asked)
            except OutOfSteps:
                raise Unproven(TOO_MANY) from None
        if work.cut:
            raise Unproven(TOO_MANY)
        return found

    return run_with_limit


@dataclass(frozen=True)
class PuzzleTheme:
    """A type of puzzle: its name, a sentence about it, the clauses it trains, and the functions that make puzzles.

    `make(rng, options)` returns a setup (JSON). `pose(setup, options)` builds the puzzle of a setup under these house
    rules. Both raise Unproven, or VoidPuzzle if there's nothing to ask under these rules. `judge_by(posed, setup,
    options, answer)` returns a verdict on an answer to the puzzle `posed`. It can be left out if the puzzle's `key` is
    the only right answer. `aim(rng, options, clause)` makes a setup that trains one clause. A theme has it if `make`
    would rarely make a setup about a particular clause.

    `opens` are keys of the position with cards that seat 0 can't normally see, such as the other hands. The question
    shows these cards, so all of them have to be face up in the position.
    """

    slug: str
    title: str
    sentence: str
    clauses: tuple[str, ...]
    make: Callable[[Random, Options], Setup]
    pose: Callable[[Setup, Options], Puzzle]
    judge_by: Callable[[Puzzle, Setup, Options, Any], Verdict] | None = None
    aim: Callable[[Random, Options, str], Setup] | None = None
    opens: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        pose = self.pose
        object.__setattr__(self, "pose", lambda setup, options: replace(pose(setup, options), theme=self.slug))
        for name in ("make", "pose", "judge_by", "aim"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, _limit_work(getattr(self, name)))

    def make_setup_for_clause(self, clause: str, rng: Random, options: Options, tries: int = 20) -> Setup:
        """Make a setup whose puzzle trains this clause. Raises VoidPuzzle if `tries` attempts fail."""
        for _ in range(tries if clause in self.clauses else 0):
            try:
                setup = self.aim(rng, options, clause) if self.aim is not None else self.make(rng, options)
                if clause in self.pose(setup, options).clauses:
                    return setup
            except (VoidPuzzle, Unproven):
                continue
        raise VoidPuzzle(f"Under these house rules, we couldn’t find a question about the rule {clause}.")

    def judge_answer(self, setup: Setup, options: Options, answer: Any, posed: Puzzle | None = None) -> Verdict:
        """Judge an answer to a puzzle. The verdict has the rules that a wrong answer disregards.

        `posed` is the puzzle as the solver saw it. If it's None, the puzzle is built from `setup`, its JSON. Raises
        BadText if the answer doesn't have the puzzle's form. Raises Unproven if the engine can't verify the answer
        within its work limit.
        """
        posed = posed or self.pose(setup, options)
        verdict = self.judge_by(posed, setup, options, answer) if self.judge_by else judge_by_key(posed, answer)
        if verdict.right or verdict.missed:
            return verdict
        return replace(verdict, missed=list_missed_clauses(posed, parse_answer(posed, answer)))


def judge_by_key(puzzle: Puzzle, answer: Any) -> Verdict:
    """Judge an answer by comparing it with the puzzle's `key`, the only right answer.

    Raises BadText if the answer doesn't have the puzzle's form.
    """
    given = parse_answer(puzzle, answer)
    right = given == puzzle.key
    refutation = "" if right else _explain_wrong_answer(puzzle, given)
    return Verdict(right, puzzle.explanation, puzzle.clauses, refutation, puzzle.reasons)


def list_missed_clauses(puzzle: Puzzle, given: Any) -> tuple[str, ...]:
    """Return the ids of the clauses that the solver doesn't know, judging by the wrong answer `given`.

    These are the clauses of the options that were wrongly chosen or left out. If the options have no clauses, it's the
    clause of the puzzle, provided that the puzzle has just one.
    """
    named = [
        puzzle.clauses_by_option[id]
        for id in _list_wrongly_marked_options(puzzle, given)
        if id in puzzle.clauses_by_option
    ]
    if puzzle.form == "one":
        named = named[:1]
    return tuple(dict.fromkeys(named)) or (puzzle.clauses if len(puzzle.clauses) == 1 else ())


def _list_wrongly_marked_options(puzzle: Puzzle, given: Any) -> list[str]:
    """Return the ids of the wrong options that were chosen, then the ids of the right options that were left out.

    In a puzzle with labels, these are the options that were matched with a wrong label. `given` is the parsed answer.
    """
    key = puzzle.key
    if puzzle.form == "tick":
        chosen = [option.id for option in puzzle.options if option.id in given and option.id not in key]
        return chosen + [option.id for option in puzzle.options if option.id in key and option.id not in given]
    if puzzle.form == "match":
        return [option.id for option in puzzle.options if given[option.id] != key[option.id]]
    return [id for id in (given, key) if isinstance(id, str)]


def parse_answer(puzzle: Puzzle, answer: Any) -> Any:
    """Parse an answer into the form of the puzzle's `key`, such as a list of option ids or a number.

    For a puzzle that is answered with moves, the result is an option id or a list of moves as text. Raises BadText.
    """
    return _READERS[puzzle.form](puzzle, answer)


def _collect_option_ids(puzzle: Puzzle) -> set[str]:
    return {option.id for option in puzzle.options}


def _parse_tick_answer(puzzle: Puzzle, answer: Any) -> list[str]:
    chosen = [answer] if isinstance(answer, str) else answer
    ids = _collect_option_ids(puzzle)
    if not isinstance(chosen, (list, tuple)) or not all(isinstance(one, str) and one in ids for one in chosen):
        raise BadText("not a choice among these options", answer, "a list of option ids")
    return sorted(set(chosen))


def _parse_one_answer(puzzle: Puzzle, answer: Any) -> str:
    if not isinstance(answer, str) or answer not in _collect_option_ids(puzzle):
        raise BadText("not one of these options", answer, "the id of an option")
    return answer


def _parse_number_answer(puzzle: Puzzle, answer: Any) -> int:
    text = str(answer).strip().replace("−", "-")
    if isinstance(answer, bool) or not text.lstrip("-").isdecimal() or len(text) > 9:
        raise BadText("not a whole number", answer, "digits, such as 12 or -5")
    try:
        return int(text)
    except ValueError:
        raise BadText("not a whole number", answer, "digits, such as 12 or -5") from None


def _parse_match_answer(puzzle: Puzzle, answer: Any) -> dict[str, str]:
    labels = [value for value, _ in puzzle.labels]
    if (
        not isinstance(answer, dict)
        or set(answer) != _collect_option_ids(puzzle)
        or not all(one in labels for one in answer.values())
    ):
        raise BadText("not a complete set of labels", answer, "an object with a label for each option id")
    return answer


def _parse_play_answer(puzzle: Puzzle, answer: Any) -> str | list[str]:
    if isinstance(answer, str) and answer.strip() in _collect_option_ids(puzzle):
        return answer.strip()
    lines = answer.splitlines() if isinstance(answer, str) else answer
    if not isinstance(lines, (list, tuple)) or not all(isinstance(line, str) for line in lines):
        raise BadText("not a list of moves", answer, "moves, one per line")
    moves = [line.strip() for line in lines if line.strip()]
    if not moves or len(moves) > LONGEST_ANSWER:
        raise BadText("not a list of moves", answer, f"one to {LONGEST_ANSWER} moves, one per line")
    return moves


_READERS: dict[str, Callable[[Puzzle, Any], Any]] = {
    "tick": _parse_tick_answer,
    "one": _parse_one_answer,
    "number": _parse_number_answer,
    "match": _parse_match_answer,
    "play": _parse_play_answer,
}


def _explain_wrong_answer(puzzle: Puzzle, given: Any) -> str:
    """Return a sentence that says what's wrong with the answer `given`.

    If several wrong options were chosen, it's about the first.
    """
    if puzzle.form == "one":
        return puzzle.reasons.get(given, NOT_SO)
    if puzzle.form == "number":
        return f"The answer isn’t {given}."
    if puzzle.form == "match":
        right = sum(given[id] == label for id, label in puzzle.key.items())
        return f"{spell_how_many(right, f'your {spell_number(len(puzzle.key))} answers', 'is')} correct."
    if puzzle.form == "tick":
        wrong = next((option for option in puzzle.options if option.id in given and option.id not in puzzle.key), None)
        if wrong is not None:
            return f"“{wrong.text}” isn’t correct. {puzzle.reasons.get(wrong.id, '')}".strip()
        return "There are other correct answers, too." if given else "At least one answer is correct."
    return NOT_SO


def compute_rule_change_effect(
    theme: PuzzleTheme, setup: Setup, before: Options, after: Options, posed: Puzzle | None = None
) -> str:
    """Return the effect that a change of house rules from `before` to `after` has on a puzzle.

    It's `holds` if the answer stays the same, `other answer` if it changes, `void` if there's nothing to ask, or
    `unproven` if the engine can't verify it. `posed` is the puzzle under the rules `before`, if it's already known. Two
    lists of moves count as the same answer if each is also right under the other rules.
    """
    try:
        old, new = posed or theme.pose(setup, before), theme.pose(setup, after)
        same = old.key == new.key
        if not same and new.form == "play" and isinstance(old.key, list) and isinstance(new.key, list):
            same = theme.judge_answer(setup, after, old.key).right and theme.judge_answer(setup, before, new.key).right
        return "holds" if same else "other answer"
    except Unproven:
        return "unproven"
    except RulesError:
        return "void"
