"""Tests of moves in Anaconda, and sentences on them for reasons and hints.

Reasons reveal nothing about a hand, since many hands are never shown.
"""

from __future__ import annotations

from games.anaconda import stages
from games.anaconda.outlook import way_of
from games.anaconda.stages import BOTH, HIGH, LOW
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import best_high, best_low
from games.cards import Card, without
from games.engine.bot import Reason
from games.engine.claim import both, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.words import capital, figure, in_word, quoted

State = AnacondaState


def price(state: State, seat: int) -> int:
    """Return what it costs to stay in, at most all of the seat's chips."""
    return min(state.to_call(seat), state.match.scores[seat])


def stays(state: State, seat: int, move: Move) -> str:
    return f"It costs {figure(price(state, seat), 'chip')} to stay in."


def leaves(state: State, seat: int, move: Move) -> str:
    return f"Staying in would cost {figure(price(state, seat), 'chip')}, and that's too much for me."


def is_dear(state: State, seat: int, move: Move) -> bool:
    return price(state, seat) > 0


def betting_rule(state: State, seat: int, move: Move) -> str:
    return f"bet.{move.verb}"


BETS, CHECKS, CALLS, FOLDS = verb("bet", "raise"), verb("check"), verb("call"), verb("fold")
GIVES, DECLARES = verb("give"), verb(HIGH, LOW, BOTH)

REASONS = (
    Reason("I want more chips in the pot.", BETS, betting_rule),
    Reason("It costs nothing to stay in.", CHECKS, "bet.check"),
    Reason(stays, CALLS, "bet.call"),
    Reason(leaves, both(FOLDS, is_dear), "bet.fold"),
    Reason("I leave this hand.", FOLDS, "bet.fold"),
    Reason("I think I can spare these best.", GIVES, "pass.choose-three"),
    Reason("I think I win both ways.", verb(BOTH), "declare.one-way"),
    Reason("I think my cards are better that way.", DECLARES, "declare.one-way"),
    Reason("I think the four in sight tell least.", clause="final.show-four"),
)


# -- hints -------------------------------------------------------------------------------------------------


def more_cards_come(state: State, seat: int, move: Move) -> bool:
    """Return whether another pass is still to come in this hand."""
    return not state.laid_out and state.round <= len(stages.passes(state.options))


def others_show(state: State, seat: int, move: Move) -> bool:
    return any(state.shown[one] for one in state.active if one != seat)


def staying(state: State, seat: int, move: Move) -> list[Card]:
    """Return the cards that stay in hand after this pass."""
    return without(state.hands[seat], move.all_cards)


def keeping(state: State, seat: int, move: Move) -> str:
    stay = in_word(len(staying(state, seat, move)))
    return f"{capital(stay)} cards stay with you in this pass. Which {stay} belong together?"


def kept_together(state: State, seat: int, move: Move) -> str:
    return f"Keep {quoted(staying(state, seat, move))} together."


def best_hand(state: State, seat: int, move: Move) -> str:
    """Return a sentence with the best five cards for the way the seat goes; if it's both ways, for high."""
    hand, way = tuple(state.hands[seat]), move.verb if DECLARES(state, seat, move) else way_of(state, seat)
    if way == LOW:
        return f"Your best low hand is {quoted(best_low(hand, state.options)[0])}."
    return f"Your best high hand is {quoted(best_high(hand)[0])}."


def five(state: State, seat: int, move: Move) -> str:
    return f"Look at {quoted(move.all_cards)}. Which of these tells most about the others?"


ADVICE = (
    Advice(
        "What can your cards still become, and what does it cost to find out?",
        betting_rule,
        best_hand,
        both(verb("bet", "raise", "check", "call", "fold"), more_cards_come),
    ),
    Advice(
        "How does your hand look beside the cards that the others show?",
        betting_rule,
        best_hand,
        both(verb("bet", "raise", "check", "call", "fold"), others_show),
    ),
    Advice(
        "No more cards come. How often does your hand win?",
        betting_rule,
        best_hand,
        verb("bet", "raise", "check", "call", "fold"),
    ),
    Advice(keeping, "pass.choose-three", kept_together, GIVES),
    Advice("Can you win both ways?", "declare.one-way", best_hand, verb(BOTH)),
    Advice(
        "Compare your best high hand and your best low hand. Which of them wins more often?",
        "declare.one-way",
        best_hand,
        DECLARES,
    ),
    Advice("First choose the five, then the one that says most about them.", "final.show-four", five),
)
