"""The game object of Anaconda: its rules with everything that teaches them."""

from __future__ import annotations

from games.anaconda import facts as asked
from games.anaconda.bots import BOTS
from games.anaconda.hints import hint_for
from games.anaconda.puzzles import THEMES
from games.anaconda.rules import Anaconda
from games.engine.asking import facts_in, goals_in


class TaughtAnaconda(Anaconda):
    """The rules of Anaconda, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = facts_in(asked), goals_in(asked)
    puzzles, bots = THEMES, BOTS
    hint = staticmethod(hint_for)


GAME = TaughtAnaconda()
