"""The game object of Vazhushal: its rules with facts, goals, puzzles, hints, and bots."""

from __future__ import annotations

from games.engine.facts_and_goals import collect_facts, collect_goals
from games.vazhushal import facts as asked
from games.vazhushal.bots import BOTS
from games.vazhushal.hints import build_hint_for_view
from games.vazhushal.puzzles import THEMES
from games.vazhushal.rules import VazhushalRules


class VazhushalGame(VazhushalRules):
    """Vazhushal as the site uses it, with everything that teaches the game.

    This adds the facts, goals, puzzles, hints, and bots to the rules.
    """

    facts = collect_facts(asked)
    goals = collect_goals(asked)
    puzzles = THEMES
    bots = BOTS
    build_hint = staticmethod(build_hint_for_view)


GAME = VazhushalGame()
