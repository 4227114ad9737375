"""Lessons: a course of small steps on real positions, each of them provable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.move import Move
from games.engine.options import Options, Value
from games.engine.state import DEALER, State
from games.engine.view import Position, View
from games.errors import HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

KINDS = ("show", "do", "choose", "predict", "try-illegal", "play-on")
COMPANY = ("You", "Mira", "Ravi", "Leela", "Joseph", "Noor", "Tara", "Kiran", "Asha", "Dev")
"""Who sits at the table of a step, by seat; texts may speak of them by name."""

Goal = Callable[[Any, Sequence[Move], Any], bool]
"""(state at the start, moves made since, state now) -> whether the step is done."""
Truth = Callable[[Any, str], bool]
"""(state, an answer's value) -> whether the rules make this answer right."""


@dataclass(frozen=True)
class Answer:
    """One answer of a question. `value` is what the truth is asked about: a move, cards, a number."""

    text: str
    right: bool
    why: str
    value: str


@dataclass(frozen=True)
class Step:
    """One step of a lesson, for the seat 0 of `position`.

    `text` says what to see or do, `clauses` what it teaches; `point_at` names zones or card codes to light up. `needs`
    are option values without which the text would be untrue (a tuple lists several that will do). `options` is for a
    step about another table: it is played by the book with these values, whatever the reader's own house rules.
    `hints` run from an idea to the move.

    - `do`: done when `goal` holds; `solution` is one way there, `done` what to say then.
    - `choose`, `predict`: `answers` to `question`; `truth` proves each. `predict` then plays `solution` to show it.
    - `try-illegal`: `tempting` moves that the rules refuse by one of `clauses`; trying one is the point. A page offers
      each as a button too, since a table has none for what is never allowed at the moment.
    - `play-on`: `turns` turns of the reader's own, against steady bots.
    """

    kind: str
    text: str
    clauses: tuple[str, ...]
    position: Position
    point_at: tuple[str, ...] = ()
    needs: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)
    options: Mapping[str, Value] | None = None
    hints: tuple[str, ...] = ()
    goal: Goal | None = None
    solution: tuple[str, ...] = ()
    done: str = ""
    question: str = ""
    answers: tuple[Answer, ...] = ()
    truth: Truth | None = None
    tempting: tuple[str, ...] = ()
    turns: int = 0

    def seats(self, game: Game[Any]) -> int:
        """How many sit at this step's table."""
        return int(self.position.get("seats", game.seats[0]))

    def rules(self, options: Options) -> Options:
        """The house rules that the step is played by: the reader's, or those of the table it is about."""
        return options if self.options is None else type(options)(self.options)

    def load(self, game: Game[Any], options: Options) -> State:
        """The state the step begins with, under these house rules."""
        chosen = self.rules(options).changed()
        state: State = game.load({**self.position, "game": game.slug, "options": chosen})
        return state

    def dealt(self, game: Game[Any], options: Options, rng: Random) -> State:
        """The state the step begins with, and the cards that its position leaves open dealt by `rng`."""
        state = self.load(game, options)
        if not state.waiting or DEALER in state.waiting:
            return state
        whole: State = game.imagine(View(game.slug, 0, game.position(state)), rng)
        return whole

    def faults(self, game: Game[Any], options: Options) -> list[str]:
        """What is wrong with the step under these house rules; empty if all that it says and asks holds."""
        if not self.true_under(options):
            return ["It needs other house rules."]
        for clause in self.clauses:
            entry = game.rulebook.entry(clause, self.rules(options))
            if entry is None or not entry.holds:
                return [f"There is no rule {clause} under these house rules."]
        try:
            state = self.load(game, options)
        except HouseError as refused:
            return [f"Its position is refused: {refused}"]
        return list(self._faults(game, state))

    def true_under(self, options: Options) -> bool:
        """Whether these house rules have the values that the text needs."""
        rules = self.rules(options)
        return all(
            rules.value(name) in (wanted if isinstance(wanted, tuple) else (wanted,))
            for name, wanted in self.needs.items()
        )

    def _faults(self, game: Game[Any], state: State) -> Iterator[str]:
        if self.kind in ("choose", "predict"):
            if self.truth is None or not any(answer.right for answer in self.answers):
                yield "A question needs a truth and a right answer."
            else:
                for answer in self.answers:
                    if self.truth(state, answer.value) != answer.right:
                        yield f"The answer “{answer.text}” is {'wrong' if answer.right else 'right'} by the rules."
        for text in self.tempting:
            refused = game.why_not(state, 0, game.parse_move(text))
            if refused is None:
                yield f"The tempting move {text} is legal."
            elif self.kind == "try-illegal" and refused.clause.id not in self.clauses:
                yield f"The tempting move {text} breaks {refused.clause.id}."
        now = state.copy()
        moves: list[Move] = []
        for text in self.solution:
            move = game.parse_move(text)
            refused = game.why_not(now, 0, move)
            if refused is not None:
                yield f"The solution's move {text} is refused: {refused.sentence}"
                return
            game.apply(now, 0, move)
            moves.append(move)
        if self.kind == "do" and (self.goal is None or not self.goal(state, moves, now)):
            yield "The solution does not reach the goal."
        if self.kind == "do" and self.goal is not None and self.goal(state, [], state):
            yield "The goal holds before anything is done."


@dataclass(frozen=True)
class Lesson:
    """A lesson of three to five minutes. `idea` is its one sentence.

    `zones` are what the ids of the only zones begin with that its pages show; all are shown if it is empty.
    """

    slug: str
    title: str
    idea: str
    steps: tuple[Step, ...]
    zones: tuple[str, ...] = ()

    def under(self, game: Game[Any], options: Options) -> list[tuple[int, Step]]:
        """The steps that hold under these house rules, with their places in the lesson."""
        return [(place, step) for place, step in enumerate(self.steps) if not step.faults(game, options)]

    def clauses(self) -> set[str]:
        """The ids of all clauses that the lesson teaches."""
        return {clause for step in self.steps for clause in step.clauses}
