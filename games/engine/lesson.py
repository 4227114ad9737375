"""Lessons: a course of small steps on real positions, each of them provable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.asking import Moves, played
from games.engine.asking import Value as Found
from games.engine.options import Options, Value
from games.engine.state import DEALER, State
from games.engine.untold import Asked
from games.engine.view import Position, View
from games.errors import HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

KINDS = ("show", "do", "choose", "predict", "try-illegal", "play-on")
COMPANY = ("You", "Mira", "Ravi", "Leela", "Joseph", "Noor", "Tara", "Kiran", "Asha", "Dev")
"""Who sits at the table of a step, by seat; texts may speak of them by name."""
OPEN = "{}"
"""In a fact or a move, the place of an answer's value."""


WORD, MOVE, TURN = 0.4, 8, 3
"""Seconds for a word that is read, and for a move of one's own; moves in a turn that is played on."""


@dataclass(frozen=True)
class Answer:
    """One answer of a question. `value` is what the fact would have to be, or what is put in its open place."""

    text: str
    right: bool
    why: str
    value: Found


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a lesson, for the seat 0 of `position`. `id` lasts: what people have done is kept by it.

    `text` says what to see or do, `clauses` what it teaches; `point_at` names zones or card codes to light up. `needs`
    are option values without which the text would be untrue, several of them where several will do. `options` is for a
    step about another table: it is played by the book with these values, whatever the reader's own house rules.
    `hints` run from an idea to the move.

    - `do`: done when all `goals` are reached; `solution` is one way there, `done` what to say then. `missed` has pairs
      of a goal and what to say to whoever has reached that one instead: from there is no way to the step's own.
    - `choose`, `predict`: `answers` to `question`. The `fact`, after the moves `after`, proves each: its value is the
      right answer's; where it has an open place `{}`, it is true of the right one. `predict` then plays `solution`.
    - `try-illegal`: `tempting` moves that the rules refuse by one of `clauses`; trying one is the point. A page offers
      each as a button too, since a table has none for what is never allowed at the moment.
    - `play-on`: `turns` turns of the reader's own, against steady bots.
    """

    id: str
    kind: str
    text: str
    clauses: tuple[str, ...]
    position: Position
    point_at: tuple[str, ...] = ()
    needs: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    options: Mapping[str, Value] | None = None
    hints: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()
    done: str = ""
    question: str = ""
    answers: tuple[Answer, ...] = ()
    fact: str = ""
    after: tuple[str, ...] = ()
    tempting: tuple[str, ...] = ()
    turns: int = 0
    missed: tuple[tuple[str, str], ...] = ()
    picture: bool = False
    """Whether its table shows what the game is about."""

    @property
    def seconds(self) -> int:
        """How long it takes, by its words and moves."""
        read = [self.text, self.question, self.done, *(answer.text for answer in self.answers)]
        words = sum(len(text.split()) for text in read)
        moves = max(1, len(self.solution), len(self.tempting[:1]), self.turns * TURN)
        return round(words * WORD) + moves * MOVE

    def seats(self, game: Game[Any]) -> int:
        """How many sit at this step's table."""
        needed = {name: wanted[0] for name, wanted in self.needs.items()}
        return self.load(game, game.options(needed)).seats

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

    def reached(self, game: Game[Any], start: State, moves: Moves, now: State) -> bool:
        """Whether these moves of seat 0 have done what the step asks for."""
        return bool(self.goals) and all(game.reached(goal, start, moves, now) for goal in self.goals)

    def lost(self, game: Game[Any], start: State, moves: Moves, now: State) -> str:
        """Why these moves of seat 0 cannot do any more what the step asks for; "" while they may, or have done it.

        In a sentence with `{0}` for the name of seat 0.
        """
        if not moves or self.reached(game, start, moves, now):
            return ""
        said = (why for goal, why in self.missed if game.reached(goal, start, moves, now))
        return next(chain(said, filter(None, (game.lost(goal, start, moves, now) for goal in self.goals))), "")

    def asked(self, game: Game[Any]) -> Asked | None:
        """What is asked of the table as it lies; None if nothing is, or of what would become of it."""
        if not self.answers or self.after:
            return None
        kind = "" if OPEN in self.fact else game.known_facts[self.fact.split()[0]].kind
        right = next(answer for answer in self.answers if answer.right)
        return Asked(kind, right.value, right.text, tuple(answer.text for answer in self.answers if not answer.right))

    def faults(self, game: Game[Any], options: Options) -> list[str]:
        """What is wrong with the step under these house rules; empty if all that it says and asks holds."""
        if not self.true_under(options):
            return ["It needs other house rules."]
        for clause in self.clauses:
            if not game.rulebook.text_of(clause, self.rules(options)):
                return [f"There is no rule {clause} under these house rules."]
        try:
            state = self.load(game, options)
        except HouseError as refused:
            return [f"Its position is refused: {refused}"]
        try:
            return [*self._misjudged(game, state), *self._not_tempting(game, state), *self._unsolved(game, state)]
        except HouseError as refused:
            return [str(refused)]

    def true_under(self, options: Options) -> bool:
        """Whether these house rules have the values that the text needs."""
        rules = self.rules(options)
        return all(rules.value(name) in wanted for name, wanted in self.needs.items())

    def _misjudged(self, game: Game[Any], state: State) -> Iterator[str]:
        if self.kind not in ("choose", "predict"):
            return
        for answer in self.answers:
            if self._proven(game, state, answer.value) != answer.right:
                yield f"The answer “{answer.text}” is {'wrong' if answer.right else 'right'} by the rules."

    def _proven(self, game: Game[Any], state: State, value: Found) -> bool:
        """Whether the fact makes this value right."""
        texts = (self.fact, *self.after)
        fact, *after = (text.replace(OPEN, str(value)) for text in texts)
        found = game.ask(played(game, state, after), 0, fact)
        return found is True if any(OPEN in text for text in texts) else found == value

    def _not_tempting(self, game: Game[Any], state: State) -> Iterator[str]:
        for text in self.tempting:
            refused = game.why_not(state, 0, game.parse_move(text))
            if refused is None:
                yield f"The tempting move {text} is legal."
            elif self.kind == "try-illegal" and refused.clause.id not in self.clauses:
                yield f"The tempting move {text} breaks {refused.clause.id}."

    def _unsolved(self, game: Game[Any], state: State) -> Iterator[str]:
        now, moves = state, []
        for text in self.solution:
            now = played(game, now, [text])
            moves.append(game.parse_move(text))
            if self.kind == "do" and (lost := self.lost(game, state, moves, now)):
                yield f"On the way to the goal it says: {lost}"
        if self.kind == "do":
            if not self.reached(game, state, moves, now):
                yield "The solution does not reach the goal."
            if self.reached(game, state, [], state):
                yield "The goal is reached before anything is done."


@dataclass(frozen=True)
class Lesson:
    """A lesson of three to five minutes. `idea` is its one sentence.

    `zones` are what the ids of the only zones begin with that its pages show; all are shown if it is empty. `can` says
    what its reader can do then, `milestone` what it leads to with the lessons beside it.
    """

    slug: str
    title: str
    idea: str
    steps: tuple[Step, ...]
    zones: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    milestone: str = ""

    def under(self, game: Game[Any], options: Options) -> list[Step]:
        """The steps that hold under these house rules."""
        return [step for step in self.steps if not step.faults(game, options)]

    def clauses(self) -> set[str]:
        """The ids of all clauses that the lesson teaches."""
        return {clause for step in self.steps for clause in step.clauses}


def minutes(steps: Iterable[Step]) -> int:
    """How long steps take, in whole minutes: one at least, none for no step."""
    seconds = sum(step.seconds for step in steps)
    return max(1, round(seconds / 60)) if seconds else 0
