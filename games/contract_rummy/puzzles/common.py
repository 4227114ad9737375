"""Helpers for all puzzles: positions of random cards, states on seat 0's turn, and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from random import Random
from typing import Any

from games.cards import JOKER, SUITS, Card, format_cards, get_card, sort_cards
from games.contract_rummy.contracts import count_hands, get_contract
from games.contract_rummy.melds import get_meld_rules
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState, build_full_deck
from games.engine.move import Move
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import Setup, VoidPuzzle
from games.engine.view import Position
from games.kit.puzzle_tools import PuzzleToolkit
from games.kit.rummy import decode_meld_number
from games.words import quote_cards

POSING = PuzzleToolkit(RULES, ContractRummyOptions)
SEATS = 4
NAMES = tuple(describe_seat(seat, SEATS) for seat in range(SEATS))
"""The name of each seat in questions."""
NO = "no"


# -- random cards ----------------------------------------------------------------------------------


class Deck:
    """The cards that a puzzle hasn't used yet, from the deck under its house rules.

    Methods that take cards raise VoidPuzzle if the deck doesn't have all of them.
    """

    def __init__(self, rng: Random, options: Options) -> None:
        self.rng, self.options = rng, POSING.cast_options(options)
        self.law = get_meld_rules(self.options)
        self.left = Counter(build_full_deck(self.options, SEATS))

    def pick_hand_number(self) -> int:
        """Return the number of a random hand of the match, other than an all-or-nothing hand."""
        return self.rng.randint(1, count_hands(self.options) - self.options.has_all_or_nothing)

    def take_cards(self, cards: list[Card]) -> list[Card]:
        """Remove these cards from the deck, and return them. Raises VoidPuzzle if the deck lacks any of them."""
        self.left.subtract(card.base for card in cards)
        if min(self.left.values()) < 0:
            raise VoidPuzzle("The deck doesn’t have all the cards that this question needs.")
        return cards

    def draw_cards(self, number: int, but: Container[Card] = (JOKER,)) -> list[Card]:
        """Take and return `number` random cards, none of which is in `but`."""
        return self.take_cards(self.rng.sample([card for card in self.left.elements() if card not in but], number))

    def draw_set(self, size: int = 3) -> list[Card]:
        """Take and return random cards of one rank; suits can repeat."""
        rank = self.rng.randint(1, 13)
        return self.take_cards([get_card(rank, self.rng.choice(SUITS)) for _ in range(size)])

    def draw_run(self, size: int = 4) -> list[Card]:
        """Take and return a random run."""
        return self.take_cards(list_run(self.rng.randint(1, 15 - size), self.rng.choice(SUITS), size))

    def draw_contract(self, number: int) -> list[list[Card]]:
        """Take natural cards that make a contract, and return the contract's melds.

        `number` is the number of the hand in the match.
        """
        contract = get_contract(self.options, number)
        return [*map(self.draw_set, contract.sets), *map(self.draw_run, contract.runs)]

    def draw_hand_near_contract(self, number: int, size: int, holes: int) -> list[Card]:
        """Take and return a hand of `size` cards that almost makes a contract.

        The hand has the cards of the contract except `holes` of them, up to two jokers, and other cards. `number` is
        the number of the hand in the match.
        """
        cards = [card for meld in self.draw_contract(number) for card in meld]
        cards = self.rng.sample(cards, len(cards) - holes)
        cards += self.take_cards([JOKER] * self.rng.choice((0, 0, 1, 1, 2)))
        return [*cards, *self.draw_cards(size)][:size]


def list_run(low: int, suit: str, size: int = 4) -> list[Card]:
    """Return the cards of a run of `size` cards, the lowest first. `low` is the lowest place (1 for a low ace)."""
    return [get_card(place, suit) for place in range(low, low + size)]


def format_hand(cards: Iterable[Card]) -> str:
    """Return a hand as a string, sorted by suit and rank."""
    return format_cards(sort_cards(cards))


def build_position(number: int, hand: Iterable[Card], **more: Any) -> Position:
    """Return a position in which seat 0 holds these cards. Other keyword arguments are added to it.

    `number` is the number of the hand in the match.
    """
    return {"seats": SEATS, "contract": number, "hands": [format_hand(hand)], **more}


# -- the reader's turn -----------------------------------------------------------------------------


def load_state_on_turn(setup: Setup, options: Options) -> ContractRummyState:
    """Return the state of a puzzle's setup. Raises VoidPuzzle if it isn't seat 0's turn."""
    state = POSING.load_state(setup["position"], options)
    if state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    return state


@POSING.build_judge
def judge_going_out_answer(before: ContractRummyState, after: ContractRummyState) -> str:
    """Return why an answer is wrong: a sentence about the cards that seat 0 still holds, or "" if it's out.

    `before` and `after` are the states before and after the moves of the answer.
    """
    if after.match.deals > before.match.deals:
        return ""
    left = after.hands[0]
    return f"You aren’t out. You still hold {quote_cards(left)}."


# -- words -----------------------------------------------------------------------------------------


def describe_move(state: ContractRummyState, move: Move) -> str:
    """Return a move in words, as an instruction such as “discard `9H`”."""
    cards, target, meld = quote_cards(move.cards), decode_meld_number(state, 0, move.number), "a meld"
    if target is not None:
        owner, place = target
        meld = f"{'another player’s' if owner else 'your own'} {quote_cards(state.melds[owner][place])}"
    if move.verb == "swap":
        where = f" in {meld}" if move.number is not None else ""
        jokers = "the joker" if len(move.cards) == 1 else "jokers"
        then = f" and meld {quote_cards(move.groups[1])}" if len(move.groups) > 1 else " and keep it"
        return f"swap {cards} for {jokers}{where}{then}"
    words = {"meld": f"meld {cards}", "layoff": f"lay off {cards} on {meld}", "discard": f"discard {cards}"}
    return words[move.verb]
