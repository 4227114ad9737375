"""The game object of Chinese Ten: its rules with everything that teaches them."""

from __future__ import annotations

from games.chinese_ten import facts as asked
from games.chinese_ten.bots import BOTS
from games.chinese_ten.hints import hint_for
from games.chinese_ten.puzzles import THEMES
from games.chinese_ten.rules import ChineseTen
from games.engine.asking import facts_in, goals_in


class TaughtChineseTen(ChineseTen):
    """The rules of Chinese Ten, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = facts_in(asked), goals_in(asked)
    puzzles, bots = THEMES, BOTS
    hint = staticmethod(hint_for)


GAME = TaughtChineseTen()
