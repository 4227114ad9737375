"""Tools for puzzle makers of any game: states under house rules, clauses, verdicts, and difficulty ratings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from random import Random
from typing import Any, Generic, TypeVar

from games.cards import Card
from games.engine.clause import Violation
from games.engine.facts_and_goals import parse_moves
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import (
    NOT_SO,
    AnswerOption,
    Puzzle,
    Setup,
    Unproven,
    Verdict,
    VoidPuzzle,
    judge_by_key,
    make_rule_hint,
    parse_answer,
)
from games.engine.state import State
from games.engine.view import Position
from games.engine.work_limits import spend_steps
from games.errors import RulesError
from games.words import capitalize_first

S = TypeVar("S", bound=State)
H = TypeVar("H", bound=Options)
TRIES = 200
"""The number of positions that a maker tries before it gives up."""
LACKING = "We couldn’t find a puzzle or position like this under these house rules."
DRAWING = 1000
"""The steps charged for dealing and playing a hand, for makers that don't count steps themselves."""


class PuzzleToolkit(Generic[S, H]):
    """A game and its class of options, with functions that its puzzles need."""

    def __init__(self, rules: Game[S], options: type[H]) -> None:
        self.rules = rules
        self.options = options

    def cast_options(self, options: Options) -> H:
        """Return `options` unchanged, but typed as this game's class of options, for the type checker.

        They have to be of this class.
        """
        assert isinstance(options, self.options)
        return options

    def load_state(self, position: Mapping[str, Any], options: Options) -> S:
        """Load a position under these house rules.

        Raises VoidPuzzle if the position isn't possible under them.
        """
        try:
            return self.rules.load_position({**position, "options": options.list_nonstandard_values()})
        except RulesError as refused:
            raise VoidPuzzle(f"This position isn’t possible under these house rules. {refused}") from None

    def parse_moves(self, lines: Iterable[str]) -> list[Move]:
        """Parse lines of text as moves. Raises BadText, also for a move that players can't make."""
        return parse_moves(self.rules, lines)

    def make_moves_while_legal(self, state: S, moves: Sequence[Move]) -> tuple[S, int, Violation | None]:
        """Make these moves for seat 0 until one of them is illegal.

        Returns the state, the number of moves made, and the violation that ended it (None if all moves were legal).
        """
        now = state.copy()
        for number, move in enumerate(moves):
            chosen = next(iter(self.rules.list_move_readings(now, 0, move)), move)
            refused = self.rules.find_violation(now, 0, chosen)
            if refused is not None:
                return now, number, refused
            self.rules.apply_move(now, 0, chosen)
        return now, len(moves), None

    def describe_moves(self, state: S, moves: Sequence[Move], said: Callable[[S, Move], str]) -> str:
        """Describe a list of moves by seat 0 in one sentence, such as “Draw KC, then discard 2H.”

        `said` is a function of the state before a move and of the move, which returns a description. An illegal move is
        described too, but doesn't change the state.
        """
        now, parts = state.copy(), []
        for move in moves:
            parts.append(said(now, move))
            if self.rules.find_violation(now, 0, move) is None:
                self.rules.apply_move(now, 0, move)
        return f"{capitalize_first(', then '.join(parts))}."

    def judge_puzzle_answer(
        self,
        puzzle: Puzzle,
        state: S,
        answer: object,
        lacking: Callable[[S, Sequence[Move]], str],
        said: Callable[[S, Move], str] | None = None,
    ) -> Verdict:
        """Judge an answer, which is a list of moves or the id of an option.

        Moves are made one by one from `state`. `lacking` returns what's missing in the state after the last move, or ""
        if the goal is reached. `said` describes an illegal move for the feedback.
        """
        parsed = parse_answer(puzzle, answer)
        if isinstance(parsed, str):
            right = puzzle.key == parsed
            refuted = "" if right else puzzle.reasons.get(parsed, NOT_SO)
            return Verdict(right, puzzle.why, puzzle.clauses, refuted, puzzle.reasons)
        moves = self.parse_moves(parsed)
        after, made, refused = self.make_moves_while_legal(state, moves)
        if refused is not None:
            which = f", {said(after, moves[made])}," if said else ""
            clauses = self.select_game_clauses([refused.clause.id, *puzzle.clauses])
            refuted = f"Move {made + 1}{which} isn’t legal. {refused.sentence_with_quoted_cards}"
            return Verdict(
                False,
                puzzle.why,
                clauses,
                refuted,
                puzzle.reasons,
                missed=self.select_game_clauses([refused.clause.id]),
            )
        missed = lacking(after, moves)
        return Verdict(not missed, puzzle.why, puzzle.clauses, missed, puzzle.reasons)

    def build_judge(
        self, explain_missing: Callable[[S, S], str], said: Callable[[S, Move], str] | None = None
    ) -> Callable[[Puzzle, Setup, Options, Any], Verdict]:
        """Return a function that judges answers to a theme's puzzles, to be used as the theme's `judge_by`.

        For a puzzle answered with moves, `explain_missing` gets the states before and after the moves. It returns
        what's missing, or "" if the goal is reached. `said` describes an illegal move for the feedback. Any other
        puzzle is judged by its key.
        """

        def judge_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
            if puzzle.form != "play":
                return judge_by_key(puzzle, answer)
            state = self.load_state(setup["position"], options)
            return self.judge_puzzle_answer(
                puzzle, state, answer, lambda after, moves: explain_missing(state, after), said
            )

        return judge_answer

    def build_visible_position(self, state: S) -> Position:
        """Return the position that seat 0 sees."""
        return self.rules.build_view(state, 0).position

    def build_setup_position(self, state: S) -> Position:
        """Return the position that seat 0 sees, without the house rules, to be stored in a setup."""
        return {key: value for key, value in self.build_visible_position(state).items() if key != "options"}

    def get_clause_title(self, clause: str) -> str:
        """Return the heading of a clause in the rulebook."""
        return self.rules.rulebook.get_clause_title(clause)

    def build_rule_hint(self, clause: str, options: Options) -> str:
        """Return the second of a puzzle's four hints: a rule's title and its first sentence.

        The sentence is that under these house rules.
        """
        return make_rule_hint(self.rules, clause, options)

    def select_game_clauses(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Return the given clause ids that this game has, without duplicates, in order of first mention."""
        return filter_clauses(clauses, self.rules.clauses)

    def select_active_clauses(self, clauses: Iterable[str], options: Options) -> tuple[str, ...]:
        """Return the given clause ids that this game has and that apply under these house rules, each once."""
        get_text = self.rules.rulebook.get_clause_text
        return tuple(id for id in self.select_game_clauses(clauses) if get_text(id, options))


def draw_fitting_setup(
    draw: Callable[[], Setup | None],
    tries: int = TRIES,
    lacking: str = LACKING,
    steps: int = 0,
) -> Setup:
    """Call `draw` until it returns a setup, and return this setup.

    If `draw` returns None or raises VoidPuzzle or Unproven, it's called again. Each call is charged `steps` (see
    `games.engine.work_limits`), in addition to the steps that `draw` counts itself. Raises VoidPuzzle with the message
    `lacking` after `tries` calls.
    """
    for _ in range(tries):
        spend_steps(steps)
        with suppress(VoidPuzzle, Unproven):
            setup = draw()
            if setup is not None:
                return setup
    raise VoidPuzzle(lacking)


def repeat_until_fitting(
    lacking: str = LACKING, tries: int = TRIES, steps: int = 0
) -> Callable[[Callable[[Random, Options], Setup | None]], Callable[[Random, Options], Setup]]:
    """Return a decorator that turns a function that draws one setup into the `make` of a theme.

    `make` is the function that makes a theme's puzzles. The drawn setup might not be suitable, so the function is
    called up to `tries` times with the same arguments, until it returns a setup. `lacking` is the message if it never
    does, and each try is charged `steps`. See `draw_fitting_setup`.
    """

    def build_maker(draw: Callable[[Random, Options], Setup | None]) -> Callable[[Random, Options], Setup]:
        @wraps(draw)
        def make_setup(rng: Random, options: Options) -> Setup:
            return draw_fitting_setup(lambda: draw(rng, options), tries, lacking, steps)

        return make_setup

    return build_maker


def filter_clauses(clauses: Iterable[str], allowed: Container[str]) -> tuple[str, ...]:
    """Return the given clause ids that are `allowed`, such as those of a theme, without duplicates."""
    return tuple(id for id in dict.fromkeys(clauses) if id in allowed)


def split_clause_ids(text: str) -> tuple[str, ...]:
    """Split a string of clause ids at its spaces. Return a tuple."""
    return tuple(text.split())


def build_card_options(cards: Iterable[Card]) -> tuple[AnswerOption, ...]:
    """Build an answer option for each of these cards, with the card's code as its id."""
    return tuple(AnswerOption(card.code, f"The {card.name}", card.code) for card in cards)


def clamp_rating(rating: float) -> int:
    """Limit a difficulty rating to 800 to 2400, and round it down."""
    return int(max(800, min(2400, rating)))
