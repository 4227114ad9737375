"""Hints: what a good partner would say to a seat, from an idea to the move."""

from __future__ import annotations

from games.court_piece.bots import Strong
from games.court_piece.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong(worlds=24, calls=24)
"""Who is asked: as the strong bot, with fewer imagined deals, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    return hint_of(ADVISER, ADVICE, view)
