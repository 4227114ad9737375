"""Hints for Mille, in steps from an idea to the move."""

from __future__ import annotations

from games.engine.hint import Hint, build_hint
from games.engine.view import View
from games.mille.reasons import ADVICE
from games.mille.rules import RULES
from games.mille.strategy import choose_move


def build_hint_for_view(view: View) -> Hint:
    """Return a hint in four levels: an idea, a clause of the rulebook, the cards to look at, and a good move.

    `view` is what the player knows about the table.
    """
    state, seat = RULES.load_view(view)
    return build_hint(ADVICE, state, seat, choose_move(state, seat))
