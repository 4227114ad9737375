"""Tools for the makers of puzzles of any game: states under house rules, clauses, verdicts, and ratings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from games.cards import Card
from games.engine.asking import parse_moves
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import NOT_SO, Option, Puzzle, Setup, Unproven, Verdict, Void, make_rule_hint, parse_answer
from games.engine.state import State
from games.engine.view import Position
from games.engine.work import spend_steps
from games.errors import HouseError
from games.words import capitalize_first

S = TypeVar("S", bound=State)
H = TypeVar("H", bound=Options)
TRIES = 200
"""The number of positions that a maker tries before it gives up."""
DRAWING = 1000
"""The steps that dealing a hand and playing it on costs, for makers whose work counts no steps of its own."""


class PuzzleRules(Generic[S, H]):
    """A game and its class of options, with the operations that its puzzles need."""

    def __init__(self, rules: Game[S], options: type[H]) -> None:
        self.rules = rules
        self.options = options

    def cast_options(self, options: Options) -> H:
        """Return the house rules, typed as the options of this game."""
        assert isinstance(options, self.options)
        return options

    def load_state(self, position: Mapping[str, Any], options: Options) -> S:
        """Return the state of a position under these house rules. Raises Void if they don't allow the position."""
        try:
            return self.rules.load({**position, "options": options.list_changed_values()})
        except HouseError as refused:
            raise Void(f"This position cannot be under these house rules. {refused}") from None

    def parse_moves(self, lines: Iterable[str]) -> list[Move]:
        """Return the moves that lines of text describe. Raises BadText, also for a move that no player ever makes."""
        return parse_moves(self.rules, lines)

    def replay(self, state: S, moves: Sequence[Move]) -> tuple[S, int, Violation | None]:
        """Make these moves for seat 0 until one of them is illegal.

        Return the state, the number of moves made, and the violation that stopped them (None if all moves were legal).
        """
        now = state.copy()
        for number, move in enumerate(moves):
            chosen = next(iter(self.rules.list_readings(now, 0, move)), move)
            refused = self.rules.find_violation(now, 0, chosen)
            if refused is not None:
                return now, number, refused
            self.rules.apply(now, 0, chosen)
        return now, len(moves), None

    def describe_moves(self, state: S, moves: Sequence[Move], said: Callable[[S, Move], str]) -> str:
        """Return a line of moves as one sentence, each move worded by `said`.

        An illegal move is worded too, but not made before the next one.
        """
        now, parts = state.copy(), []
        for move in moves:
            parts.append(said(now, move))
            if self.rules.find_violation(now, 0, move) is None:
                self.rules.apply(now, 0, move)
        return f"{capitalize_first(', then '.join(parts))}."

    def judge_moves(
        self,
        puzzle: Puzzle,
        state: S,
        answer: object,
        lacking: Callable[[S, Sequence[Move]], str],
        said: Callable[[S, Move], str] | None = None,
    ) -> Verdict:
        """Return the verdict on an answer, which is a line of moves or the id of an option.

        The moves are made one by one. `lacking` returns what is missing in the state they lead to, or "" if the goal is
        reached; `said` words an illegal move.
        """
        given = parse_answer(puzzle, answer)
        if isinstance(given, str):
            right = puzzle.key == given
            refuted = "" if right else puzzle.reasons.get(given, NOT_SO)
            return Verdict(right, puzzle.why, puzzle.clauses, refuted, puzzle.reasons)
        moves = self.parse_moves(given)
        after, made, refused = self.replay(state, moves)
        if refused is not None:
            which = f", {said(after, moves[made])}," if said else ""
            clauses = self.select_clauses([refused.clause.id, *puzzle.clauses])
            refuted = f"Move {made + 1}{which} is refused. {refused.marked_sentence}"
            return Verdict(
                False, puzzle.why, clauses, refuted, puzzle.reasons, missed=self.select_clauses([refused.clause.id])
            )
        missed = lacking(after, moves)
        return Verdict(not missed, puzzle.why, puzzle.clauses, missed, puzzle.reasons)

    def view_position(self, state: S) -> Position:
        """Return the position that seat 0 sees."""
        return self.rules.build_view(state, 0).position

    def build_setup_position(self, state: S) -> Position:
        """Return the position that seat 0 sees, without the house rules, to be stored in a setup."""
        return {key: value for key, value in self.view_position(state).items() if key != "options"}

    def get_clause_title(self, clause: str) -> str:
        """Return the heading of a clause in the rulebook."""
        return self.rules.rulebook.get_title(clause)

    def build_rule_hint(self, clause: str, options: Options) -> str:
        """Return the second of four hints: the rule to think of, and its first sentence under these house rules."""
        return make_rule_hint(self.rules, clause, options)

    def select_clauses(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Return the clause ids that this game has, without duplicates, in the order of first mention."""
        return filter_clauses(clauses, self.rules.clauses)


def draw_until_found(
    draw: Callable[[], Setup | None],
    tries: int = TRIES,
    lacking: str = "Under these house rules nothing like it came up.",
    steps: int = 0,
) -> Setup:
    """Return the first setup that `draw` returns.

    Draws that return None or raise Void or Unproven are skipped. Each draw costs `steps` in addition to those that it
    counts itself. Raises Void with the text `lacking` after `tries` draws.
    """
    for _ in range(tries):
        spend_steps(steps)
        with suppress(Void, Unproven):
            setup = draw()
            if setup is not None:
                return setup
    raise Void(lacking)


def filter_clauses(clauses: Iterable[str], allowed: Container[str]) -> tuple[str, ...]:
    """Return the clause ids that are among the `allowed` ones, such as those of a theme, without duplicates."""
    return tuple(id for id in dict.fromkeys(clauses) if id in allowed)


def split_clause_ids(text: str) -> tuple[str, ...]:
    """Return the clause ids of a text, separated by spaces."""
    return tuple(text.split())


def build_card_options(cards: Iterable[Card]) -> tuple[Option, ...]:
    """Return an answer option for each of these cards, with the card's code as its id."""
    return tuple(Option(card.code, f"The {card.name}", card.code) for card in cards)


def clamp_rating(rating: float) -> int:
    """Return the estimate of a puzzle's difficulty, limited to 800 to 2400."""
    return int(max(800, min(2400, rating)))
