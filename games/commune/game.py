"""The game object of Commune: its rules with facts, goals, puzzles, hints, and bots."""

from __future__ import annotations

from games.commune import facts as asked
from games.commune.bots import BOTS
from games.commune.hints import build_hint
from games.commune.puzzles import THEMES
from games.commune.rules import CommuneRules
from games.engine.facts_and_goals import collect_facts, collect_goals


class CommuneGame(CommuneRules):
    """The rules of Commune with facts, goals, puzzles, hints, and bots."""

    facts = collect_facts(asked)
    goals = collect_goals(asked)
    puzzles = THEMES
    bots = BOTS
    build_hint = staticmethod(build_hint)


GAME = CommuneGame()
