"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.court_piece.rules import CourtPiece
from games.court_piece.words import in_words
from games.engine.move import Move


class TaughtCourtPiece(CourtPiece):
    """The rules with course, puzzles, hints, bots, and words for its moves."""

    def in_words(self, move: Move) -> str:
        return in_words(move) or super().in_words(move)


GAME = TaughtCourtPiece()
