"""The registered game: the rules with everything that teaches them."""

from __future__ import annotations

from games.contract_rummy import facts as asked
from games.contract_rummy.bots import BOTS
from games.contract_rummy.hints import hint_for
from games.contract_rummy.puzzles import THEMES
from games.contract_rummy.rules import ContractRummy
from games.engine.asking import facts_in, goals_in


class TaughtContractRummy(ContractRummy):
    """The rules with facts, goals, puzzles, hints, and bots."""

    facts = facts_in(asked)
    goals = goals_in(asked)
    puzzles = THEMES
    bots = BOTS
    hint = staticmethod(hint_for)


GAME = TaughtContractRummy()
