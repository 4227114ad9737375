"""The table of a puzzle: its position, and for a puzzle that is played the moves tried so far."""

from __future__ import annotations

from django.http import HttpRequest

from core.practice.models import Puzzle
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.phrasing import sits
from games.engine.puzzle import LONGEST_ANSWER
from games.engine.state import State
from games.engine.table import Table
from games.engine.view import Screen
from games.errors import HouseError


class PuzzleSession:
    """A puzzle's table after some moves of the solver's. `table` is None where the question needs no table."""

    def __init__(self, puzzle: Puzzle, lines: list[str]) -> None:
        self.puzzle = puzzle
        self.game = puzzle.played
        position = puzzle.posed.position
        self.table: Table | None = None
        if position:
            start = self.game.load({**position, "game": puzzle.game, "options": puzzle.options})
            self.table = Table.at(self.game, start)
            for line in lines[:LONGEST_ANSWER]:
                self.table.play(0, line)

    @property
    def state(self) -> State | None:
        """How the table lies now."""
        return self.table.state if self.table else None

    @property
    def lines(self) -> list[str]:
        """The moves that were tried."""
        return [text for _, text in self.table.record.moves] if self.table else []

    @classmethod
    def of(cls, request: HttpRequest, puzzle: Puzzle) -> PuzzleSession:
        """Return what this visitor has tried."""
        return cls.after(puzzle, request.session.get(f"puzzle:{puzzle.code}", []))

    @classmethod
    def after(cls, puzzle: Puzzle, lines: list[str]) -> PuzzleSession:
        """The table after these moves, or as it was if they cannot be made."""
        try:
            return cls(puzzle, lines)
        except HouseError:
            return cls(puzzle, [])

    def keep(self, request: HttpRequest) -> None:
        """Remember the moves; those of other puzzles are forgotten."""
        for key in [key for key, _ in request.session.items() if key.startswith("puzzle:")]:
            del request.session[key]
        if self.lines:
            request.session[f"puzzle:{self.puzzle.code}"] = self.lines

    @property
    def names(self) -> list[str]:
        """Who sits where, as the puzzle's text has it."""
        if self.state is None:
            return []
        return [sits(seat, self.state.seats) for seat in range(self.state.seats)]

    @property
    def live(self) -> bool:
        """Whether the solver may still move."""
        return self.state is not None and 0 in self.state.waiting and len(self.lines) < LONGEST_ANSWER

    def screen(self, playing: bool, answered: bool) -> Screen:
        """What to draw of a puzzle that is played just now, or not; until it is answered, nothing that tells it."""
        assert self.table is not None
        return self.puzzle.posed.screen(self.table.screen(0), self.table.state, playing=playing, answered=answered)

    def readings(self, text: str) -> list[Move]:
        """The legal moves that a text can mean, or the one move it says. Raises BadText."""
        assert self.table is not None
        return self.table.read(0, text)

    def why_not(self, move: Move) -> Violation | None:
        """Return why the solver may not make this move."""
        assert self.state is not None
        return self.game.why_not(self.state, 0, move)

    def play(self, move: Move) -> None:
        """Make a legal move of the solver's."""
        assert self.table is not None
        self.table.play(0, move)
