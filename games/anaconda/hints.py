"""Hints for Anaconda, in steps from an idea to the move."""

from __future__ import annotations

from games.anaconda.bots import choose_steady_move
from games.anaconda.reasons import ADVICE
from games.anaconda.rules import RULES
from games.engine.hint import Hint, build_hint
from games.engine.view import View


def build_hint_for_view(view: View) -> Hint:
    """Return the steady bot's move as a hint in four steps."""
    state, seat = RULES.load_view(view)
    return build_hint(ADVICE, state, seat, choose_steady_move(state, seat))
