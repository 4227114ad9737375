"""Lessons: a course of small steps on real positions, each of them provable."""

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


class Fault(str):
    """What is wrong with a step, in a sentence; `key` is what it is written under in the step's file."""

    key: str

    def __new__(cls, sentence: str, key: str) -> Fault:
        fault = super().__new__(cls, sentence)
        fault.key = key
        return fault


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
        """Return how many sit at this step's table."""
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
        """Return whether these moves of seat 0 have done what the step asks for."""
        return bool(self.goals) and all(game.reached(goal, start, moves, now) for goal in self.goals)

    def lost(self, game: Game[Any], start: State, moves: Moves, now: State) -> str:
        """Why these moves of seat 0 cannot do any more what the step asks for; "" while they may, or have done it.

        In a sentence with `{0}` for the name of seat 0.
        """
        if not moves or self.reached(game, start, moves, now):
            return ""
        said = (why for goal, why in self.missed if game.reached(goal, start, moves, now))
        return next(chain(said, filter(None, (game.lost(goal, start, moves, now) for goal in self.goals))), "")

    def hidden(self, game: Game[Any], options: Options, zones: Sequence[str] = ()) -> tuple[Atom, ...]:
        """The signs of the table that are left out while its question is asked, since they say the answer."""
        if not self.answers or self.after:
            return ()
        found = self.sight(game, options, zones)
        return found.atoms if found else ()

    def sight(self, game: Game[Any], options: Options, zones: Sequence[str] = ()) -> Hidden | None:
        """What is hidden when its question is asked; None where the answer does not follow from what is shown."""
        start = self.dealt(game, options, Random(self.id))
        try:
            return sight_of(game, start, zones).hidden(lambda table: (self._asked(game, table),))
        except HouseError:  # its words say more of the cards than can be seen
            return None

    def working(self, game: Game[Any], state: State) -> str:
        """How the number that it asks for comes about, at the table it begins with; "" where it asks for none."""
        if not self.answers or self._is_open:
            return ""
        return phrasing.worked(game, self.fact, played(game, state, self.after))

    @property
    def _is_open(self) -> bool:
        """Whether the fact, or the moves before it, have a place for the value of each answer."""
        return any(OPEN in text for text in (self.fact, *self.after))

    def right_at(self, game: Game[Any], state: State) -> list[bool]:
        """Return which of its answers are right at a table. Raises BadText where none is."""
        if self._is_open:
            right = [self._proven(game, state, answer.value) for answer in self.answers]
        else:
            found = game.ask(played(game, state, self.after), 0, self.fact)
            right = [found == answer.value for answer in self.answers]
        if True not in right:
            raise BadText("not one of the answers", self.fact, "a table at which one of them is right")
        return right

    def _asked(self, game: Game[Any], state: State) -> Asked:
        """The question as it is asked of a table. Raises BadText where no answer to it is right."""
        right = self.right_at(game, state)
        text = self.answers[right.index(True)].text
        others = tuple(answer.text for answer, holds in zip(self.answers, right, strict=True) if not holds)
        if OPEN in self.fact or self.after:
            return Asked("", tuple(right), text, others)
        kind = game.known_facts[self.fact.split()[0]].kind
        return replace(Asked.of_fact(kind, game.ask(state, 0, self.fact), self.fact), text=text, others=others)

    def faults(self, game: Game[Any], options: Options) -> list[Fault]:
        """Return what is wrong with the step under these house rules; empty if all that it says and asks holds."""
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
        """Return what the fact is, in a sentence; "" where it has an open place."""
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
    """A lesson of three to five minutes. `idea` is its one sentence.

    `zones` are what the ids of the only zones begin with that its pages show; all are shown if it is empty. `can` says
    what its reader can do then, `milestone` what it leads to with the lessons beside it. A reader can play after the
    lessons that are `is_needed`.
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
        """The steps that hold under these house rules."""
        return [step for step in self.steps if not step.faults(game, options)]

    def clauses(self) -> set[str]:
        """The ids of all clauses that the lesson teaches."""
        return {clause for step in self.steps for clause in step.clauses}


def minutes(steps: Iterable[Step]) -> int:
    """Return how long steps take, in whole minutes: one at least, none for no step."""
    seconds = sum(step.seconds for step in steps)
    return max(1, round(seconds / 60)) if seconds else 0
