"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.contract_rummy.bots import BOTS
from games.contract_rummy.hints import hint_for
from games.contract_rummy.lessons import COURSE
from games.contract_rummy.puzzles import THEMES
from games.contract_rummy.rules import ContractRummy
from games.engine.hint import Hint
from games.engine.view import View


class TaughtContractRummy(ContractRummy):
    """The rules with course, puzzles, hints, bots, and words for its moves."""

    lessons = COURSE
    themes = THEMES
    bots = BOTS

    def hint(self, view: View) -> Hint:
        return hint_for(view)


GAME = TaughtContractRummy()
