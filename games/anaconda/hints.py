"""Hints for Anaconda, in steps from an idea to the move."""

from __future__ import annotations

from games.anaconda.bots import choose_steady_move
from games.anaconda.reasons import ADVICE
from games.anaconda.rules import RULES
from games.engine.hint import Hint, build_hint
from games.engine.view import View


def build_hint_for_view(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and the steady bot's move.

    `view` is what the player knows about the table.
    """
    state, seat = RULES.load_view(view)
    return build_hint(ADVICE, state, seat, choose_steady_move(state, seat))
