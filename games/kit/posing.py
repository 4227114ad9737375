"""What the makers of puzzles need of any game: states under house rules, headings, clauses, refusals and ratings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from games.cards import Card
from games.engine.asking import moves_of
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import NOT_SO, Option, Puzzle, Setup, Unproven, Verdict, Void, read_answer, rule_hint
from games.engine.state import State
from games.engine.view import Position
from games.engine.work import spend
from games.errors import HouseError
from games.words import capital

S = TypeVar("S", bound=State)
H = TypeVar("H", bound=Options)
TRIES = 200
"""So many positions a maker looks at before it gives up."""
DRAWING = 1000
"""The steps of dealing a hand and playing it on, if nothing counts them."""


class Posing(Generic[S, H]):
    """A game with its options, as its puzzles ask for it."""

    def __init__(self, rules: Game[S], options: type[H]) -> None:
        self.rules = rules
        self.options = options

    def rules_of(self, options: Options) -> H:
        """The house rules as those of this game."""
        assert isinstance(options, self.options)
        return options

    def seated(self, position: Mapping[str, Any], options: Options) -> S:
        """The state of a position under these house rules. Raises Void if there can be no such state."""
        try:
            return self.rules.load({**position, "options": options.changed()})
        except HouseError as refused:
            raise Void(f"This position cannot be under these house rules. {refused}") from None

    def moves(self, lines: Iterable[str]) -> list[Move]:
        """The moves of some lines of text. Raises BadText, also for a move that no player of this game ever makes."""
        return moves_of(self.rules, lines)

    def replay(self, state: S, moves: Sequence[Move]) -> tuple[S, int, Violation | None]:
        """The state after these moves of seat 0, how many were made, and why the next was refused, if one was."""
        now = state.copy()
        for number, move in enumerate(moves):
            chosen = next(iter(self.rules.readings(now, 0, move)), move)
            refused = self.rules.why_not(now, 0, chosen)
            if refused is not None:
                return now, number, refused
            self.rules.apply(now, 0, chosen)
        return now, len(moves), None

    def told(self, state: S, moves: Sequence[Move], said: Callable[[S, Move], str]) -> str:
        """A line of moves as one sentence, each `said` as a thing to do. Those after a refused one are told as they
        stand.
        """
        now, parts = state.copy(), []
        for move in moves:
            parts.append(said(now, move))
            if self.rules.why_not(now, 0, move) is None:
                self.rules.apply(now, 0, move)
        return f"{capital(', then '.join(parts))}."

    def judge_moves(
        self,
        puzzle: Puzzle,
        state: S,
        answer: object,
        lacking: Callable[[S, Sequence[Move]], str],
        said: Callable[[S, Move], str] | None = None,
    ) -> Verdict:
        """The verdict on a line of moves or an answer in words.

        The moves are made one by one; `lacking` says what is missing where they lead, or nothing if the goal is
        reached, and `said` how a refused one is called.
        """
        given = read_answer(puzzle, answer)
        if isinstance(given, str):
            right = puzzle.key == given
            refuted = "" if right else puzzle.reasons.get(given, NOT_SO)
            return Verdict(right, puzzle.why, puzzle.clauses, refuted, puzzle.reasons)
        moves = self.moves(given)
        after, made, refused = self.replay(state, moves)
        if refused is not None:
            which = f", {said(after, moves[made])}," if said else ""
            clauses = self.unique([refused.clause.id, *puzzle.clauses])
            refuted = f"Move {made + 1}{which} is refused. {refused.drawn}"
            return Verdict(False, puzzle.why, clauses, refuted, puzzle.reasons, missed=self.unique([refused.clause.id]))
        missed = lacking(after, moves)
        return Verdict(not missed, puzzle.why, puzzle.clauses, missed, puzzle.reasons)

    def shown(self, state: S) -> Position:
        """Return what seat 0 may see."""
        return self.rules.view(state, 0).position

    def hidden(self, state: S) -> Position:
        """The same as a setup keeps it: the house rules are left out."""
        return {key: value for key, value in self.shown(state).items() if key != "options"}

    def title(self, clause: str) -> str:
        """The heading of a clause in the rulebook."""
        return self.rules.rulebook.title_of(clause)

    def rule_hint(self, clause: str, options: Options) -> str:
        """The second of four hints: which rule to think of, and what it says first under these house rules."""
        return rule_hint(self.rules, clause, options)

    def unique(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Ids of clauses of this game without repetition, the first mention first."""
        return within(clauses, self.rules.clauses)


def until_found(
    draw: Callable[[], Setup | None],
    tries: int = TRIES,
    lacking: str = "Under these house rules nothing like it came up.",
    steps: int = 0,
) -> Setup:
    """The first setup that can be posed: random ones are drawn, and None and what is void or unproven passed over.

    Each takes so many `steps` beside those that it counts itself. Raises Void with what was `lacking` if none comes up
    in so many tries.
    """
    for _ in range(tries):
        spend(steps)
        with suppress(Void, Unproven):
            setup = draw()
            if setup is not None:
                return setup
    raise Void(lacking)


def within(clauses: Iterable[str], allowed: Container[str]) -> tuple[str, ...]:
    """Clause ids without repetition, those that are among the allowed ones: that a theme trains, say."""
    return tuple(id for id in dict.fromkeys(clauses) if id in allowed)


def clause_ids(text: str) -> tuple[str, ...]:
    """The clause ids of a text."""
    return tuple(text.split())


def card_options(cards: Iterable[Card]) -> tuple[Option, ...]:
    """Each of some cards as an answer, by its code."""
    return tuple(Option(card.code, f"The {card.name}", card.code) for card in cards)


def clamp(rating: float) -> int:
    """A guess at a puzzle's difficulty, within reason."""
    return int(max(800, min(2400, rating)))
