"""The table of a puzzle: its position and, for a puzzle that is played out, the moves made until now."""

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
    """A puzzle's table after the solver's moves. `table` is None if the question needs no table."""

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
        """The current state of the table."""
        return self.table.state if self.table else None

    @property
    def lines(self) -> list[str]:
        """The moves made until now."""
        return [text for _, text in self.table.record.moves] if self.table else []

    @classmethod
    def of(cls, request: HttpRequest, puzzle: Puzzle) -> PuzzleSession:
        """Return the session with the moves that this visitor has made."""
        return cls.after(puzzle, request.session.get(f"puzzle:{puzzle.code}", []))

    @classmethod
    def after(cls, puzzle: Puzzle, lines: list[str]) -> PuzzleSession:
        """Return the session after these moves; without moves, if they aren't legal."""
        try:
            return cls(puzzle, lines)
        except HouseError:
            return cls(puzzle, [])

    def keep(self, request: HttpRequest) -> None:
        """Store the moves in the visitor's session, and delete those of other puzzles."""
        for key in [key for key, _ in request.session.items() if key.startswith("puzzle:")]:
            del request.session[key]
        if self.lines:
            request.session[f"puzzle:{self.puzzle.code}"] = self.lines

    @property
    def names(self) -> list[str]:
        """The names of the seats, as in the puzzle's text."""
        if self.state is None:
            return []
        return [sits(seat, self.state.seats) for seat in range(self.state.seats)]

    @property
    def live(self) -> bool:
        """Whether the solver may make another move."""
        return self.state is not None and 0 in self.state.waiting and len(self.lines) < LONGEST_ANSWER

    def screen(self, playing: bool, answered: bool) -> Screen:
        """Return the screen to draw, `playing` or not; unless `answered`, without anything that reveals the answer."""
        assert self.table is not None
        return self.puzzle.posed.screen(self.table.screen(0), self.table.state, playing=playing, answered=answered)

    def readings(self, text: str) -> list[Move]:
        """Return the legal moves that a text can mean, or the one move that it names. Raises BadText."""
        assert self.table is not None
        return self.table.read(0, text)

    def why_not(self, move: Move) -> Violation | None:
        """Return why the solver may not make this move; None if they may."""
        assert self.state is not None
        return self.game.why_not(self.state, 0, move)

    def play(self, move: Move) -> None:
        """Make a legal move of the solver's."""
        assert self.table is not None
        self.table.play(0, move)
