"""The game object of Contract Rummy: its rules with facts, goals, puzzles, hints, and bots."""

from __future__ import annotations

from games.contract_rummy import facts as asked
from games.contract_rummy.bots import BOTS
from games.contract_rummy.hints import build_hint
from games.contract_rummy.puzzles import THEMES
from games.contract_rummy.rules import ContractRummyRules
from games.engine.facts_and_goals import collect_facts, collect_goals


class ContractRummyGame(ContractRummyRules):
    """Contract Rummy as the site uses it, with everything that teaches the game.

    This adds the facts, goals, puzzles, hints, and bots to the rules.
    """

    facts = collect_facts(asked)
    goals = collect_goals(asked)
    puzzles = THEMES
    bots = BOTS
    build_hint = staticmethod(build_hint)


GAME = ContractRummyGame()
