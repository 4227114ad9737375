"""Proof by the rules that an answer is right: each function makes a truth, which is asked about an answer's value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.cards import Card, codes, missing, parse_card, parse_cards
from games.engine.move import Move
from games.engine.state import DEALER
from games.kit.melds import RUNS
from games.kit.truths import Truths
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import doubles
from games.vazhushal.rules import Vazhushal
from games.vazhushal.scoring import score_seat
from games.vazhushal.state import HAND, VazhushalState, wild_cards
from games.vazhushal.wiping import legal_depths

RULES = Vazhushal()
TRUTHS = Truths(RULES)
legal = TRUTHS.legal
yes_if_legal = TRUTHS.yes_if_legal
after = TRUTHS.after

Probe = Callable[[VazhushalState], object]
"""What is read off a state; an answer is right if its value is the same as text."""


def wild(state: VazhushalState, value: str) -> bool:
    """Whether this card is wild."""
    return parse_card(value) in state.wilds


def wild_only_here(state: VazhushalState, value: str) -> bool:
    """Whether this card is wild, and would not be by the book."""
    book = wild_cards(VazhushalOptions(), state.negative)
    return wild(state, value) and parse_card(value) not in book


def all_wild(state: VazhushalState, value: str) -> bool:
    """Whether these cards, and no others, are wild."""
    return state.wilds == frozenset(parse_cards(value))


# -- probes ------------------------------------------------------------------------------------------------


def line(state: VazhushalState) -> str:
    """The line, as a text of cards."""
    return codes(state.line)


def stock_size(state: VazhushalState) -> int:
    """How many cards the stock has."""
    return len(state.stock)


def melds_worth(state: VazhushalState) -> int:
    """What your melds are worth."""
    return score_seat(state, 0).melds


def total(state: VazhushalState) -> int:
    """Your score."""
    return score_seat(state, 0).total


def your_doubles(state: VazhushalState) -> int:
    """How many doubles your hand holds."""
    return doubles(state, 0)


def deepest_wipe(state: VazhushalState) -> str:
    """The deepest card you may wipe to, or "none"."""
    depths = legal_depths(state, 0)
    return state.line[-max(depths)].code if depths else "none"


def next_dealer(state: VazhushalState) -> int | None:
    """Who deals next."""
    return state.match.dealer


def what_follows(state: VazhushalState) -> str:
    """How things stand after a turn: over, counted, final, or the seat that draws."""
    if state.match.over:
        return "match"
    if state.between:
        return "hand" if state.match.results[-1].scores is None else "counted"
    return "final" if state.phase == "final" else f"turn {state.turn}"


def how_many(rank: int) -> Probe:
    """How many cards of a rank the deck has, jokers being rank 0."""
    return lambda state: sum(card.rank == rank for card in state.deck())


def longest_run(state: VazhushalState) -> int:
    """How many cards a run has at most."""
    return max(len(run) for run in RUNS)


# -- dealing -----------------------------------------------------------------------------------------------


def dealt(state: VazhushalState, hands: dict[int, list[Card]], starter: Card, bottom: list[Card]) -> VazhushalState:
    """The state after a deal by this state's dealer, with these hands, starter and cards at the bottom of the stock."""
    rest = missing(state.deck(), [*(card for hand in hands.values() for card in hand), starter, *bottom])
    order: list[Card] = []
    dealer = state.match.dealer or 0
    piles = {seat: hand[:] for seat, hand in hands.items()}
    for place in range(HAND * state.seats):
        seat = (dealer + 1 + place) % state.seats
        order.append(piles[seat].pop(0) if piles.get(seat) else rest.pop())
    now = RULES.start(state.options, state.seats)
    now.match.dealer, now.phase = state.match.dealer, "deal"
    RULES.apply(now, DEALER, Move("deal", groups=((*order, starter, *rest, *bottom),)))
    return now


def first_turn(state: VazhushalState) -> int:
    """Who has the first turn after a deal; -1 if not all got their cards, or if chance did not choose the dealer."""
    started = RULES.start(state.options, state.seats)
    dealers = {RULES.chance(started, Random(seed)).number for seed in range(60)}
    rest = state.deck()
    now = dealt(state, {}, rest[0], [rest[1]])
    fair = dealers == set(range(state.seats)) and all(len(hand) == HAND for hand in now.hands)
    return now.turn if fair else -1


def first_card(state: VazhushalState) -> int:
    """Who is dealt the first card."""
    dealer = state.match.dealer or 0
    for seat in range(state.seats):
        card = parse_card("KD")
        now = dealt(state, {seat: [card]}, parse_card("2C"), [parse_card("3C")])
        if now.hands[seat][0] is card and (dealer + 1) % state.seats == seat:
            return seat
    return -1


def thrown_in(state: VazhushalState) -> str:
    """What becomes of a deal that gives you this hand: "again" and who deals, "asked" or "play"."""
    hands = {0: state.hands[0]}
    spare = [card for card in missing(state.deck(), state.hands[0]) if card.rank]
    now = dealt(state, hands, spare[0], [spare[1]])
    if now.phase == "deal":
        return f"again {now.match.dealer}"
    return "asked" if now.phase == "redeal" else "play"


def joker_starter(state: VazhushalState) -> str:
    """What becomes of a joker as starter when nobody was dealt a pure sequence: "stays", "back" or "taken"."""
    odd = [card for card in missing(state.deck(), [parse_card("*")]) if card.rank % 2]
    hands = {seat: odd[seat :: state.seats][:HAND] for seat in range(state.seats)}
    now = dealt(state, hands, parse_card("*"), [parse_card("2C")])
    return "back" if now.phase == "reshuffle" else "taken" if now.forced else "stays"


def negative_from(*bottom: str) -> Probe:
    """The negative joker, if these are the bottom cards of the stock."""

    def probe(state: VazhushalState) -> str:
        cards = [parse_card(code) for code in bottom]
        now = dealt(state, {}, parse_card("2C"), cards)
        return now.negative.code if now.negative else ""

    return probe
