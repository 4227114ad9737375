"""Hints for Guts: how good a hand has to be in this position, and whether this one is."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.engine.hint import Hint
from games.engine.view import View
from games.guts import strategy
from games.guts.bots import choose_steady_move
from games.guts.match_simulation import can_skip_pot
from games.guts.reasons import count_players_already_in, describe_other_players
from games.guts.rules import RULES
from games.guts.state import GutsState
from games.words import quote_cards, spell_count

CLOSE = 0.1
"""If the chance to be the best is this near to the required chance, either declaration is fine."""


def build_hint(view: View) -> Hint:
    """Return the steady bot's declaration as a hint, with the reasons for it."""
    state, seat = RULES.load_view(view)
    move = choose_steady_move(state, seat)
    clause = "declare.in-or-out" if state.is_declaration_simultaneous else "declare.order"
    if not state.can_go_in(seat):
        return Hint("Can you pay if you lose?", "stake.credit", "You have fewer chips than the pot.", move)
    if can_skip_pot(state, seat):
        lead = "You’re ahead by more than this pot and all the antes to come."
        return Hint(
            "How far ahead are you?", "match.winner", lead, move, "You’re so far ahead that you don’t need this pot."
        )
    estimate = strategy.estimate_hand(state, seat)
    why, close = _explain_chance(state, seat, estimate), abs(estimate.chance - estimate.least_chance) < CLOSE
    return Hint(
        _describe_situation(state, seat), clause, _describe_strength(state.hands[seat], estimate), move, why, close
    )


def _describe_situation(state: GutsState, seat: int) -> str:
    if state.is_declaration_simultaneous:
        return (
            f"{describe_other_players(len(state.list_active_seats()) - 1)} with you. How often is your hand the best?"
        )
    ins, behind = count_players_already_in(state, seat), strategy.count_others_still_declaring(state, seat)
    if not ins and not behind:
        ghost = state.options.ghost != "none"
        return "Only the ghost can still beat you." if ghost else "Nobody is in, and nobody declares after you."
    ins_text = (
        f"{spell_count(ins, 'player').capitalize()} {'is' if ins == 1 else 'are'} in" if ins else "Nobody is in yet"
    )
    if not behind:
        return f"{ins_text}, and nobody declares after you."
    return (
        f"{ins_text}, and {spell_count(behind, 'player')} still {'declares' if behind == 1 else 'declare'} after you."
    )


def _describe_strength(hand: Sequence[Card], estimate: strategy.HandEstimate) -> str:
    """Return sentences on how good the hand is, and how good it has to be to go in."""
    share, most = estimate.better, estimate.most_better
    # Two figures that round alike would hide which of them is larger.
    digits = 1 if round(100 * share) == round(100 * most) else 0
    if not share:
        first = f"Nobody can have a better hand than {quote_cards(hand)}."
    elif round(100 * share) or digits:
        first = f"About {_format_percent(share, digits)} of the others' possible hands beat {quote_cards(hand)}."
    else:
        first = f"Hardly any of the others' possible hands beat {quote_cards(hand)}."
    if round(100 * most) == 100:
        return f"{first} Here, any hand is good enough."
    limit = f"if at most {_format_percent(most, digits)}" if round(100 * most) or digits else "only if hardly any"
    return f"{first} Go in {limit} are better."


def _explain_chance(state: GutsState, seat: int, estimate: strategy.HandEstimate) -> str:
    """Return sentences on how often the hand would be the best, and how often it has to be to go in."""
    least = estimate.least_chance
    first = (
        f"{quote_cards(state.hands[seat])} would be the best hand about {_format_percent(estimate.chance)} of the time."
    )
    go = "You’re behind, so go in" if strategy.is_behind_in_chips(state, seat) else "Go in"
    if estimate.is_good_enough:
        return f"{first} {go} when your chance is {_format_percent(least)} or better."
    cost = spell_count(strategy.compute_max_loss(state, seat), "chip")
    return f"{first} {go} when your chance is {_format_percent(least)} or better, since losing can cost {cost}."


def _format_percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}%"
