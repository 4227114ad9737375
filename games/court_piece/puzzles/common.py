"""What all puzzles share: the state of a setup, deals, hands played out, and words for seats, cards and rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, UNKNOWN, Card, card_of, codes, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.rules import RULES
from games.court_piece.state import HAND, SEATS, CourtPieceState
from games.court_piece.strategy import sensible_card
from games.engine.options import Options
from games.engine.puzzle import Option
from games.kit.posing import Posing
from games.kit.trick_puzzles import in_order
from games.kit.tricks import HIGHEST_ACE, Trick, play
from games.words import capital, listed

POSING = Posing(RULES, CourtPieceOptions)
rules_of = POSING.rules_of
seated = POSING.seated
shown = POSING.shown
hidden = POSING.hidden
title = POSING.title
rule_hint = POSING.rule_hint
unique = POSING.unique
OUR = 0
NOBODY = "none"
_WHO = ("you", "the player on your left", "your partner", "the player on your right")
_VERBS = {"have": "has", "are": "is", "do": "does"}


# -- deals ---------------------------------------------------------------------------------------


def deal(rng: Random, options: Options, dealer: int, trump: str = "") -> CourtPieceState:
    """A hand dealt at random, its trump suit called: the caller's better one unless it is named."""
    return dealt(rng.sample(PACK, len(PACK)), options, dealer, trump or rng.choice(SUITS))


def with_tricks(options: Options, *winners: int) -> CourtPieceState:
    """A hand as it lies when these seats have taken its tricks, seat 3 the dealer, before anything is written down."""
    house = rules_of(options)
    state = seated({"trump": "S", "turn": (3 + house.step) % SEATS, "match": {"dealer": 3}}, options)
    state.tricks = [Trick(winner, (), winner) for winner in winners]
    return state


def dealt(order: Sequence[Card], options: Options, dealer: int, trump: str) -> CourtPieceState:
    """A hand of thirteen cards each, in the order of the seats, about to be played."""
    hands = [codes(order[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS)]
    house = rules_of(options)
    turn = (dealer + house.step) % SEATS
    return seated({"hands": hands, "turn": turn, "trump": trump, "match": {"dealer": dealer}}, options)


def play_sensibly(state: CourtPieceState, tricks: int, until: int | None = None) -> None:
    """Play by rule of thumb till so many tricks are complete and, if `until` is a seat, it is that one's turn."""
    while state.phase == "play" and (len(state.tricks) < tricks or (until is not None and state.turn != until)):
        seat = state.turn
        RULES.apply(state, seat, play(sensible_card(state, seat)))


def take_trick(state: CourtPieceState, winner: int) -> None:
    """Have a trick played that this seat takes; nobody remembers its cards afterwards."""
    heights = {seat: 2 + seat for seat in range(SEATS)} | {winner: 14}
    for seat in range(SEATS):
        state.hands[seat].append(card_of(heights[seat], state.trump))
    for _ in range(SEATS):
        RULES.apply(state, state.turn, play(next(card for card in state.hands[state.turn] if card is not UNKNOWN)))
    state.tricks[-1] = Trick(winner, (), winner)
    for hand in state.hands:
        del hand[:1]


# -- what is out -----------------------------------------------------------------------------------


def still_out(state: CourtPieceState) -> list[Card]:
    """The cards that seat 0 has neither in hand nor seen played, highest first in each suit."""
    gone = {card for trick in state.tricks for card in trick.cards} | set(state.trick) | set(state.hands[0])
    return in_order(card for card in PACK if card not in gone)


def unbeaten(state: CourtPieceState) -> list[Card]:
    """The cards of seat 0 that no card still out can beat in their suit."""
    out = still_out(state)
    return [
        card
        for card in state.hands[0]
        if not any(one.suit == card.suit and HIGHEST_ACE[one] > HIGHEST_ACE[card] for one in out)
    ]


def shown_out(state: CourtPieceState) -> str:
    """Return who of the others has shown not to hold a suit, in sentences; nothing if nobody has."""
    out = {card.suit for card in still_out(state)}
    said = []
    for seat, suits in enumerate(state.voids()):
        lacking = [SUIT_NAMES[suit] for suit in SUITS if suit in suits and suit in out]
        if seat and lacking:
            said.append(f"{acts(seat, 'have', start=True)} no {listed(lacking, 'or')}.")
    return " ".join(said)


def honest(options: Options) -> str:
    """Return what has to be said where somebody might not follow suit."""
    return " Everybody has followed suit as they should, and will." if rules_of(options).claimable else ""


# -- words -----------------------------------------------------------------------------------------


def who(seat: int, start: bool = False) -> str:
    """A seat as seat 0 calls it: “your partner”. Seats count clockwise, so seat 1 sits on the left."""
    name = _WHO[seat]
    return capital(name) if start else name


def acts(seat: int, verb: str, start: bool = False) -> str:
    """Return who does what: “you take”, “your partner takes”."""
    return f"{who(seat, start)} {verb if seat == 0 else _VERBS.get(verb, f'{verb}s')}"


def we(side: int, start: bool = False) -> str:
    """A side as seat 0 calls it, to be followed by a verb in the plural."""
    name = ("you and your partner", "your opponents")[side]
    return capital(name) if start else name


def seats() -> tuple[Option, ...]:
    """The four seats as options."""
    return tuple(Option(f"s{seat}", who(seat, start=True)) for seat in range(SEATS))


def cards_of(text: str) -> list[Card]:
    """The cards of a text, as a list."""
    return list(parse_cards(text))
