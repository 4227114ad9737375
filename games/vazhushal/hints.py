"""Hints that a good teacher would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View
from games.vazhushal.bots import StrongBot
from games.vazhushal.reasons import ADVICE

ADVISER = StrongBot(candidates=1)
"""The bot that hints follow: it melds exactly, and quickly, since it imagines no hidden cards."""


def hint_for(view: View) -> Hint:
    """Return a good move with the idea, the clause, and the cards behind it."""
    return build_bot_hint(ADVISER, ADVICE, view)
