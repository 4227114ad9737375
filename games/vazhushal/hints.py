"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from games.engine.hint import Hint, hint_of
from games.engine.view import View
from games.vazhushal.bots import Strong
from games.vazhushal.reasons import ADVICE

ADVISER = Strong(candidates=1)
"""Who is asked: exact in what can be laid, and quick, since it imagines no hidden cards."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    return hint_of(ADVISER, ADVICE, view)
