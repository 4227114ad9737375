"""The game object of Anaconda: its rules with facts, goals, puzzles, bots, and hints."""

from __future__ import annotations

from games.anaconda import facts as asked
from games.anaconda.bots import BOTS
from games.anaconda.hints import build_hint_for_view
from games.anaconda.puzzles import THEMES
from games.anaconda.rules import AnacondaRules
from games.engine.facts_and_goals import collect_facts, collect_goals


class AnacondaGame(AnacondaRules):
    """The rules of Anaconda, with the facts, goals, puzzles, bots, and hints that teach them."""

    facts, goals = collect_facts(asked), collect_goals(asked)
    puzzles, bots = THEMES, BOTS
    build_hint = staticmethod(build_hint_for_view)


GAME = AnacondaGame()
