"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.chinese_ten import facts as asked
from games.chinese_ten.bots import BOTS
from games.chinese_ten.hints import hint_for
from games.chinese_ten.puzzles import THEMES
from games.chinese_ten.rules import ChineseTen
from games.engine.asking import facts_in, goals_in


class TaughtChineseTen(ChineseTen):
    """The rules with course, puzzles, hints and bots."""

    facts, goals = facts_in(asked), goals_in(asked)
    puzzles, bots = THEMES, BOTS
    hint = staticmethod(hint_for)


GAME = TaughtChineseTen()
