"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from games.contract_rummy.bots import Strong
from games.contract_rummy.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong()
"""Who is asked: exact in what can be laid, and careful about the next player."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    return hint_of(ADVISER, ADVICE, view)
