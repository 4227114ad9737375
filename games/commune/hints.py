"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from games.commune.bots import Strong
from games.commune.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong(worlds=24, candidates=7)
"""Who is asked: as the strong bot, with fewer imagined deals, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the count behind it."""
    return hint_of(ADVISER, ADVICE, view)
