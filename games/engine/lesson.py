"""Lessons: short sequences of steps on real positions. The engine can verify their answers and goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine import phrasing
from games.engine.common_puzzles import load_table_comparison
from games.engine.facts_and_goals import Moves, play_move_lines
from games.engine.facts_and_goals import Value as Found
from games.engine.hidden_details import HiddenDetails, QuestionPart, ScreenDetail
from games.engine.options import Options, Value
from games.engine.state import DEALER, State
from games.engine.view import Position, View
from games.errors import BadText, RulesError

if TYPE_CHECKING:
    from games.engine.game import Game

KINDS = ("show", "do", "choose", "predict", "try-illegal", "play-on")
COMPANY = ("You", "Mira", "Ravi", "Leela", "Joseph", "Noor", "Tara", "Kiran", "Asha", "Dev")
"""The names of the players at a step's table, by seat. The texts can use them."""
OPEN = "{}"
"""The placeholder for an answer's value in a fact or a move."""


WORD, MOVE, TURN = 0.4, 8, 3
"""Seconds to read a word, seconds to make a move, and moves per turn in a `play-on` step."""


@dataclass(frozen=True)
class Answer:
    """An answer to a question of a lesson, right or wrong.

    A question asks for a fact about the table, such as the number of cards in a hand. If this answer is right, the fact
    has this `value`. If the fact's name and arguments have a placeholder `{}`, then `value` replaces it, and the answer
    is right if the fact is true.
    """

    text: str
    right: bool
    why: str
    value: Found


class StepFault(str):
    """A sentence about a fault in a step. `key` is the key in the step's file that has the error."""

    key: str

    def __new__(cls, sentence: str, key: str) -> StepFault:
        fault = super().__new__(cls, sentence)
        fault.key = key
        return fault


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a lesson, for seat 0 of `position`.

    `id` must never change: the progress of readers is stored under it. `task` says in a few words what to do, `text`
    describes the situation, and `clauses` are the rules that the step teaches. `point_at` names zones or card codes to
    highlight. `needs` has the option values without which the text would be untrue; of several values for one option,
    any will do. `options` is for a step about a different table: it's played by the standard rules with these values,
    whatever house rules the reader has. `hints` run from an idea to the move.

    - `do`: done when all `goals` are reached. `solution` is one way to reach them, `done` the text to show then.
      `missed` has pairs of a goal and a text: if the reader reaches that goal instead, the step's own can't be reached
      anymore, and the text says so.
    - `choose`, `predict`: the reader picks one of the `answers` to `question`. The `fact`, asked after the moves
      `after`, proves each answer: the value of the fact is that of the right answer. If the fact or one of these moves
      has a placeholder `{}`, the fact is true with the value of a right answer in it. `predict` then plays `solution`.
    - `try-illegal`: `tempting` has moves that are illegal because of one of the `clauses`. The reader is meant to try
      one. A page also offers each as a button, because a table has no button for a move that is illegal at the moment.
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
    task: str = ""
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
        read = [self.task, self.text, self.question, self.done, *(answer.text for answer in self.answers)]
        words = len(" ".join(read).split())
        moves = max(1, len(self.solution), len(self.tempting[:1]), self.turns * TURN)
        return round(words * WORD) + moves * MOVE

    def count_seats(self, game: Game[Any]) -> int:
        """Return the number of seats at the step's table."""
        needed = {name: wanted[0] for name, wanted in self.needs.items()}
        return self.load_state(game, game.options(needed)).seats

    def get_step_options(self, options: Options) -> Options:
        """Return the house rules of the step: its own if it has `options`, otherwise the reader's."""
        return options if self.options is None else type(options)(self.options)

    def load_state(self, game: Game[Any], options: Options) -> State:
        """Return the state at the beginning of the step under these house rules."""
        chosen = self.get_step_options(options).list_nonstandard_values()
        state: State = game.load_position({**self.position, "game": game.slug, "options": chosen})
        return state

    def load_dealt_state(self, game: Game[Any], options: Options, rng: Random) -> State:
        """Return the state at the beginning of the step, with unknown cards dealt at random with `rng`."""
        state = self.load_state(game, options)
        if not state.waiting or DEALER in state.waiting:
            return state
        whole: State = game.sample_possible_state(View(game.slug, 0, game.build_position(state)), rng)
        return whole

    def has_reached_goals(self, game: Game[Any], start: State, moves: Moves, now: State) -> bool:
        """Return whether seat 0's moves have reached all goals of the step."""
        return bool(self.goals) and all(game.is_goal_reached(goal, start, moves, now) for goal in self.goals)

    def explain_lost_goal(self, game: Game[Any], start: State, moves: Moves, now: State) -> str:
        """Return why the step's goals can't be reached anymore after seat 0's moves.

        The reason is a sentence with `{0}` for the name of seat 0, or "" if the goals are reached or still can be.
        """
        if not moves or self.has_reached_goals(game, start, moves, now):
            return ""
        said = (why for goal, why in self.missed if game.is_goal_reached(goal, start, moves, now))
        return next(
            chain(said, filter(None, (game.explain_lost_goal(goal, start, moves, now) for goal in self.goals))), ""
        )

    def list_hidden_signs(
        self, game: Game[Any], options: Options, zones: Sequence[str] = ()
    ) -> tuple[ScreenDetail, ...]:
        """Return the details to hide for this step on its page, such as counts or notes that show the answer.

        Returns () if nothing has to be hidden, if the answer can't be worked out from the page, or if the question is
        about the position after some moves. With `zones`, the page shows only zones whose ids begin with one of these
        strings.
        """
        if not self.answers or self.after:
            return ()
        found = self.find_details_to_hide(game, options, zones)
        return found.atoms if found else ()

    def find_details_to_hide(
        self, game: Game[Any], options: Options, zones: Sequence[str] = ()
    ) -> HiddenDetails | None:
        """Return the details to hide so that the page doesn't show the answer.

        Returns None if the visible parts of the table don't decide the answer. With `zones`, the page shows
        only zones whose ids begin with one of these strings.
        """
        start = self.load_dealt_state(game, options, Random(self.id))
        try:
            return load_table_comparison(game, start, zones).find_details_to_hide(
                lambda table: (self._build_question(game, table),)
            )
        except RulesError:  # the text depends on cards that seat 0 can't see
            return None

    def explain_calculation(self, game: Game[Any], state: State) -> str:
        """Return the calculation of the number that the step asks for, as text.

        `state` is the table at the beginning of the step. Returns "" if the step doesn't ask for a number.
        """
        if not self.answers or self._has_placeholder:
            return ""
        return phrasing.phrase_calculation(game, self.fact, play_move_lines(game, state, self.after))

    @property
    def _has_placeholder(self) -> bool:
        """Whether the fact, or a move before it, has a placeholder for the value of each answer."""
        return any(OPEN in text for text in (self.fact, *self.after))

    def judge_answers(self, game: Game[Any], state: State) -> list[bool]:
        """Return a list that says for each answer whether it's right in this state.

        Raises BadText if no answer is right.
        """
        if self._has_placeholder:
            right = [self._is_answer_value_right(game, state, answer.value) for answer in self.answers]
        else:
            found = game.evaluate_fact(play_move_lines(game, state, self.after), 0, self.fact)
            right = [found == answer.value for answer in self.answers]
        if True not in right:
            raise BadText("not answered by any of the choices", self.fact, "a table where one answer is right")
        return right

    def _build_question(self, game: Game[Any], state: State) -> QuestionPart:
        """Build the question for this state. Raises BadText if no answer is right."""
        right = self.judge_answers(game, state)
        text = self.answers[right.index(True)].text
        others = tuple(answer.text for answer, holds in zip(self.answers, right, strict=True) if not holds)
        if OPEN in self.fact or self.after:
            return QuestionPart("", tuple(right), text, others)
        kind = game.all_facts[self.fact.split()[0]].kind
        return replace(
            QuestionPart.from_fact(kind, game.evaluate_fact(state, 0, self.fact), self.fact), text=text, others=others
        )

    def list_step_faults(self, game: Game[Any], options: Options) -> list[StepFault]:
        """Return the faults of the step under these house rules.

        The list is empty if its texts, answers, and solution are correct.
        """
        if not self.is_true_under_options(options):
            return [StepFault("This step needs different house rules.", "needs")]
        for clause in self.clauses:
            if not game.rulebook.get_clause_text(clause, self.get_step_options(options)):
                return [StepFault(f"The rule {clause} doesn’t apply under these house rules.", "clauses")]
        try:
            state = self.load_state(game, options)
        except RulesError as refused:
            return [StepFault(f"This step’s position isn’t valid: {refused}", "position")]
        return [
            *self._list_answer_faults(game, state),
            *self._list_tempting_move_faults(game, state),
            *self._list_solution_faults(game, state),
        ]

    def is_true_under_options(self, options: Options) -> bool:
        """Return whether these house rules have the option values that the step needs."""
        rules = self.get_step_options(options)
        return all(rules.get_option_value(name) in wanted for name, wanted in self.needs.items())

    def _list_answer_faults(self, game: Game[Any], state: State) -> Iterator[StepFault]:
        if self.kind not in ("choose", "predict"):
            return
        try:
            for answer in self.answers:
                if self._is_answer_value_right(game, state, answer.value) != answer.right:
                    said = (
                        f"According to the rules, the answer “{answer.text}” is {'wrong' if answer.right else 'right'}."
                    )
                    found = self._describe_fact_value(game, state) if answer.right else ""
                    yield StepFault(f"{said} {found}".strip(), "right" if answer.right else "wrong")
        except RulesError as refused:
            yield StepFault(str(refused), "fact" if self.after != self.solution or not self.after else "solution")

    def _is_answer_value_right(self, game: Game[Any], state: State, value: Found) -> bool:
        """Return whether an answer with this value is right, judging by the value of the step's fact."""
        fact, *after = (text.replace(OPEN, str(value)) for text in (self.fact, *self.after))
        found = game.evaluate_fact(play_move_lines(game, state, after), 0, fact)
        return found is True if self._has_placeholder else found == value

    def _describe_fact_value(self, game: Game[Any], state: State) -> str:
        """Return a sentence that states the fact's value, or "" if the fact has a placeholder."""
        if self._has_placeholder:
            return ""
        name, *words = self.fact.split()
        now = play_move_lines(game, state, self.after)
        value = game.evaluate_fact(now, 0, self.fact)
        if value is None:
            return "In this position, the question has no answer."
        return phrasing.phrase_answer(game, game.all_facts[name], words, value, now.seats)

    def _list_tempting_move_faults(self, game: Game[Any], state: State) -> Iterator[StepFault]:
        for text in self.tempting:
            try:
                refused = game.find_violation(state, 0, game.parse_move(text))
            except RulesError as unreadable:
                yield StepFault(str(unreadable), "tempting")
                continue
            if refused is None:
                yield StepFault(f"The tempting move “{text}” has to be illegal, but it’s legal.", "tempting")
            elif self.kind == "try-illegal" and refused.clause.id not in self.clauses:
                yield StepFault(
                    f"The tempting move “{text}” breaks {refused.clause.id}, which isn’t a clause of this step.",
                    "tempting",
                )

    def _list_solution_faults(self, game: Game[Any], state: State) -> Iterator[StepFault]:
        line: list[tuple[Moves, State]] = [((), state)]
        try:
            for text in self.solution:
                moves, now = line[-1]
                line.append(((*moves, game.parse_move(text)), play_move_lines(game, now, [text])))
        except RulesError as refused:
            yield StepFault(str(refused), "solution")
            return
        if self.kind == "do":
            yield from self._list_goal_faults(game, line)

    def _list_goal_faults(self, game: Game[Any], line: Sequence[tuple[Moves, State]]) -> Iterator[StepFault]:
        start = line[0][1]
        try:
            for moves, now in line:
                if lost := self.explain_lost_goal(game, start, moves, now):
                    yield StepFault(f"A move of the solution gets this message: {lost}", "missed")
            if not self.has_reached_goals(game, start, *line[-1]):
                yield StepFault("The solution doesn’t reach the goal.", "solution")
            if self.has_reached_goals(game, start, (), start):
                yield StepFault("The goal is already reached before the first move.", "goal")
        except RulesError as refused:
            yield StepFault(str(refused), "goal")


@dataclass(frozen=True)
class Lesson:
    """A lesson of three to five minutes. `idea` sums it up in one sentence.

    Its pages show only zones whose ids begin with one of `zones`, or all zones if it's empty. `can` lists what the
    reader can do after the lesson, and `milestone` is what this lesson and its neighbors in the course lead up to. A
    reader who has completed all lessons with `is_needed` can play the game.
    """

    slug: str
    title: str
    idea: str
    steps: tuple[Step, ...]
    zones: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    milestone: str = ""
    is_needed: bool = False

    def list_valid_steps(self, game: Game[Any], options: Options) -> list[Step]:
        """Return the steps that have no faults under these house rules."""
        return [step for step in self.steps if not step.list_step_faults(game, options)]

    def list_taught_clauses(self) -> set[str]:
        """Return the ids of all clauses that the lesson teaches."""
        return {clause for step in self.steps for clause in step.clauses}


def estimate_minutes(steps: Iterable[Step]) -> int:
    """Estimate how long these steps take, in whole minutes. Returns at least 1, or 0 if there are no steps."""
    seconds = sum(step.seconds for step in steps)
    return max(1, round(seconds / 60)) if seconds else 0
