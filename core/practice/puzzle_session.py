"""The table of a puzzle: the position and, if the puzzle is answered with moves, the moves made so far."""

from __future__ import annotations

from django.http import HttpRequest

from core.practice.models import Puzzle
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.phrasing import describe_seat
from games.engine.puzzle import LONGEST_ANSWER
from games.engine.state import State
from games.engine.table import Table
from games.engine.view import Screen
from games.errors import RulesError


class PuzzleSession:
    """The table of a puzzle, with the moves that the solver has made so far.

    `table` is the engine's table object, or None if the question needs no table.
    """

    def __init__(self, puzzle: Puzzle, lines: list[str]) -> None:
        self.puzzle = puzzle
        self.game = puzzle.engine_game
        position = puzzle.engine_puzzle.position
        self.table: Table | None = None
        if position:
            start = self.game.load_position({**position, "game": puzzle.game, "options": puzzle.options})
            self.table = Table.from_state(self.game, start)
            for line in lines[:LONGEST_ANSWER]:
                self.table.play_move(0, line)

    @property
    def game_state(self) -> State | None:
        """The engine's state of the table after all moves, or None if the question needs no table."""
        return self.table.state if self.table else None

    @property
    def move_texts(self) -> list[str]:
        """The moves that the solver has made so far, as text."""
        return [text for _, text in self.table.record.moves] if self.table else []

    @classmethod
    def from_request(cls, request: HttpRequest, puzzle: Puzzle) -> PuzzleSession:
        """Load the table with the moves that this visitor has made, which are in the Django session."""
        return cls.from_moves(puzzle, request.session.get(f"puzzle:{puzzle.code}", []))

    @classmethod
    def from_moves(cls, puzzle: Puzzle, lines: list[str]) -> PuzzleSession:
        """Build the table after the moves in `lines`, or without moves if they aren't all legal."""
        try:
            return cls(puzzle, lines)
        except RulesError:
            return cls(puzzle, [])

    def store_moves(self, request: HttpRequest) -> None:
        """Store the moves in the visitor's Django session, and delete the moves in other puzzles from it."""
        for key in [key for key, _ in request.session.items() if key.startswith("puzzle:")]:
            del request.session[key]
        if self.move_texts:
            request.session[f"puzzle:{self.puzzle.code}"] = self.move_texts

    @property
    def seat_names(self) -> list[str]:
        """The names of the seats as the puzzle's text uses them."""
        if self.game_state is None:
            return []
        return [describe_seat(seat, self.game_state.seats) for seat in range(self.game_state.seats)]

    @property
    def can_move(self) -> bool:
        """Whether the solver can make another move."""
        return self.game_state is not None and 0 in self.game_state.waiting and len(self.move_texts) < LONGEST_ANSWER

    def build_screen(self, playing: bool, answered: bool) -> Screen:
        """Return what the solver sees of the table, as the engine's `Screen`.

        `playing` says whether the solver can still make moves. Until the puzzle is `answered`, the screen leaves out
        everything that reveals the answer.
        """
        assert self.table is not None
        return self.puzzle.engine_puzzle.hide_answer_on_screen(
            self.table.build_screen(0), self.table.state, playing=playing, answered=answered
        )

    def list_readings(self, text: str) -> list[Move]:
        """Return the legal moves that a text can mean. There can be several, for example with a wild card.

        If no move is legal, returns just the move in the text. Raises BadText.
        """
        assert self.table is not None
        return self.table.list_move_readings(0, text)

    def find_violation(self, move: Move) -> Violation | None:
        """Return the rule violation if the solver can't make this move, or None if they can."""
        assert self.game_state is not None
        return self.game.find_violation(self.game_state, 0, move)

    def play_move(self, move: Move) -> None:
        """Make the solver's move, which has to be legal, on the table."""
        assert self.table is not None
        self.table.play_move(0, move)
