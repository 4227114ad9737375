"""Hints that a good teacher would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.contract_rummy.bots import StrongBot
from games.contract_rummy.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot()
"""The bot that hints follow: it lays cards exactly and doesn't help the next player."""


def build_hint(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and a good move.

    `view` has what the seat that gets the hint knows about the table.
    """
    return build_bot_hint(ADVISER, ADVICE, view)
