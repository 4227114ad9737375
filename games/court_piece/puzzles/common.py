"""Helpers for all puzzles: hands dealt and played on, unseen cards, and words for seats and sides."""

from __future__ import annotations

from random import Random
from typing import Any

from games.cards import PACK, SUIT_NAMES, SUITS, Card, format_cards, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.rules import RULES
from games.court_piece.state import HAND, SEATS, CourtPieceState
from games.court_piece.strategy import choose_card
from games.engine.options import Options
from games.kit.puzzle_tools import PuzzleToolkit
from games.kit.trick_puzzles import quote_cards_by_suit, sort_by_suit
from games.kit.tricks import Trick, build_play_move
from games.words import capitalize_first, join_words

POSING = PuzzleToolkit(RULES, CourtPieceOptions)
_SEAT_NAMES = ("you", "the player to your left", "your partner", "the player to your right")
_VERBS = {"have": "has", "are": "is", "do": "does"}


# -- hands ---------------------------------------------------------------------------------------


def build_hand_start(options: Options, dealer: int, **parts: Any) -> CourtPieceState:
    """Return the state of a hand before its first lead.

    Other keyword arguments are parts of the position, such as the hands.
    """
    turn = (dealer + POSING.cast_options(options).seat_step) % SEATS
    return POSING.load_state({"turn": turn, "match": {"dealer": dealer}, **parts}, options)


def split_into_hands(cards: list[Card]) -> list[str]:
    """Return four hands as strings: the first 13 cards for seat 0, the next for seat 1, and so on."""
    return [format_cards(cards[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS)]


def play_random_hand(
    rng: Random, options: Options, tricks: int | None = None, until: int | None = None
) -> CourtPieceState | None:
    """Return the state of a random hand that was played by rule of thumb for some tricks.

    `tricks` is the number of complete tricks, or None for a random number from 2 to 8. With `until`, play then
    continues to the turn of this seat. Returns None if the hand ends earlier.
    """
    dealer, hands = rng.randrange(SEATS), split_into_hands(rng.sample(PACK, len(PACK)))
    state = build_hand_start(options, dealer, hands=hands, trump=rng.choice(SUITS))
    tricks = rng.randint(2, 8) if tricks is None else tricks
    while state.phase == "play":
        if len(state.tricks) >= tricks and until in (None, state.turn):
            return state
        play_card(state)
    return None


def play_card(state: CourtPieceState, card: Card | None = None) -> None:
    """Play a card for the seat whose turn it is: `card` or, if it's None, the card that the rule of thumb chooses."""
    RULES.apply_move(state, state.turn, build_play_move(card or choose_card(state, state.turn)))


def play_trick_won_by(state: CourtPieceState, winner: int) -> None:
    """Complete a trick that the seat `winner` takes. The state keeps no record of its cards."""
    seat = state.get_seat_after(winner, SEATS - 1)
    *state.trick, last = parse_cards("AS KS QS JS")
    state.leader = winner
    state.hands[seat].append(last)
    state.wait_for("play", seat)
    RULES.apply_move(state, seat, build_play_move(last))
    state.tricks[-1] = Trick(winner, (), winner)


# -- unseen cards ----------------------------------------------------------------------------------


def list_unseen_cards(state: CourtPieceState) -> list[Card]:
    """Return the cards that seat 0 neither holds nor has seen played, highest first in each suit."""
    seen = {*state.trick, *state.hands[0], *(card for trick in state.tricks for card in trick.cards)}
    return sort_by_suit(card for card in PACK if card not in seen)


def describe_unseen_trumps(state: CourtPieceState) -> str:
    """Return a sentence that names the trumps in the other hands, or says that there are none."""
    trumps = [card for card in list_unseen_cards(state) if card.suit == state.trump]
    if not trumps:
        return "No other player has a trump."
    return f"The other hands still have {quote_cards_by_suit(trumps)} as {'a trump' if len(trumps) == 1 else 'trumps'}."


def describe_voids(state: CourtPieceState) -> str:
    """Return sentences that name the other players who have shown that they lack a suit, or "" if none has."""
    unseen_suits = {card.suit for card in list_unseen_cards(state)}
    sentences = []
    for seat, suits in enumerate(state.list_shown_voids()):
        lacking = [SUIT_NAMES[suit] for suit in SUITS if suit in suits and suit in unseen_suits]
        if seat and lacking:
            sentences.append(f"{format_seat_with_verb(seat, 'have', start=True)} no {join_words(lacking, 'or')}.")
    return " ".join(sentences)


# -- words -----------------------------------------------------------------------------------------


def name_seat(seat: int, start: bool = False) -> str:
    """Return the name of a seat from seat 0's view, such as “your partner”. Seat 1 is to the left of seat 0.

    With `start`, the name begins with a capital letter.
    """
    return capitalize_first(_SEAT_NAMES[seat]) if start else _SEAT_NAMES[seat]


def format_seat_with_verb(seat: int, verb: str, start: bool = False) -> str:
    """Return a seat with a verb, such as “you take” or “your partner takes”.

    With `start`, the text begins with a capital letter.
    """
    return f"{name_seat(seat, start)} {verb if seat == 0 else _VERBS.get(verb, f'{verb}s')}"


def name_side(side: int, start: bool = False) -> str:
    """Return words for a side from seat 0's view: “you and your partner” or “your opponents”.

    With `start`, the words begin with a capital letter.
    """
    name = ("you and your partner", "your opponents")[side]
    return capitalize_first(name) if start else name
