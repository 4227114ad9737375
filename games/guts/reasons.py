"""Reasons for a declaration in Guts, from what all players can see: they reveal no cards."""

from __future__ import annotations

from games.engine.bot import Reason
from games.engine.claim import build_verb_test, require_all
from games.engine.move import Move
from games.guts import strategy
from games.guts.match_simulation import is_far_ahead
from games.guts.state import IN, GutsState
from games.words import spell_count

State = GutsState


def describe_other_players(number: int) -> str:
    """Return the beginning of a sentence about this number of other players, such as “Three others decide”.

    For one player it is “One other decides”.
    """
    return f"{spell_count(number, 'other').capitalize()} {'decides' if number == 1 else 'decide'}"


def cannot_pay_to_go_in(state: State, seat: int, move: Move) -> bool:
    return not state.can_go_in(seat)


def is_declaration_simultaneous(state: State, seat: int, move: Move) -> bool:
    return state.is_declaration_simultaneous


def is_anyone_in(state: State, seat: int, move: Move) -> bool:
    return count_players_already_in(state, seat) > 0


def has_others_still_declaring(state: State, seat: int, move: Move) -> bool:
    return strategy.count_others_still_declaring(state, seat) > 0


def has_big_lead(state: State, seat: int, move: Move) -> bool:
    return is_far_ahead(state, seat)


def count_players_already_in(state: State, seat: int) -> int:
    """Return how many players have declared “in” before a seat.

    If all players declare at the same time, in secret, the result is 0.
    """
    return len(strategy.list_ranges_before(state, seat))


def describe_simultaneous_declaration(state: State, seat: int, move: Move) -> str:
    return f"{describe_other_players(len(state.list_active_seats()) - 1)} at the same time as me."


IS_IN = build_verb_test(IN)

REASONS = (
    Reason("I don’t have enough chips to go in.", cannot_pay_to_go_in, "stake.credit"),
    Reason(describe_simultaneous_declaration, is_declaration_simultaneous, "declare.in-or-out"),
    Reason("I’m taking on the players who are in.", require_all(IS_IN, is_anyone_in), "declare.order"),
    Reason("Nobody is in yet.", IS_IN, "declare.order"),
    Reason("I’m so far ahead that I don’t need this pot.", has_big_lead, "match.winner"),
    Reason("Someone is already in.", is_anyone_in, "declare.order"),
    Reason("Others still have to declare.", has_others_still_declaring, "declare.order"),
    Reason("I’m leaving this pot to the others.", clause="declare.out-discards"),
)
