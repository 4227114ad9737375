"""The game object of Daifugo: its rules with facts, goals, puzzles, hints, and bots."""

from __future__ import annotations

from games.daifugo import facts as asked
from games.daifugo.bots import BOTS
from games.daifugo.hints import build_hint
from games.daifugo.puzzles import THEMES
from games.daifugo.rules import DaifugoRules
from games.engine.facts_and_goals import collect_facts, collect_goals


class DaifugoGame(DaifugoRules):
    """The rules of Daifugo with facts, goals, puzzles, hints, and bots."""

    facts, goals, bots = collect_facts(asked), collect_goals(asked), BOTS
    puzzles = THEMES
    build_hint = staticmethod(build_hint)


GAME = DaifugoGame()
