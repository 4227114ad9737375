"""The game object of Mille: its rules with everything that teaches them."""

from __future__ import annotations

from games.engine.asking import facts_in, goals_in
from games.mille import facts as asked
from games.mille.bots import BOTS
from games.mille.hints import hint_for
from games.mille.puzzles import THEMES
from games.mille.rules import Mille


class TaughtMille(Mille):
    """The rules of Mille, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = facts_in(asked), goals_in(asked)
    puzzles, bots = THEMES, BOTS
    hint = staticmethod(hint_for)


GAME = TaughtMille()
