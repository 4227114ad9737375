"""The game object of Guts: its rules with facts, puzzles, bots, and hints."""

from __future__ import annotations

from games.engine.facts_and_goals import collect_facts
from games.guts import facts as asked
from games.guts.bots import BOTS
from games.guts.hints import build_hint
from games.guts.puzzles import THEMES
from games.guts.rules import GutsRules


class GutsGame(GutsRules):
    """The rules of Guts, with the facts, puzzles, bots, and hints that teach them."""

    facts, puzzles, bots = collect_facts(asked), THEMES, BOTS
    build_hint = staticmethod(build_hint)


GAME = GutsGame()
