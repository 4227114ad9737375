"""The game object of Court Piece: its rules with facts, goals, puzzles, hints, and bots."""

from __future__ import annotations

from games.court_piece import facts as asked
from games.court_piece.bots import BOTS
from games.court_piece.hints import build_hint
from games.court_piece.puzzles import THEMES
from games.court_piece.rules import CourtPieceRules
from games.engine.facts_and_goals import collect_facts, collect_goals
from games.kit import trick_goals


class CourtPieceGame(CourtPieceRules):
    """Court Piece as the site uses it, with everything that teaches the game.

    This adds the facts, goals, puzzles, hints, and bots to the rules.
    """

    facts = collect_facts(asked)
    goals = collect_goals(trick_goals)
    puzzles = THEMES
    bots = BOTS
    build_hint = staticmethod(build_hint)


GAME = CourtPieceGame()
