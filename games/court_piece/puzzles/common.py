"""Helpers for all puzzles: states from setups, deals, hands played out, and words for seats, cards, and rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, UNKNOWN, Card, format_cards, get_card, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.rules import RULES
from games.court_piece.state import HAND, SEATS, CourtPieceState
from games.court_piece.strategy import choose_card
from games.engine.options import Options
from games.engine.puzzle import AnswerOption
from games.kit.puzzle_tools import PuzzleToolkit
from games.kit.trick_puzzles import sort_by_suit
from games.kit.tricks import HIGHEST_ACE, Trick, make_play_move
from games.words import capitalize_first, join_words

POSING = PuzzleToolkit(RULES, CourtPieceOptions)
rules_of = POSING.cast_options
seated = POSING.load_state
shown = POSING.build_visible_position
hidden = POSING.build_setup_position
title = POSING.get_clause_title
rule_hint = POSING.build_rule_hint
unique = POSING.select_game_clauses
OUR = 0
NOBODY = "none"
_WHO = ("you", "the player on your left", "your partner", "the player on your right")
_VERBS = {"have": "has", "are": "is", "do": "does"}


# -- deals ---------------------------------------------------------------------------------------


def deal_random_hand(rng: Random, options: Options, dealer: int, trump: str = "") -> CourtPieceState:
    """Return a hand dealt at random and ready to play; the trump suit is random unless it is named."""
    return deal_in_order(rng.sample(PACK, len(PACK)), options, dealer, trump or rng.choice(SUITS))


def build_hand_with_taken_tricks(options: Options, *winners: int) -> CourtPieceState:
    """Return a hand in which these seats have taken the tricks, with seat 3 as dealer, not scored yet."""
    house = rules_of(options)
    state = seated({"trump": "S", "turn": (3 + house.seat_step) % SEATS, "match": {"dealer": 3}}, options)
    state.tricks = [Trick(winner, (), winner) for winner in winners]
    return state


def deal_in_order(order: Sequence[Card], options: Options, dealer: int, trump: str) -> CourtPieceState:
    """Return a hand of 13 cards each, from `order` seat by seat, ready for the first lead."""
    hands = [format_cards(order[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS)]
    house = rules_of(options)
    turn = (dealer + house.seat_step) % SEATS
    return seated({"hands": hands, "turn": turn, "trump": trump, "match": {"dealer": dealer}}, options)


def play_until_tricks_complete(state: CourtPieceState, tricks: int, until: int | None = None) -> None:
    """Play by rule of thumb until this number of tricks is complete and, if a seat `until` is given, until its turn."""
    while state.phase == "play" and (len(state.tricks) < tricks or (until is not None and state.turn != until)):
        seat = state.turn
        RULES.apply_move(state, seat, make_play_move(choose_card(state, seat)))


def play_trick_won_by(state: CourtPieceState, winner: int) -> None:
    """Play a trick that this seat wins, and leave its cards out of the record."""
    heights = {seat: 2 + seat for seat in range(SEATS)} | {winner: 14}
    for seat in range(SEATS):
        state.hands[seat].append(get_card(heights[seat], state.trump))
    for _ in range(SEATS):
        RULES.apply_move(
            state, state.turn, make_play_move(next(card for card in state.hands[state.turn] if card is not UNKNOWN))
        )
    state.tricks[-1] = Trick(winner, (), winner)
    for hand in state.hands:
        del hand[:1]


# -- unseen cards ----------------------------------------------------------------------------------


def list_unseen_cards(state: CourtPieceState) -> list[Card]:
    """Return the cards that seat 0 neither holds nor has seen played, highest first in each suit."""
    gone = {card for trick in state.tricks for card in trick.cards} | set(state.trick) | set(state.hands[0])
    return sort_by_suit(card for card in PACK if card not in gone)


def list_unbeatable_cards(state: CourtPieceState) -> list[Card]:
    """Return the cards of seat 0 that no unseen card can beat in their suit."""
    out = list_unseen_cards(state)
    return [
        card
        for card in state.hands[0]
        if not any(one.suit == card.suit and HIGHEST_ACE[one] > HIGHEST_ACE[card] for one in out)
    ]


def describe_voids(state: CourtPieceState) -> str:
    """Return sentences that name the other players who have shown that they lack a suit; an empty text if none has."""
    out = {card.suit for card in list_unseen_cards(state)}
    said = []
    for seat, suits in enumerate(state.find_shown_voids()):
        lacking = [SUIT_NAMES[suit] for suit in SUITS if suit in suits and suit in out]
        if seat and lacking:
            said.append(f"{format_seat_with_verb(seat, 'have', start=True)} no {join_words(lacking, 'or')}.")
    return " ".join(said)


def describe_following_suit(options: Options) -> str:
    """Return a sentence saying that everyone follows suit, if the rules let players revoke; otherwise an empty text."""
    return " Everybody has followed suit as they should, and will." if rules_of(options).can_claim_revokes else ""


# -- words -----------------------------------------------------------------------------------------


def name_seat(seat: int, start: bool = False) -> str:
    """Return the name of a seat from seat 0's view, such as “your partner”. Seat 1 sits to the left."""
    name = _WHO[seat]
    return capitalize_first(name) if start else name


def format_seat_with_verb(seat: int, verb: str, start: bool = False) -> str:
    """Return a seat with a verb, such as “you take” or “your partner takes”."""
    return f"{name_seat(seat, start)} {verb if seat == 0 else _VERBS.get(verb, f'{verb}s')}"


def name_side(side: int, start: bool = False) -> str:
    """Return the name of a side from seat 0's view; it takes a verb in the plural."""
    name = ("you and your partner", "your opponents")[side]
    return capitalize_first(name) if start else name


def list_seat_options() -> tuple[AnswerOption, ...]:
    """Return the four seats as answer options."""
    return tuple(AnswerOption(f"s{seat}", name_seat(seat, start=True)) for seat in range(SEATS))


def parse_card_list(text: str) -> list[Card]:
    """Return the cards of a text as a list."""
    return list(parse_cards(text))
