"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.engine.hint import Hint, advise
from games.engine.view import View
from games.vazhushal.bots import Strong
from games.vazhushal.reasons import ADVICE
from games.vazhushal.rules import RULES

ADVISER = Strong(candidates=1)
"""Who is asked: exact in what can be laid, and quick, since it imagines no hidden cards."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    return advise(ADVICE, state, seat, ADVISER.decide(state, seat, Random(0)))
