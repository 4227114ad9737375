"""Hints that a good teacher would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.contract_rummy.bots import StrongBot
from games.contract_rummy.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot()
"""The bot that hints follow: it lays cards exactly and doesn't help the next player."""


def build_hint(view: View) -> Hint:
    """Return a good move with the idea, the clause, and the cards behind it."""
    return build_bot_hint(ADVISER, ADVICE, view)
