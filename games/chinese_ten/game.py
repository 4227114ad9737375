"""The game object of Chinese Ten: its rules with facts, goals, puzzles, bots, and hints."""

from __future__ import annotations

from games.chinese_ten import facts as asked
from games.chinese_ten.bots import BOTS
from games.chinese_ten.hints import build_hint
from games.chinese_ten.puzzles import THEMES
from games.chinese_ten.rules import ChineseTenRules
from games.engine.facts_and_goals import collect_facts, collect_goals


class ChineseTenGame(ChineseTenRules):
    """The rules of Chinese Ten, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = collect_facts(asked), collect_goals(asked)
    puzzles, bots = THEMES, BOTS
    build_hint = staticmethod(build_hint)


GAME = ChineseTenGame()
