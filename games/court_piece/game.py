"""The registered game: the rules with everything that teaches them."""

from __future__ import annotations

from games.court_piece import facts as asked
from games.court_piece.bots import BOTS
from games.court_piece.hints import hint_for
from games.court_piece.puzzles import THEMES
from games.court_piece.rules import CourtPiece
from games.engine.asking import facts_in, goals_in
from games.kit import trick_goals


class TaughtCourtPiece(CourtPiece):
    """The rules with facts, goals, puzzles, hints, and bots."""

    facts = facts_in(asked)
    goals = goals_in(trick_goals)
    puzzles = THEMES
    bots = BOTS
    hint = staticmethod(hint_for)


GAME = TaughtCourtPiece()
