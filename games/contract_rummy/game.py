"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.contract_rummy.rules import ContractRummy
from games.contract_rummy.words import in_words
from games.engine.move import Move


class TaughtContractRummy(ContractRummy):
    """The rules with course, puzzles, hints, bots, and words for its moves."""

    def in_words(self, move: Move) -> str:
        return in_words(move) or super().in_words(move)


GAME = TaughtContractRummy()
