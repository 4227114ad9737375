"""Hints that a good teacher would give to a seat, in steps from an idea to the move."""

from __future__ import annotations

from games.engine.hint import Hint, build_bot_hint
from games.engine.view import View
from games.vazhushal.bots import StrongBot
from games.vazhushal.reasons import ADVICE

ADVISER = StrongBot(candidates=1)
"""The bot whose moves are the hints. It melds exactly, and it is quick because it imagines no hidden cards."""


def build_hint_for_view(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and a good move.

    `view` has what the seat that gets the hint knows about the table.
    """
    return build_bot_hint(ADVISER, ADVICE, view)
