"""Hints for Commune, from an idea to the move."""

from __future__ import annotations

from games.commune.bots import Strong
from games.commune.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong(worlds=24, candidates=7)
"""The bot that hints come from: the strong bot with fewer imagined deals, so that it answers at once."""


def hint_for(view: View) -> Hint:
    """Return a hint that leads to a good move, with the idea, the clause, and the count behind it."""
    return hint_of(ADVISER, ADVICE, view)
