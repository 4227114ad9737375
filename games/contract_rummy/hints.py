"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.contract_rummy.bots import Strong
from games.contract_rummy.reasons import ADVICE
from games.contract_rummy.rules import RULES
from games.engine.hint import Hint, advise
from games.engine.view import View

ADVISER = Strong()
"""Who is asked: exact in what can be laid, and careful about the next player."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    return advise(ADVICE, state, seat, ADVISER.decide(state, seat, Random(0)))
