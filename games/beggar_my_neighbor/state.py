"""The table of Beggar My Neighbor: a stack for each player, the pile, and who has to turn or to pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from games.beggar_my_neighbor.options import BeggarOptions
from games.cards import PACK, UNKNOWN
from games.engine.state import DEALER, MatchPart, State
from games.engine.state_parts import (
    Cards,
    DerivedPart,
    Flag,
    Hands,
    Number,
    Phase,
    Seat,
    SeatOrNone,
    StatePart,
    parse_texts,
)

DECK = len(PACK)
JACK, QUEEN, KING, ACE = 11, 12, 13, 1
LETTERS = "-JQKA"
"""The letter for each price of a card. The index is the price, from 0 to 4."""
CARDS_OUT = ("play", "mix", "stir")
"""The phases in which a game is being played."""


def list_prices_by_rank(options: BeggarOptions) -> tuple[int, ...]:
    """Return how many cards the next player has to pay for a card of each rank, as a tuple indexed by rank.

    The price of a number card is 0. Rulebook: card.penalty, card.number.
    """
    prices = [0] * 14
    prices[JACK], prices[QUEEN], prices[KING], prices[ACE] = 1, 2, 3, 4 * options.aces_pay
    return tuple(prices)


def can_see_stack(state: Any, owner: int, seat: int | None) -> bool:
    """Return whether a seat sees the cards of a stack.

    Every seat does if the stacks are face up. Otherwise nobody does, not even the owner. Rulebook: stack.blind.
    """
    return bool(state.open)


def get_default_stack_size(state: BeggarState, seat: int) -> int:
    """Return how many cards a stack has, for a position (a state as JSON) that leaves it out.

    The size is an equal share of the cards that aren't in the pile.
    """
    if state.phase not in CARDS_OUT:
        return 0
    share, more = divmod(DECK - len(state.pile), state.seats)
    return share + (seat < more)


@dataclass
class Stacks(Hands):
    """A part of the state: the players' stacks, each with its top card first.

    Unlike the cards of a hand, those of a stack have an order, and not even the owner sees them unless stacks are face
    up.
    """

    sees: Any = field(default=can_see_stack, kw_only=True)
    ordered: bool = field(default=True, kw_only=True)

    def normalize_position_value(self, value: Any) -> Any:
        return value


@dataclass
class StackPatterns(StatePart[tuple[str, ...]]):
    """A part of the state that says what the stacks looked like at the start of each pile of this game.

    Each string has the price of each card in the stacks (the number of cards to pay for it), and the seat that started
    the pile. If a string comes up twice, the game repeats itself. The value is a tuple, so copies of a state can share
    it.
    """

    fresh: Any = field(default=(), kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> tuple[str, ...]:
        return tuple(parse_texts(self.key, value, 20_000))

    def dump_position_value(self, state: Any, value: tuple[str, ...]) -> list[str]:
        return list(value)

    def build_value_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}


def count_owed_cards(state: BeggarState) -> int:
    """Return how many cards are still to be paid for the latest penalty card of the pile; 0 if there is none."""
    for paid, card in enumerate(reversed(state.pile)):
        if price := state.prices[card.rank]:
            return max(0, price - paid)
    return 0


def get_default_pile_owner(state: BeggarState) -> int | None:
    return (state.turn - 1) % state.seats if state.owed else None


def list_default_stack_patterns(state: BeggarState) -> tuple[str, ...]:
    """Return the default for what the stacks looked like at the start of each pile, as strings.

    It's used for a position (a state as JSON) that leaves this out. If a pile begins now and all cards are known, the
    tuple has one string, for the current stacks. Otherwise it's empty, since the position doesn't tell about earlier
    piles.
    """
    begins = state.phase == "play" and not state.pile and not any(UNKNOWN in stack for stack in state.hands)
    return (state.encode_stack_pattern(state.turn),) if begins else ()


class BeggarState(State):
    """The state of a Beggar My Neighbor match: the stacks, the pile, and the cards owed.

    The scores of `match` are games won.
    """

    options: BeggarOptions
    phase = Phase(
        {
            "play": "",
            "mix": "a pile that was taken is shuffled",
            "stir": "the stacks are shuffled, since the game repeats itself",
        },
        usual="play",
    )
    turn = Seat("the seat that has to flip a card")
    open = Flag("whether the stacks are face up, as in puzzles")
    hands = Stacks(
        "one string of cards per seat: its stack, top card first", holds=get_default_stack_size, jokers=False
    )
    pile = Cards("the cards flipped since the last pile was taken", ordered=True, jokers=False)
    owed = Number("how many cards are still to be paid for the latest penalty card", high=4, usual=count_owed_cards)
    owner = SeatOrNone(
        "the seat that takes the pile if all is paid, or that is taking it, or null", usual=get_default_pile_owner
    )
    turned = Number("how many cards were flipped in this game", usual=lambda state: len(state.pile))
    piles = Number("how many piles were taken in this game")
    seen = StackPatterns(
        "the stacks at the start of each pile of this game, - for a number card, and who had to flip; "
        "without it, a repetition is noticed only if it starts at this position or later",
        usual=list_default_stack_patterns,
        see=lambda state, seat, value: value if state.open else (),
    )
    stirred = Flag("whether the stacks were shuffled in this game, since it repeated itself")
    match = MatchPart("games won")
    prices = DerivedPart(lambda state: list_prices_by_rank(state.options), lasting=True)

    def encode_stack_pattern(self, leader: int) -> str:
        """Return a string with the price of each card in the stacks, and the seat `leader`, which starts the next pile.

        A price is the number of cards that the next player has to pay for a card. Only prices decide what happens. So
        if the same string comes up again, the game repeats itself. Rulebook: end.cycle-draw.
        """
        prices = self.prices
        stacks = ["".join([LETTERS[prices[card.rank]] for card in stack]) for stack in self.hands]
        return f"{'/'.join(stacks)} {leader}"

    def find_next_seat_with_cards(self, seat: int) -> int | None:
        """Return the next seat clockwise that has cards; None if no other seat has any. Rulebook: more.next."""
        for other in chain(range(seat + 1, self.seats), range(seat)):
            if self.hands[other]:
                return other
        return None

    def list_awaited_seats(self) -> Sequence[int]:
        return (DEALER,) if self.phase in ("mix", "stir") else super().list_awaited_seats()

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no game could lead to this position."""
        if self.phase not in CARDS_OUT:
            return
        if self.phase == "mix" and (self.options.pile_order != "shuffled" or not self.pile or self.owner is None):
            yield "The phase “mix” needs a pile that was just taken, and house rules that shuffle it."
        if self.phase == "stir" and (self.options.endless != "shuffle" or self.pile or self.stirred):
            yield "The phase “stir” needs an empty pile and house rules that shuffle stacks. It can come only once."
        if not any(self.hands[seat] or self.pile for seat in range(self.seats) if seat != self.turn):
            yield "One player has all the cards, so the game is over."
        if self.phase == "play":
            yield from _list_turn_faults(self)


def _list_turn_faults(state: BeggarState) -> Iterator[str]:
    """Yield a sentence for each reason why the turn or the number of cards owed is impossible."""
    if not state.hands[state.turn]:
        yield f"Seat {state.turn} has to flip a card, but it has none."
    if state.seats == 2 and state.options.empty_hand == "immediate" and not all(state.hands):
        yield "Under these house rules, a player without cards has already lost."
    if UNKNOWN not in state.pile and state.owed != count_owed_cards(state):
        yield f"According to the pile, “owed” must be {count_owed_cards(state)}, not {state.owed}."
    if (state.owner is None) != (not state.owed) or (state.owed and state.owner == state.turn):
        yield "If a card is owed, “owner” must be a different seat from “turn”. If not, it must be null."
    if UNKNOWN not in state.pile and not state.owed and any(state.prices[card.rank] for card in state.pile):
        yield "The penalty card in the pile has been paid for, so the pile must already be taken."
