"""Lessons: short sequences of steps on real positions, whose answers and goals the engine can verify."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine import phrasing
from games.engine.asking import Moves, played
from games.engine.asking import Value as Found
from games.engine.hide_answer import Asked, Atom, Hidden
from games.engine.options import Options, Value
from games.engine.questions import sight_of
from games.engine.state import DEALER, State
from games.engine.view import Position, View
from games.errors import BadText, HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

KINDS = ("show", "do", "choose", "predict", "try-illegal", "play-on")
COMPANY = ("You", "Mira", "Ravi", "Leela", "Joseph", "Noor", "Tara", "Kiran", "Asha", "Dev")
"""The names of the players at the table of a step, by seat. Texts may use them."""
OPEN = "{}"
"""In a fact or a move, the placeholder for an answer's value."""


WORD, MOVE, TURN = 0.4, 8, 3
"""Seconds to read a word, seconds to make a move, and moves per turn in a `play-on` step."""


@dataclass(frozen=True)
class Answer:
    """One answer of a question.

    `value` is the value of the fact that makes this answer right, or the text that replaces the placeholder `{}` in the
    fact.
    """

    text: str
    right: bool
    why: str
    value: Found


class Fault(str):
    """A sentence on what is wrong with a step; `key` is the key of the step's file that has the error."""

    key: str

    def __new__(cls, sentence: str, key: str) -> Fault:
        fault = super().__new__(cls, sentence)
        fault.key = key
        return fault


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a lesson, for seat 0 of `position`.

    `id` must never change: the progress of readers is stored under it. `text` says what to look at or do, `clauses` are
    the rules that it teaches; `point_at` names zones or card codes to highlight. `needs` has the option values without
    which the text would be untrue; of several values for one option, any will do. `options` is for a step about a
    different table: it is played by the standard rules with these values, whatever house rules the reader has. `hints`
    run from an idea to the move.

    - `do`: done when all `goals` are reached. `solution` is one way to reach them, `done` the text to show then.
      `missed` has pairs of a goal and a text: if the reader reaches that goal instead, the step's own can't be reached
      anymore, and the text says so.
    - `choose`, `predict`: `answers` to `question`. The `fact`, asked after the moves `after`, proves each answer: the
      value of the fact is that of the right answer. If the fact or one of these moves has a placeholder `{}`, the fact
      is true with the value of a right answer in it. `predict` then plays `solution`.
    - `try-illegal`: `tempting` moves that the rules refuse by one of `clauses`. The reader is meant to try one. A page
      also offers each as a button, because a table has no button for a move that is illegal at the moment.
    - `play-on`: the reader plays `turns` turns against steady bots.
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
    """Whether the game's page shows this step's table as its picture."""

    @property
    def seconds(self) -> int:
        """The estimated time for the step in seconds, from its words and moves."""
        read = [self.text, self.question, self.done, *(answer.text for answer in self.answers)]
        words = sum(len(text.split()) for text in read)
        moves = max(1, len(self.solution), len(self.tempting[:1]), self.turns * TURN)
        return round(words * WORD) + moves * MOVE

    def seats(self, game: Game[Any]) -> int:
        """Return the number of seats at this step's table."""
        needed = {name: wanted[0] for name, wanted in self.needs.items()}
        return self.load(game, game.options(needed)).seats

    def rules(self, options: Options) -> Options:
        """Return the house rules that the step is played by: the reader's, or its own if it has `options`."""
        return options if self.options is None else type(options)(self.options)

    def load(self, game: Game[Any], options: Options) -> State:
        """Return the state at the beginning of the step under these house rules."""
        chosen = self.rules(options).changed()
        state: State = game.load({**self.position, "game": game.slug, "options": chosen})
        return state

    def dealt(self, game: Game[Any], options: Options, rng: Random) -> State:
        """Return the state at the beginning of the step, with unknown cards dealt by `rng`."""
        state = self.load(game, options)
        if not state.waiting or DEALER in state.waiting:
            return state
        whole: State = game.imagine(View(game.slug, 0, game.position(state)), rng)
        return whole

    def reached(self, game: Game[Any], start: State, moves: Moves, now: State) -> bool:
        """Return whether these moves of seat 0 have reached all goals of the step."""
        return bool(self.goals) and all(game.reached(goal, start, moves, now) for goal in self.goals)

    def lost(self, game: Game[Any], start: State, moves: Moves, now: State) -> str:
        """Return why the goals of the step can't be reached anymore after these moves of seat 0.

        A sentence with `{0}` for the name of seat 0, or "" if the goals are reached or still can be.
        """
        if not moves or self.reached(game, start, moves, now):
            return ""
        said = (why for goal, why in self.missed if game.reached(goal, start, moves, now))
        return next(chain(said, filter(None, (game.lost(goal, start, moves, now) for goal in self.goals))), "")

    def hidden(self, game: Game[Any], options: Options, zones: Sequence[str] = ()) -> tuple[Atom, ...]:
        """Return the signs of the table to hide while the question is asked, because they show its answer."""
        if not self.answers or self.after:
            return ()
        found = self.sight(game, options, zones)
        return found.atoms if found else ()

    def sight(self, game: Game[Any], options: Options, zones: Sequence[str] = ()) -> Hidden | None:
        """Return what to hide while the question is asked; None if what the page shows doesn't decide the answer."""
        start = self.dealt(game, options, Random(self.id))
        try:
            return sight_of(game, start, zones).hidden(lambda table: (self._asked(game, table),))
        except HouseError:  # the text depends on cards that seat 0 can't see
            return None

    def working(self, game: Game[Any], state: State) -> str:
        """Return how the number that the step asks for is calculated, at the table it begins with.

        "" if the step doesn't ask for a number.
        """
        if not self.answers or self._is_open:
            return ""
        return phrasing.worked(game, self.fact, played(game, state, self.after))

    @property
    def _is_open(self) -> bool:
        """Whether the fact, or a move before it, has a placeholder for the value of each answer."""
        return any(OPEN in text for text in (self.fact, *self.after))

    def right_at(self, game: Game[Any], state: State) -> list[bool]:
        """Return for each answer whether it is right at this table. Raises BadText if none is."""
        if self._is_open:
            right = [self._proven(game, state, answer.value) for answer in self.answers]
        else:
            found = game.ask(played(game, state, self.after), 0, self.fact)
            right = [found == answer.value for answer in self.answers]
        if True not in right:
            raise BadText("not one of the answers", self.fact, "a table at which one of them is right")
        return right

    def _asked(self, game: Game[Any], state: State) -> Asked:
        """Return the question as asked at this table. Raises BadText if none of its answers is right there."""
        right = self.right_at(game, state)
        text = self.answers[right.index(True)].text
        others = tuple(answer.text for answer, holds in zip(self.answers, right, strict=True) if not holds)
        if OPEN in self.fact or self.after:
            return Asked("", tuple(right), text, others)
        kind = game.known_facts[self.fact.split()[0]].kind
        return replace(Asked.of_fact(kind, game.ask(state, 0, self.fact), self.fact), text=text, others=others)

    def faults(self, game: Game[Any], options: Options) -> list[Fault]:
        """Return what is wrong with the step under these house rules.

        Empty if its texts, answers, and solution are correct.
        """
        if not self.true_under(options):
            return [Fault("It needs other house rules.", "needs")]
        for clause in self.clauses:
            if not game.rulebook.text_of(clause, self.rules(options)):
                return [Fault(f"There is no rule {clause} under these house rules.", "clauses")]
        try:
            state = self.load(game, options)
        except HouseError as refused:
            return [Fault(f"Its position is refused: {refused}", "position")]
        return [*self._misjudged(game, state), *self._not_tempting(game, state), *self._unsolved(game, state)]

    def true_under(self, options: Options) -> bool:
        """Return whether these house rules have the values that the text needs."""
        rules = self.rules(options)
        return all(rules.value(name) in wanted for name, wanted in self.needs.items())

    def _misjudged(self, game: Game[Any], state: State) -> Iterator[Fault]:
        if self.kind not in ("choose", "predict"):
            return
        try:
            for answer in self.answers:
                if self._proven(game, state, answer.value) != answer.right:
                    said = f"The answer “{answer.text}” is {'wrong' if answer.right else 'right'} by the rules."
                    found = self._found(game, state) if answer.right else ""
                    yield Fault(f"{said} {found}".strip(), "right" if answer.right else "wrong")
        except HouseError as refused:
            yield Fault(str(refused), "fact" if self.after != self.solution or not self.after else "solution")

    def _proven(self, game: Game[Any], state: State, value: Found) -> bool:
        """Return whether the fact makes this value right."""
        fact, *after = (text.replace(OPEN, str(value)) for text in (self.fact, *self.after))
        found = game.ask(played(game, state, after), 0, fact)
        return found is True if self._is_open else found == value

    def _found(self, game: Game[Any], state: State) -> str:
        """Return the value of the fact as a sentence; "" if the fact has a placeholder."""
        if self._is_open:
            return ""
        name, *words = self.fact.split()
        now = played(game, state, self.after)
        value = game.ask(now, 0, self.fact)
        if value is None:
            return "There is nothing to say to the question then."
        return phrasing.answer(game, game.known_facts[name], words, value, now.seats)

    def _not_tempting(self, game: Game[Any], state: State) -> Iterator[Fault]:
        for text in self.tempting:
            try:
                refused = game.why_not(state, 0, game.parse_move(text))
            except HouseError as unreadable:
                yield Fault(str(unreadable), "tempting")
                continue
            if refused is None:
                yield Fault(f"The tempting move {text} is legal.", "tempting")
            elif self.kind == "try-illegal" and refused.clause.id not in self.clauses:
                yield Fault(f"The tempting move {text} breaks {refused.clause.id}.", "tempting")

    def _unsolved(self, game: Game[Any], state: State) -> Iterator[Fault]:
        line: list[tuple[Moves, State]] = [((), state)]
        try:
            for text in self.solution:
                moves, now = line[-1]
                line.append(((*moves, game.parse_move(text)), played(game, now, [text])))
        except HouseError as refused:
            yield Fault(str(refused), "solution")
            return
        if self.kind == "do":
            yield from self._not_reached(game, line)

    def _not_reached(self, game: Game[Any], line: Sequence[tuple[Moves, State]]) -> Iterator[Fault]:
        start = line[0][1]
        try:
            for moves, now in line:
                if lost := self.lost(game, start, moves, now):
                    yield Fault(f"On the way to the goal it says: {lost}", "missed")
            if not self.reached(game, start, *line[-1]):
                yield Fault("The solution does not reach the goal.", "solution")
            if self.reached(game, start, (), start):
                yield Fault("The goal is reached before anything is done.", "goal")
        except HouseError as refused:
            yield Fault(str(refused), "goal")


@dataclass(frozen=True)
class Lesson:
    """A lesson of three to five minutes. `idea` sums it up in one sentence.

    `zones` are the beginnings of the ids of the zones that its pages show; if it is empty, they show all. `can` lists
    what the reader can do after the lesson, and `milestone` is what this lesson and its neighbors in the course lead up
    to. After all lessons with `is_needed`, a reader can play the game.
    """

    slug: str
    title: str
    idea: str
    steps: tuple[Step, ...]
    zones: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    milestone: str = ""
    is_needed: bool = False

    def under(self, game: Game[Any], options: Options) -> list[Step]:
        """Return the steps that have no faults under these house rules."""
        return [step for step in self.steps if not step.faults(game, options)]

    def clauses(self) -> set[str]:
        """Return the ids of all clauses that the lesson teaches."""
        return {clause for step in self.steps for clause in step.clauses}


def minutes(steps: Iterable[Step]) -> int:
    """Return how long these steps take, in whole minutes: at least one, or 0 if there are no steps."""
    seconds = sum(step.seconds for step in steps)
    return max(1, round(seconds / 60)) if seconds else 0
