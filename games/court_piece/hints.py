"""Hints that a good partner would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.court_piece.bots import StrongBot
from games.court_piece.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot(worlds=24, calls=24)
"""The bot that hints follow: the strong bot with fewer imagined deals, so that it answers at once."""


def hint_for(view: View) -> Hint:
    """Return a good move with the idea, the clause, and the cards behind it."""
    return build_bot_hint(ADVISER, ADVICE, view)
