"""The state of a Chinese Ten table: hands, layout, stock, and captured cards.

A position can leave parts out. By default, seat 0 begins, the hands have the same size as those that are given, the
layout is empty, and the stock has an unknown card for each turn to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.cards import RANKS, UNKNOWN, Card
from games.chinese_ten.card_values import PARTNER, SELF_MATCHING, get_deck, get_hand_size, get_points_by_card
from games.chinese_ten.options import ChineseTenOptions
from games.engine.move import Group
from games.engine.state import MatchPart, State
from games.engine.state_parts import Cards, CardsBySeat, DerivedPart, Hands, OneCard, Phase, Seat, Word
from games.words import format_count

TURNS = ("play", "turn", "choose")
"""The phases of a turn."""
SPECIAL = ("", *(RANKS[rank - 1] for rank in SELF_MATCHING))


def infer_hand_size(state: ChineseTenState, seat: int) -> int:
    """Return how many cards a seat holds, for a position (a state as JSON) that leaves its hand out.

    It's the size of the first nonempty hand in the position, with one card less if the seat has already played a card
    in this round. If all given hands are empty, a seat that still has to play a card in this round holds one.

    If the position gives no hands, they are as large as the number of cards elsewhere allows. Before and after the
    turns of a deal, it's 0.
    """
    if state.phase not in TURNS:
        return 0
    told = state.said.get("hands")
    hands = told[: state.seats] if isinstance(told, list) else []
    elsewhere = len(state.layout) + sum(map(len, state.piles)) + bool(state.turned)
    room = (len(get_deck(state.seats)) - elsewhere) // (2 * state.seats)
    begun = 1 if hands else max(1, min(get_hand_size(state.seats), room))
    for other, hand in enumerate(hands):
        if isinstance(hand, str) and hand:
            begun = len(hand.split()) + state.has_played(other)
            break
    return max(0, begun - state.has_played(seat))


def build_unknown_stock(state: ChineseTenState) -> str:
    return "? " * compute_stock_size(state) if state.phase in TURNS else ""


def compute_stock_size(state: ChineseTenState) -> int:
    """Return the size of the stock: one card for each flip to come.

    There's one flip for each card in the hands, and one more if this turn's card is played but not yet followed by a
    flip.
    """
    return sum(map(len, state.hands)) + (state.phase == "turn")


def hide_stock(state: ChineseTenState, seat: int | None, stock: list[Card]) -> list[Card]:
    """Return the stock as a seat sees it: face down, except a bottom card at which the seat may peek.

    Rulebook: deal.stock.
    """
    hidden = [UNKNOWN] * len(stock)
    if stock and state.options.peek_bottom and seat == state.last_seat:
        hidden[0] = stock[0]
    return hidden


class ChineseTenState(State):
    """The state of a Chinese Ten match: hands, layout, stock, and captured cards.

    The scores of `match` are points.
    """

    options: ChineseTenOptions
    phase = Phase(
        {
            "play": "a player plays a card from the hand",
            "turn": "a player flips the top card of the stock",
            "choose": "a player chooses what the flipped card captures",
        },
        usual="play",
    )
    turn = Seat("the seat whose turn it is")
    hands = Hands("one string of cards per seat", holds=infer_hand_size, counted=True)
    layout = Cards("the face-up cards on the table, the one that has been there longest first", ordered=True)
    stock = Cards(
        "the face-down cards, the top one first; no seat knows any, except a bottom card it can look at",
        usual=build_unknown_stock,
        reverse=True,
        see=hide_stock,
        ordered=True,
    )
    turned = OneCard("the flipped card that still needs a choice, or “”")
    piles = CardsBySeat("for each seat the cards that it has captured; everyone has seen them face up")
    triple = Word("the rank of a triple in the first layout, of 5 T J Q K, or “”", SPECIAL)
    match = MatchPart(
        "points", dealer=lambda state: 0 if state.options.starter == "dealer" else state.get_seat_after(0, -1)
    )
    worth: DerivedPart[Mapping[Card, int]] = DerivedPart(
        lambda state: get_points_by_card(state.options, state.seats), lasting=True
    )

    # -- the order of play

    def get_seat_after(self, seat: int, places: int = 1) -> int:
        """Return the seat that comes this many turns later in the order of play."""
        return (seat + self.options.seat_step * places) % self.seats

    @property
    def first_seat(self) -> int:
        """The seat that takes the first turn. Rulebook: turn.first."""
        dealer = self.match.dealer or 0
        return dealer if self.options.starter == "dealer" else self.get_seat_after(dealer)

    @property
    def last_seat(self) -> int:
        """The seat that takes the last turn; a house rule lets it look at the bottom card of the stock."""
        return self.get_seat_after(self.first_seat, -1)

    def has_played(self, seat: int) -> bool:
        """Return whether a seat has already played a card in this round, in which each seat plays one."""
        place = (seat - self.first_seat) * self.options.seat_step % self.seats
        now = (self.turn - self.first_seat) * self.options.seat_step % self.seats
        return place < now or (place == now and self.phase != "play")

    # -- captures

    def list_captures(self, card: Card) -> tuple[Group, ...]:
        """Return what a card can capture from the layout: a tuple of groups of cards, one for each choice.

        Rulebook: match.sum-to-ten, match.same-rank, capture.one-card, capture.choice, triple.sweep.
        """
        rank = PARTNER[card]
        found = [other for other in self.layout if other.rank == rank and other is not UNKNOWN]
        if len(found) < 2:
            return (tuple(found),) if found else ()
        if self.triple and RANKS[rank - 1] == self.triple:
            return (tuple(found),)
        if self.options.capture_choice == "auto-best":
            return ((max(found, key=self.worth.__getitem__),),)
        return tuple([(other,) for other in found])

    def count_points(self, seat: int) -> int:
        """Return the points of the cards that a seat has captured."""
        return sum([self.worth[card] for card in self.piles[seat]])

    # -- positions

    @property
    def deck(self) -> Sequence[Card]:
        return get_deck(self.seats)

    def list_contradictions(self) -> Iterator[str]:
        if self.triple and self.options.opening_rule != "capture":
            yield "Under these house rules, no triple stays in the layout, so “triple” must be empty."
        if bool(self.turned) != (self.phase == "choose"):
            yield "“turned” must have a card in the phase “choose”, and in no other phase."
        elif self.turned and not self.has_choice(self.turned):
            yield "There’s nothing to choose for the card in “turned”."
        if self.phase in TURNS:
            yield from self._list_card_count_faults()

    def _list_card_count_faults(self) -> Iterator[str]:
        begun = len(self.hands[self.turn]) + self.has_played(self.turn)
        if not 0 < begun <= get_hand_size(self.seats):
            yield f"Seat {self.turn} can’t hold {format_count(len(self.hands[self.turn]), 'card')} now."
        for seat in range(self.seats):
            wanted = begun - self.has_played(seat)
            if len(self.hands[seat]) != wanted:
                yield f"Seat {seat} must hold {format_count(wanted, 'card')}, not {len(self.hands[seat])}."
        if len(self.stock) != (wanted := compute_stock_size(self)):
            yield f"The stock must have one card for each turn left: {wanted}, not {len(self.stock)}."

    def has_choice(self, card: Card) -> bool:
        """Return whether the player of this card has a choice.

        The choice is between several captures or, where capturing is optional, between a capture and none.
        """
        return len(self.list_captures(card)) > (not self.options.capture_optional)
