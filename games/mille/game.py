"""The game object of Mille: its rules with facts, goals, puzzles, bots, and hints."""

from __future__ import annotations

from games.engine.facts_and_goals import collect_facts, collect_goals
from games.mille import facts as asked
from games.mille.bots import BOTS
from games.mille.hints import build_hint_for_view
from games.mille.puzzles import THEMES
from games.mille.rules import MilleRules


class MilleGame(MilleRules):
    """The rules of Mille, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = collect_facts(asked), collect_goals(asked)
    puzzles, bots = THEMES, BOTS
    build_hint = staticmethod(build_hint_for_view)


GAME = MilleGame()
