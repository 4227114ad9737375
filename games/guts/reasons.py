"""Reasons for a declaration in Guts, from what all players can see: they reveal no cards."""

from __future__ import annotations

from games.engine.bot import Reason
from games.engine.claim import both, verb
from games.engine.move import Move
from games.guts import strategy
from games.guts.ahead import far_ahead
from games.guts.state import IN, GutsState
from games.words import many

State = GutsState


def others_decide(number: int) -> str:
    """Return a clause with this number of players: “One other decides”, “Three others decide”."""
    return f"{many(number, 'other').capitalize()} {'decides' if number == 1 else 'decide'}"


def cannot_pay(state: State, seat: int, move: Move) -> bool:
    return not state.covers(seat)


def is_secret(state: State, seat: int, move: Move) -> bool:
    return state.secret


def somebody_in(state: State, seat: int, move: Move) -> bool:
    return in_before(state, seat) > 0


def somebody_behind(state: State, seat: int, move: Move) -> bool:
    return strategy.others_behind(state, seat) > 0


def leads_by_far(state: State, seat: int, move: Move) -> bool:
    return far_ahead(state, seat)


def in_before(state: State, seat: int) -> int:
    """Return how many players have declared in before a seat, as far as it knows."""
    return len(strategy.reaches_before(state, seat))


def together(state: State, seat: int, move: Move) -> str:
    return f"{others_decide(len(state.active()) - 1)} together with me."


IS_IN = verb(IN)

REASONS = (
    Reason("I don't have enough chips to be in.", cannot_pay, "stake.credit"),
    Reason(together, is_secret, "declare.in-or-out"),
    Reason("I take on those who are in.", both(IS_IN, somebody_in), "declare.order"),
    Reason("Nobody is in so far.", IS_IN, "declare.order"),
    Reason("I lead by so much that I can leave this pot to others.", leads_by_far, "match.winner"),
    Reason("Somebody is in already.", somebody_in, "declare.order"),
    Reason("Others are still to declare.", somebody_behind, "declare.order"),
    Reason("I leave this pot.", clause="declare.out-discards"),
)
