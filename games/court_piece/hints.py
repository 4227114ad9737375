"""Hints that a good partner would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.court_piece.bots import StrongBot
from games.court_piece.reasons import ADVICE
from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View

ADVISER = StrongBot(worlds=24, calls=24)
"""The bot that hints follow: the strong bot with fewer imagined deals, so that it answers at once."""


def build_hint(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and a good move.

    `view` has what the seat that gets the hint knows about the table.
    """
    return build_bot_hint(ADVISER, ADVICE, view)
