"""Sentences about moves in Anaconda, for bots' reasons and for hints, with functions that say when they're true.

Bots' reasons reveal nothing about a hand, since many hands are never shown.
"""

from __future__ import annotations

from games.anaconda import hand_stages
from games.anaconda.hand_stages import BOTH, HIGH, LOW
from games.anaconda.pot_share_estimates import choose_way_for_seat
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import find_best_high, find_best_low
from games.cards import Card, subtract_cards
from games.engine.bot import Reason
from games.engine.claim import build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.words import format_count, quote_cards, spell_number

State = AnacondaState


def get_call_price(state: State, seat: int) -> int:
    """Return how many chips a seat needs to stay in: the chips to call, or all its chips if it has fewer."""
    return min(state.count_chips_to_call(seat), state.match.scores[seat])


def describe_price_of_staying(state: State, seat: int, move: Move) -> str:
    return f"It costs {format_count(get_call_price(state, seat), 'chip')} to stay in."


def describe_folding(state: State, seat: int, move: Move) -> str:
    return f"Staying in would cost {format_count(get_call_price(state, seat), 'chip')}, and that’s too much for me."


def has_bet_to_call(state: State, seat: int, move: Move) -> bool:
    return get_call_price(state, seat) > 0


def get_betting_clause(state: State, seat: int, move: Move) -> str:
    return f"bet.{move.verb}"


BETS, CHECKS, CALLS, FOLDS = (
    build_verb_test("bet", "raise"),
    build_verb_test("check"),
    build_verb_test("call"),
    build_verb_test("fold"),
)
GIVES, DECLARES = build_verb_test("give"), build_verb_test(HIGH, LOW, BOTH)

REASONS = (
    Reason("I want more chips in the pot.", BETS, get_betting_clause),
    Reason("It costs nothing to stay in.", CHECKS, "bet.check"),
    Reason(describe_price_of_staying, CALLS, "bet.call"),
    Reason(describe_folding, require_all(FOLDS, has_bet_to_call), "bet.fold"),
    Reason("I don’t want to play this hand.", FOLDS, "bet.fold"),
    Reason("I think these are the cards I need least.", GIVES, "pass.choose-three"),
    Reason("I think I can win both ways.", build_verb_test(BOTH), "declare.one-way"),
    Reason("I think my cards are better that way.", DECLARES, "declare.one-way"),
    Reason("I think showing these four cards gives the least away.", clause="final.show-four"),
)


# -- hints -------------------------------------------------------------------------------------------------


def has_passes_left(state: State, seat: int, move: Move) -> bool:
    """Return whether another pass is still to come in this hand."""
    return not state.has_everyone_chosen_five and state.round <= len(hand_stages.list_passes(state.options))


def has_rivals_with_shown_cards(state: State, seat: int, move: Move) -> bool:
    return any(state.shown_cards[rival] for rival in state.active_seats if rival != seat)


def list_kept_cards(state: State, seat: int, move: Move) -> list[Card]:
    """Return the cards of the seat's hand that the move doesn't pass."""
    return subtract_cards(state.hands[seat], move.all_cards)


def ask_which_cards_to_keep(state: State, seat: int, move: Move) -> str:
    stay = spell_number(len(list_kept_cards(state, seat, move)))
    return f"You keep {stay} cards in this pass. Which {stay} go together?"


def describe_kept_cards(state: State, seat: int, move: Move) -> str:
    return f"Keep {quote_cards(list_kept_cards(state, seat, move))} together."


def describe_best_hand(state: State, seat: int, move: Move) -> str:
    """Return a sentence that names the seat's best low hand if the seat goes low, or else its best high hand."""
    hand, way = tuple(state.hands[seat]), move.verb if DECLARES(state, seat, move) else choose_way_for_seat(state, seat)
    if way == LOW:
        return f"Your best low hand is {quote_cards(find_best_low(hand, state.options)[0])}."
    return f"Your best high hand is {quote_cards(find_best_high(hand)[0])}."


def ask_which_card_to_hide(state: State, seat: int, move: Move) -> str:
    return f"Look at {quote_cards(move.all_cards)}. Which of these gives the most away?"


ADVICE = (
    HintTemplate(
        "What’s the best hand you could still make? Is it worth the bet?",
        get_betting_clause,
        describe_best_hand,
        require_all(build_verb_test("bet", "raise", "check", "call", "fold"), has_passes_left),
    ),
    HintTemplate(
        "Is your hand better than the cards the others show?",
        get_betting_clause,
        describe_best_hand,
        require_all(build_verb_test("bet", "raise", "check", "call", "fold"), has_rivals_with_shown_cards),
    ),
    HintTemplate(
        "You get no more cards. How often does your hand win?",
        get_betting_clause,
        describe_best_hand,
        build_verb_test("bet", "raise", "check", "call", "fold"),
    ),
    HintTemplate(ask_which_cards_to_keep, "pass.choose-three", describe_kept_cards, GIVES),
    HintTemplate("Can you win both ways?", "declare.one-way", describe_best_hand, build_verb_test(BOTH)),
    HintTemplate(
        "Which wins more often, your best high hand or your best low hand?",
        "declare.one-way",
        describe_best_hand,
        DECLARES,
    ),
    HintTemplate(
        "Pick your best five, then hide the one that gives the most away.", "final.show-four", ask_which_card_to_hide
    ),
)
