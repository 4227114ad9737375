"""Helpers for all puzzles: states from setups, random cards, moves in words, and verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from random import Random

from games.cards import SUITS, UNKNOWN, Card, format_cards, get_card, sort_cards
from games.contract_rummy.contracts import count_hands, get_contract
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState, build_full_deck
from games.engine.move import Move
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import Void
from games.kit.puzzle_tools import PuzzleToolkit, filter_clauses
from games.kit.rummy import decode_meld_number
from games.words import capitalize_first, join_words, quote_cards

POSING = PuzzleToolkit(RULES, ContractRummyOptions)
rules_of = POSING.cast_options
seated = POSING.load_state
shown = POSING.build_visible_position
title = POSING.get_clause_title
rule_hint = POSING.build_rule_hint
judge_moves = POSING.judge_puzzle_answer
TRIES = 200
"""The number of positions that a puzzle maker tries before it gives up."""
SEATS = 4
YES, NO = "yes", "no"


# -- setups --------------------------------------------------------------------------------------


def is_clause_active(clause: str, options: Options) -> bool:
    """Return whether a clause applies under these house rules."""
    return bool(RULES.rulebook.get_clause_text(clause, options))


def filter_active_clauses(clauses: Iterable[str], options: Options, allowed: Container[str]) -> tuple[str, ...]:
    """Return the clauses that apply under these rules and that the theme allows, without repetition."""
    return tuple(id for id in filter_clauses(clauses, allowed) if is_clause_active(id, options))


# -- random cards ----------------------------------------------------------------------------------


class Deck:
    """The deck of a game, from which chosen or random cards are taken."""

    def __init__(self, rng: Random, options: ContractRummyOptions, seats: int = SEATS) -> None:
        self.rng = rng
        self.left = Counter(build_full_deck(options, seats))

    def take_cards(self, cards: Iterable[Card]) -> bool:
        """Take these cards if the deck has all of them; return whether they were taken."""
        wanted = Counter(card.base for card in cards)
        if wanted - self.left:
            return False
        self.left -= wanted
        return True

    def take_random_cards(self, number: int, but: Container[Card] = ()) -> list[Card]:
        """Take and return `number` random cards, none of them in `but`."""
        cards = [card for card in self.left.elements() if card not in but]
        chosen = self.rng.sample(cards, number)
        self.left -= Counter(chosen)
        return chosen


def draw_random_set(rng: Random, size: int = 3) -> list[Card]:
    """Return random cards of one rank; suits can repeat."""
    rank = rng.randint(1, 13)
    return [get_card(rank, rng.choice(SUITS)) for _ in range(size)]


def draw_random_run(rng: Random, size: int = 4, suit: str = "") -> list[Card]:
    """Return a random run, in the given suit if there is one."""
    suit, low = suit or rng.choice(SUITS), rng.randint(1, 15 - size)
    return [get_card(place, suit) for place in range(low, low + size)]


def format_hand(cards: Iterable[Card]) -> str:
    """Return a hand as text, sorted by suit and rank."""
    return format_cards(sort_cards(cards))


def pick_hand_number(rng: Random, options: ContractRummyOptions, whole: bool = False) -> int:
    """Return the number of a hand with an ordinary contract, or, if `whole`, of the all-or-nothing hand.

    Raises Void if these rules have no all-or-nothing hand.
    """
    last = count_hands(options)
    if whole:
        if not options.has_all_or_nothing:
            raise Void("These house rules have no all-or-nothing hand.")
        return last
    return rng.randint(1, last - options.has_all_or_nothing)


def pick_contract_cards(rng: Random, options: ContractRummyOptions, number: int) -> list[Card]:
    """Return natural cards of a contract, set by set and run by run."""
    contract = get_contract(options, number)
    cards = [card for size in contract.sets for card in draw_random_set(rng, size)]
    return cards + [card for size in contract.runs for card in draw_random_run(rng, size)]


# -- words ---------------------------------------------------------------------------------------


NAMES = tuple(describe_seat(seat, SEATS) for seat in range(SEATS))
"""The name of each seat in questions."""


def _quote_groups(move: Move) -> str:
    return join_words([quote_cards(group) for group in move.groups])


def _describe_target(state: ContractRummyState, move: Move) -> str:
    where = decode_meld_number(state, 0, move.number)
    if where is None:
        return "a meld"
    whose = "your own" if where[0] == 0 else "another player’s"
    return f"{whose} {quote_cards(state.melds[where[0]][where[1]])}"


def _describe_swap(state: ContractRummyState, move: Move) -> str:
    where = f" in {_describe_target(state, move)}" if move.number is not None else ""
    jokers = "the joker" if len(move.cards) == 1 else "jokers"
    then = f" and lay {quote_cards(move.groups[1])}" if len(move.groups) > 1 else " and keep it"
    return f"put {quote_cards(move.cards)} in the place of {jokers}{where}{then}"


_SAID: dict[str, Callable[[ContractRummyState, Move], str]] = {
    "contract": lambda state, move: f"lay {_quote_groups(move)} as your contract",
    "lay-all": lambda state, move: f"lay {_quote_groups(move)} as your whole hand",
    "meld": lambda state, move: f"lay {quote_cards(move.cards)} as a new meld",
    "layoff": lambda state, move: f"add {quote_cards(move.cards)} to {_describe_target(state, move)}",
    "swap": _describe_swap,
    "discard": lambda state, move: (
        f"discard {_quote_groups(move)}" if move.groups else "end your turn without a discard"
    ),
    "stock": lambda state, move: "draw from the stock",
    "upcard": lambda state, move: "take the upcard",
    "may-i": lambda state, move: "ask “May I?”",
    "pass": lambda state, move: "leave the upcard",
    "pass-hand": lambda state, move: "pass for the rest of the hand",
    "listen": lambda state, move: "have yourself asked again",
}


def describe_move(state: ContractRummyState, move: Move) -> str:
    """Return a move in words, as an instruction."""
    return _SAID[move.verb](state, move)


def format_sentence(text: str) -> str:
    """Return the text as a sentence, with a capital letter and a period."""
    return f"{capitalize_first(text)}."


def describe_moves(state: ContractRummyState, moves: Sequence[Move]) -> str:
    """Return a series of moves as one sentence."""
    return POSING.describe_moves(state, moves, describe_move)


def describe_cards_still_held(state: ContractRummyState) -> str:
    """Return the message that seat 0 hasn't gone out, with the cards that this seat still holds."""
    return (
        f"You are not out: {quote_cards(state.hands[0])} {'is' if len(state.hands[0]) == 1 else 'are'} still "
        "in your hand."
    )


def format_unknown_cards(number: int) -> str:
    """Return `number` unknown cards as text."""
    return format_cards([UNKNOWN] * number)
