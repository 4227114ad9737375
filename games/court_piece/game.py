"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.court_piece.bots import BOTS
from games.court_piece.hints import hint_for
from games.court_piece.lessons import COURSE
from games.court_piece.puzzles import THEMES
from games.court_piece.rules import CourtPiece
from games.engine.hint import Hint
from games.engine.view import View


class TaughtCourtPiece(CourtPiece):
    """The rules with course, puzzles, hints and bots."""

    lessons = COURSE
    themes = THEMES
    bots = BOTS

    def hint(self, view: View) -> Hint:
        return hint_for(view)


GAME = TaughtCourtPiece()
