"""Proof by the rules that an answer is right: each function makes a truth, which is asked about an answer's value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.cards import JOKER, codes
from games.contract_rummy.contracts import contract_of, in_words
from games.contract_rummy.contracts import dealt as dealt_in
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.planning import distance
from games.contract_rummy.rules import ContractRummy
from games.contract_rummy.scoring import hand_value
from games.contract_rummy.state import ContractRummyState, full_deck
from games.engine.state import DEALER
from games.kit.truths import Truths

RULES = ContractRummy()
TRUTHS = Truths(RULES)
yes_if_legal = TRUTHS.yes_if_legal
after = TRUTHS.after

Probe = Callable[[ContractRummyState], object]
"""What is read off a state; an answer is right if its value is the same as text."""


# -- probes ------------------------------------------------------------------------------------------------


def cards_in(owner: int) -> Probe:
    """How many cards this seat holds."""
    return lambda state: len(state.hands[owner])


def upcard(state: ContractRummyState) -> str:
    """The upcard."""
    return codes(state.pile[-1:])


def next_turn(state: ContractRummyState) -> int:
    """Whose turn it is."""
    return state.turn


def asked(state: ContractRummyState) -> str:
    """Who is asked about the upcard, as seats."""
    return " ".join(map(str, state.waiting)) if state.phase == "window" else "nobody"


def takers(state: ContractRummyState) -> str:
    """Who has taken an upcard out of turn, as seats."""
    return " ".join(map(str, state.buys)) or "nobody"


def lacks(state: ContractRummyState) -> int:
    """How many cards you lack for the contract."""
    return distance(state.hands[0], state.contract, state.law)


def worth(state: ContractRummyState) -> int:
    """What your hand costs."""
    return hand_value(state.options, state.hands[0])


def points(state: ContractRummyState) -> str:
    """The points of the last hand, by seat."""
    return " ".join(map(str, state.match.results[-1].scores or ()))


def winners(state: ContractRummyState) -> str:
    """Who has won the match, as seats, or nobody."""
    return " ".join(map(str, state.match.winners)) or "nobody"


def ended(state: ContractRummyState) -> str:
    """Whether the hand is over."""
    return "over" if state.phase in ("between", "over") else "on"


def jokers(state: ContractRummyState) -> int:
    """How many jokers are in the game."""
    return full_deck(state.options, state.seats).count(JOKER)


def copies(rank: int) -> Probe:
    """How many cards of a rank are in the game."""
    return lambda state: sum(card.rank == rank for card in full_deck(state.options, state.seats))


def contract_words(number: int) -> Probe:
    """The contract of a hand, in words."""
    return lambda state: in_words(contract_of(state.options, number))


def dealt(number: int) -> Probe:
    """How many cards are dealt in a hand."""
    return lambda state: dealt_in(state.options, number)


def whole_hand(state: ContractRummyState) -> int:
    """How many cards are laid in the all-or-nothing hand, if none came by May I."""
    return dealt_in(state.options, state.number) + 1


def first_turn(state: ContractRummyState) -> int:
    """Who begins when the cards are dealt by the dealer of this position."""
    start = RULES.start(state.options, state.seats)
    start.match.dealer, start.phase = state.match.dealer, "deal"
    RULES.apply(start, DEALER, RULES.chance(start, Random(1)))
    return start.turn


def next_dealer(state: ContractRummyState) -> int:
    """Who deals the next hand."""
    assert state.match.dealer is not None
    now = state.copy()
    while now.phase != "between":
        card = now.hands[0][0]
        RULES.apply(now, 0, RULES.parse_move(f"discard {card.code}"))
    assert now.match.dealer is not None
    return now.match.dealer


def can_play(state: ContractRummyState, value: str) -> bool:
    """Whether the values, as numbers of players, are the fewest and the most."""
    options = state.options
    assert isinstance(options, ContractRummyOptions)
    allowed = [seats for seats in RULES.seats if not list(options.conflicts(seats))]
    return value == f"{allowed[0]} {allowed[-1]}"
