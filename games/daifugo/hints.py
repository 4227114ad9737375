"""Hints for Daifugo, from an idea to the move."""

from __future__ import annotations

from games.daifugo.bots import StrongBot
from games.daifugo.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot(worlds=60, few=20, candidates=5)
"""The bot that hints come from: the strong bot with fewer imagined hands, so that it answers at once."""


def build_hint(view: View) -> Hint:
    """Return the strong bot's move as a hint, with the idea and the clause behind it.

    The bot imagines fewer deals than usual, so that the hint comes at once.
    """
    return build_bot_hint(ADVISER, ADVICE, view)
