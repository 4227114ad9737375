"""Hints for Chinese Ten, in steps from an idea to the move."""

from __future__ import annotations

from games.chinese_ten.bots import StrongBot
from games.chinese_ten.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot(worlds=24)
"""The strong bot with fewer imagined deals, so that hints come at once."""


def build_hint(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and the strong bot's move.

    `view` is what the player knows about the table. The bot imagines fewer deals than usual, so that the hint comes at
    once.
    """
    return build_bot_hint(ADVISER, ADVICE, view)
