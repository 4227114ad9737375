"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from games.daifugo.bots import Strong
from games.daifugo.reasons import ADVICE
from games.engine.hint import Hint, hint_of
from games.engine.view import View

ADVISER = Strong(worlds=60, few=20, candidates=5)
"""Who is asked: as the strong bot, with fewer imagined hands, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea and the clause behind it."""
    return hint_of(ADVISER, ADVICE, view)
