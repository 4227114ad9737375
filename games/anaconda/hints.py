"""Hints for Anaconda, in steps from an idea to the move."""

from __future__ import annotations

from games.anaconda.bots import steady
from games.anaconda.reasons import ADVICE
from games.anaconda.rules import RULES
from games.engine.hint import Hint, advise
from games.engine.view import View


def hint_for(view: View) -> Hint:
    """Return the steady bot's move as a hint in four steps."""
    state, seat = RULES.seen(view)
    return advise(ADVICE, state, seat, steady(state, seat))
