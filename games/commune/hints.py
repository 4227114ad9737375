"""Hints for Commune, from an idea to the move."""

from __future__ import annotations

from games.commune.bots import StrongBot
from games.commune.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot(worlds=24, candidates=7)
"""The bot that hints come from: the strong bot with fewer imagined deals, so that it answers at once."""


def build_hint(view: View) -> Hint:
    """Return the strong bot's move as a hint in four steps."""
    return build_bot_hint(ADVISER, ADVICE, view)
