"""Hints for Guts: how good a hand has to be in this position, and whether this one is."""

from __future__ import annotations

from games.engine.hint import Hint
from games.engine.view import View
from games.guts import strategy
from games.guts.ahead import can_rest
from games.guts.bots import steady
from games.guts.ranks import better, key_of
from games.guts.reasons import in_before, others_decide
from games.guts.rules import RULES
from games.guts.state import GutsState
from games.words import many, quoted

CLOSE = 0.1
"""If the chance to be the best is this near to the required chance, either declaration is fine."""


def hint_for(view: View) -> Hint:
    """Return the steady bot's declaration as a hint, with the numbers behind it."""
    state, seat = RULES.seen(view)
    move = steady(state, seat)
    clause = "declare.in-or-out" if state.secret else "declare.order"
    if not state.covers(seat):
        return Hint("Can you pay if you lose?", "stake.credit", "The pot is larger than what you have.", move)
    if can_rest(state, seat):
        lead = "You lead by more than this pot and all antes to come."
        return Hint("How far do you lead?", "match.winner", lead, move, "You lead so far that you can leave this pot.")
    odds, least = strategy.odds(state, seat), strategy.enough_chance(state, seat)
    why, close = _why(state, seat, odds, least), abs(odds - least) < CLOSE
    return Hint(_idea(state, seat), clause, _count(state, seat), move, why, close)


def _idea(state: GutsState, seat: int) -> str:
    if state.secret:
        return f"{others_decide(len(state.active()) - 1)} with you: how often is yours the best hand?"
    ins, behind = in_before(state, seat), strategy.others_behind(state, seat)
    if not ins and not behind:
        ghost = state.options.ghost != "none"
        return "Only the ghost can still beat you." if ghost else "Nobody is in, and nobody comes after you."
    told = f"{many(ins, 'player').capitalize()} {'is' if ins == 1 else 'are'} in" if ins else "Nobody is in yet"
    if not behind:
        return f"{told}, and nobody comes after you."
    return f"{told}, and {many(behind, 'player')} still {'declares' if behind == 1 else 'declare'} after you."


def _count(state: GutsState, seat: int) -> str:
    """Return sentences on how good the hand is, and how good it should be."""
    hand, options = state.hands[seat], state.options
    share, most = strategy.depth(hand, options), strategy.match_reach(state, seat)
    # Two figures that round alike would hide which of them is larger.
    digits = 1 if round(100 * share) == round(100 * most) else 0
    if key_of(hand, options) == max(better(options)):
        first = f"No hand is better than {quoted(hand)}."
    elif round(100 * share) or digits:
        first = f"About {_percent(share, digits)} of all hands are better than {quoted(hand)}."
    else:
        first = f"Hardly any of all hands are better than {quoted(hand)}."
    if round(100 * most) == 100:
        return f"{first} Here any hand is good enough."
    limit = f"no more than {_percent(most, digits)}" if round(100 * most) or digits else "hardly any"
    return f"{first} To be in here, {limit} should be."


def _why(state: GutsState, seat: int, odds: float, least: float) -> str:
    """Return sentences on how often the hand is the best, and how often it has to be."""
    first = f"{quoted(state.hands[seat])} would be the best hand about {_percent(odds)} of the time."
    go = "You're behind, so go in" if strategy.is_behind(state, seat) else "Go in"
    if odds >= least:
        return f"{first} {go} when your chance is {_percent(least)} or better."
    cost = many(strategy.most_to_pay(state, seat), "chip")
    return f"{first} {go} when your chance is {_percent(least)} or better, since losing can cost {cost}."


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}%"
