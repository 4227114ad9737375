"""Hints that a good partner would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.court_piece.bots import Strong
from games.court_piece.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong(worlds=24, calls=24)
"""The bot that hints follow: the strong bot with fewer imagined deals, so that it answers at once."""


def hint_for(view: View) -> Hint:
    """Return a good move with the idea, the clause, and the cards behind it."""
    return hint_of(ADVISER, ADVICE, view)
