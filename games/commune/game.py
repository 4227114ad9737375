"""Commune as the site offers it: its rules together with what teaches them."""

from __future__ import annotations

from games.commune import facts as asked
from games.commune.bots import BOTS
from games.commune.hints import hint_for
from games.commune.puzzles import THEMES
from games.commune.rules import Commune
from games.engine.asking import facts_in, goals_in


class TaughtCommune(Commune):
    """The rules of Commune with facts, goals, puzzles, hints, and bots."""

    facts = facts_in(asked)
    goals = goals_in(asked)
    puzzles = THEMES
    bots = BOTS
    hint = staticmethod(hint_for)


GAME = TaughtCommune()
