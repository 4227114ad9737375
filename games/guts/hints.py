"""Hints: how good a hand has to be at this place, and whether this one is."""

from __future__ import annotations

from games.engine.hint import Hint
from games.engine.view import View
from games.guts import strategy
from games.guts.bots import steady
from games.guts.rules import RULES
from games.guts.state import GutsState
from games.guts.verbs import SAY_IN
from games.words import many, quoted


def hint_for(view: View) -> Hint:
    """What the steady bot would say, with the count behind it."""
    state, seat = RULES.seen(view)
    move = steady(state, seat).move
    clause = "declare.in-or-out" if state.secret else "declare.order"
    if not state.covers(seat):
        return Hint("Can you pay if you lose?", "stake.credit", "The pot is larger than what you have.", move)
    return Hint(_idea(state, seat), clause, _count(state, seat, move == SAY_IN.alone), move)


def _idea(state: GutsState, seat: int) -> str:
    if state.secret:
        return (
            f"{many(len(state.active()) - 1, 'other').capitalize()} decide with you: how often is yours the best hand?"
        )
    ins = len(strategy.reaches_before(state, seat))
    order = state.order()
    behind = len(order) - order.index(seat) - 1
    if not ins and not behind:
        ghost = state.options.ghost != "none"
        return "Only the ghost can still beat you." if ghost else "Nobody is in, and nobody comes after you."
    told = f"{many(ins, 'player').capitalize()} {'is' if ins == 1 else 'are'} in" if ins else "Nobody is in yet"
    return f"{told}, and {many(behind, 'player')} still {'declares' if behind == 1 else 'declare'} after you."


def _count(state: GutsState, seat: int, brave: bool) -> str:
    """How good the hand is, and how good it should be."""
    mine = _percent(strategy.depth(state.hands[seat], state.options))
    wanted = _percent(strategy.steady_reach(state, seat))
    first = f"About {mine} of all hands are better than {quoted(state.hands[seat])}."
    return f"{first} Here that should be {wanted} at most{'' if brave else ', which is less'}."


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
