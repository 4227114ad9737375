"""A game's course under given house rules: its steps, and the table for playing a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from core.rendering.table_context import fill_in_names, narrate_events
from games.cards import format_cards
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.hidden_details import ScreenDetail, remove_hidden_details
from games.engine.lesson import COMPANY, Answer, Lesson, Step
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from games.engine.table import Table
from games.engine.view import Position, Screen, filter_zones
from games.errors import RulesError

BOT_LEVEL = "steady"
LONGEST = 60
"""The maximum number of moves on a step's table. After that, the reader has to restart the step."""


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson, together with this lesson.

    `shown` is the step's number, from 1, among the `of` steps of the lesson that are valid under these house rules.
    """

    lesson: Lesson
    step: Step
    shown: int
    of: int

    @property
    def id(self) -> str:
        """The step's id.

        Compare steps by id, because threads that build a course at the same time get different objects.
        """
        return self.step.id

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def answers(self) -> list[Answer]:
        """The answers to the step's question, in the order in which the page shows them.

        They're sorted if all are numbers. Otherwise, they're shuffled, always in the same way, because the right answer
        comes first in the lesson's file.
        """
        answers = self.step.answers
        if all(type(answer.value) is int for answer in answers):
            return sorted(answers, key=lambda answer: int(answer.value or 0))  # type: ignore[arg-type]
        return Random(f"{self.id}/answers").sample(answers, len(answers))


@lru_cache(maxsize=64)
def get_course(game: Game[Any], options: Options) -> dict[str, tuple[LessonStep, ...]]:
    """Return the valid steps of each lesson under these house rules, by lesson slug.

    Lessons without valid steps are left out.
    """
    lessons = {}
    for lesson in game.lessons:
        steps = lesson.list_valid_steps(game, options)
        if steps:
            lessons[lesson.slug] = tuple(
                LessonStep(lesson, step, shown, len(steps)) for shown, step in enumerate(steps, 1)
            )
    return lessons


@lru_cache(maxsize=64)
def get_course_steps(game: Game[Any], options: Options) -> dict[str, LessonStep]:
    """Return the steps of all lessons of the course by id."""
    return {place.id: place for steps in get_course(game, options).values() for place in steps}


def find_neighboring_steps(
    lessons: Mapping[str, Sequence[LessonStep]], place: LessonStep
) -> tuple[LessonStep | None, LessonStep | None]:
    """Return the steps before and after the step `place`, even if they're in other lessons.

    The first step has None before it, and the last one None after it.
    """
    walk = [one for steps in lessons.values() for one in steps]
    at = next(at for at, one in enumerate(walk) if one.step.id == place.step.id)
    return (walk[at - 1] if at else None), (walk[at + 1] if at + 1 < len(walk) else None)


def find_largest_meld(game: Game[Any], lesson: Sequence[LessonStep]) -> str:
    """Return the card codes of the largest meld in a lesson's solutions, or "" if there is none.

    If several melds have this size, it's the last one.
    """
    moves = (game.parse_move(text) for place in lesson if place.step.kind == "do" for text in place.step.solution)
    groups = [group for move in moves for group in move.groups]
    longest = max(reversed(groups), key=len, default=())
    return format_cards(longest)


class StepTable:
    """The table of a step: its start position, and the moves made since then.

    Cards that the step's start position doesn't specify are dealt in the same way each time.
    """

    def __init__(self, game: Game[Any], options: Options, place: LessonStep, moves: list[tuple[int, str]]) -> None:
        self.game = game
        self.place = place
        self._options = options
        self.start, self._first = _build_start_state_and_screen(game, options, place)
        self.table = Table.from_state(game, self.start)
        with suppress(RulesError):  # what was kept may be of a step that has changed
            for seat, text in moves[:LONGEST]:
                self.table.play_move(seat, text)

    @property
    def start_position(self) -> Position:
        """The start position as far as the reader can see it, without hidden cards."""
        return self.game.build_view(self.start, 0).position

    @property
    def game_state(self) -> State:
        """The engine's state of the table after all moves."""
        return self.table.state

    @property
    def starting_hand_size(self) -> int:
        """The number of cards in the reader's hand at the start."""
        return sum(zone.card_count for zone in self._first.zones if zone.owner == 0 and zone.layout == "fan")

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves made since the start, as pairs of a seat and the move's text."""
        return self.table.record.moves

    @property
    def own_move_indexes(self) -> list[int]:
        """The indexes of the reader's own moves in the list `moves`."""
        return [number for number, (seat, _) in enumerate(self.moves) if seat == 0]

    @property
    def log_lines(self) -> list[str]:
        """The log of all moves in sentences, as the reader sees it."""
        return [
            line
            for events in self.table.events
            for line in narrate_events(self.table.game, events, 0, self.player_names)
        ]

    @property
    def player_names(self) -> list[str]:
        """The names of the players, by seat."""
        return [*COMPANY[: self.game_state.seats]]

    def build_screen(self, asking: bool = True) -> Screen:
        """Build the screen that shows the table, with only the parts of the table that the lesson uses.

        With `asking`, the screen leaves out everything that reveals the answer to the step's question.
        """
        screen = self.table.build_screen(0) if self.moves else self._first
        screen = filter_zones(screen, self.place.lesson.zones, self.game_state)
        return (
            remove_hidden_details(screen, _list_hidden_screen_details(self.game, self._options, self.place))
            if asking
            else screen
        )

    def find_violation(self, move: Move) -> Violation | None:
        """Return the rule violation if the reader can't make this move, or None if they can."""
        return self.game.find_violation(self.game_state, 0, move)

    def play_reader_move(self, move: Move) -> None:
        """Make the reader's move. In a step against bots, also make the bots' moves after it."""
        self.table.play_move(0, move)
        if self.place.step.kind == "play-on":
            self._play_bot_moves()

    def _play_bot_moves(self) -> None:
        rng = Random(len(self.moves))
        while self.game_state.waiting and not self.game_state.is_between_deals:
            seat = self.game_state.waiting[0]
            if seat == 0:
                seat = next((other for other in self.game_state.waiting if other > 0), 0)
            if seat <= 0 or self.is_step_finished:
                return
            self.table.play_move(seat, self._choose_bot_move(seat, rng))

    def _choose_bot_move(self, seat: int, rng: Random) -> Move:
        """Choose a move for another player's seat. In a game without decisions, it's the only legal move."""
        if not self.game.decides:
            return self.table.list_moves(seat)[0]
        return self.game.bots[BOT_LEVEL].choose_move(self.table.build_view(seat), rng).move

    @property
    def reader_turn_count(self) -> int:
        """The number of the reader's finished turns.

        A turn is finished when another player has moved after it, or when the reader can't move anymore.
        """
        turns, mine = 0, False
        for seat, _ in self.moves:
            if mine and seat != 0:
                turns += 1
            mine = seat == 0
        return turns + (mine and 0 not in self.game_state.waiting)

    @property
    def is_step_finished(self) -> bool:
        """Whether the reader has finished the step by reaching its goal.

        A step in which the reader plays against bots is finished when the deal has ended, or when the reader has played
        enough turns.
        """
        step = self.place.step
        if step.kind == "play-on":
            ended = not self.game_state.waiting or DEALER in self.game_state.waiting
            return bool(self.moves) and (ended or self.reader_turn_count >= step.turns)
        return bool(self.own_move_indexes) and step.has_reached_goals(
            self.game, self.start, self._own_moves, self.game_state
        )

    @property
    def _own_moves(self) -> list[Move]:
        return [self.game.parse_move(self.moves[number][1]) for number in self.own_move_indexes]

    @property
    def lost_goal_reason(self) -> str:
        """A sentence that says why the reader's moves can't reach the goal anymore, or "" if they can."""
        step = self.place.step
        why = (
            step.explain_lost_goal(self.game, self.start, self._own_moves, self.game_state) if step.kind == "do" else ""
        )
        return fill_in_names(why, self.player_names, 0)

    @property
    def is_reader_stuck(self) -> bool:
        """Whether the reader can't do anything else on this table and hasn't reached the goal.

        The reader is never stuck before the first move, even if the step starts during another player's turn, because
        the reader might be able to object to a move, for example.
        """
        if self.is_step_finished:
            return False
        over = (bool(self.moves) and 0 not in self.game_state.waiting) or len(self.moves) >= LONGEST
        return over or bool(self.lost_goal_reason)


@lru_cache(maxsize=500)
def _build_start_state_and_screen(game: Game[Any], options: Options, place: LessonStep) -> tuple[State, Screen]:
    """Return the state and the screen of a step's table before any moves.

    Both are cached for all readers and mustn't be changed.
    """
    start = place.step.load_dealt_state(game, options, Random(place.id))
    return start, Table.from_state(game, start).build_screen(0)


@lru_cache(maxsize=500)
def _list_hidden_screen_details(game: Game[Any], options: Options, place: LessonStep) -> tuple[ScreenDetail, ...]:
    """Return the details of the screen that would reveal the answer to the step's question.

    They're cached, because finding them takes a while.
    """
    return place.step.list_hidden_signs(game, options, place.lesson.zones)


def get_card_highlights(step: Step) -> Mapping[str, str]:
    """Return a dict that marks the cards that a step points at, for drawing the table.

    The keys are the cards' codes. The value is always "lit", the mark of a highlighted card.
    """
    return {code: "lit" for point in step.point_at for code in point.split() if point.isupper() or "*" in point}
