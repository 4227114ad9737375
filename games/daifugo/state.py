"""The state of a Daifugo table: the hands, the play to beat, who has passed, and who is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from games.cards import JOKER, PACK, SUITS, UNKNOWN, Card, format_cards, parse_cards
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import JACK, PlayShape, can_include_suits, find_play_shape, merge_suits, sort_play
from games.engine.move import Group
from games.engine.state import DEALER, MatchPart, State
from games.engine.state_parts import (
    Cards,
    CardsBySeat,
    DerivedPart,
    Flag,
    Hands,
    Number,
    ParsedTexts,
    Phase,
    Schema,
    Seat,
    Seats,
    StatePart,
    hide_cards,
)
from games.errors import BadText
from games.words import format_count

MOST_SEATS = 8
MOST_LAID = 6
"""The maximum number of cards in a set: four and two jokers."""
EXCHANGE, TURN, GIVE, THROW, LOT, AGREE = "exchange", "play", "give", "throw", "lot", "agree"
PLAYED = (TURN, GIVE, THROW)
"""Phases in which cards are played."""


class SeatPlay(NamedTuple):
    """A play of this round: its seat, its cards in order, and their shape."""

    seat: int
    cards: Group
    shape: PlayShape

    def __str__(self) -> str:
        return f"{self.seat} {format_cards(self.cards)}"


def build_full_deck(options: DaifugoOptions) -> list[Card]:
    """Return all cards of the deck, in order. Rulebook: setup.deck."""
    return [*PACK, *[JOKER] * options.jokers]


def compute_suit_lock_after(lock: str, before: PlayShape, shape: PlayShape) -> str:
    """Return the suits that are locked after a play on top of another one, or "". Rulebook: suit-lock.

    `lock` has the suits that were locked before, or is "". `before` is the shape of the play to beat, and `shape` that
    of the play on top of it.
    """
    known = lock or before.suits
    return merge_suits(known, shape.suits) if can_include_suits(known, shape) else ""


# -- defaults for positions -----------------------------------------------------------------------------------


def _parse_seat_play(state: DaifugoState, text: str) -> SeatPlay:
    """Parse a play of a position, such as “2 KC KD”. Raises BadText."""
    seat, _, rest = text.partition(" ")
    wanted = "a seat and the cards of a play, such as “2 KC KD”"
    if not (seat.isascii() and seat.isdecimal()) or len(seat) > 1 or int(seat) >= state.seats:
        raise BadText("not a play", text, wanted)
    cards = sort_play(parse_cards(rest))
    shape = find_play_shape(cards)
    if shape is None or UNKNOWN in cards or (shape.run and not state.options.sequences):
        raise BadText("not a legal play under these house rules", text, wanted)
    return SeatPlay(int(seat), cards, shape)


def _infer_hand_size(state: DaifugoState, seat: int) -> int:
    """Return how many cards a seat holds if a position doesn't give its hand.

    In the exchange, the number follows from the cards given so far. While cards are played, it's the size of the first
    nonempty hand that the position gives, but 0 for a seat that is out.
    """
    if state.phase == EXCHANGE:
        return state.count_cards_during_exchange(seat)
    if state.phase not in PLAYED or seat in (
        *_get_position_list(state, "placed"),
        *_get_position_list(state, "fallen"),
    ):
        return 0 if state.phase != LOT else state.count_dealt_cards(seat)
    sizes = [len(str(hand).split()) for hand in _get_position_list(state, "hands")]
    return next(filter(None, sizes), 0) or state.count_dealt_cards(seat)


def _get_position_list(state: DaifugoState, key: str) -> list[Any]:
    """Return the list that a position has under a key, or an empty list."""
    value = state.said.get(key)
    return value if isinstance(value, list) else []


def _list_out_seats(state: DaifugoState) -> tuple[int, ...]:
    """Return the seats that are out if a position doesn't give them: those without cards."""
    if state.phase not in PLAYED:
        return ()
    return tuple(seat for seat, hand in enumerate(state.hands) if not hand and seat not in state.fallen)


def _build_unknown_stock(state: DaifugoState) -> str:
    """Return a string with a `?` for each card that the deal set aside."""
    return "? " * state.set_aside_count if state.is_dealt and state.phase not in ("between", "over", AGREE) else ""


def _build_unknown_played_cards(state: DaifugoState) -> str:
    """Return a string with a `?` for each card played in earlier rounds, if a position omits them."""
    if state.phase not in PLAYED:
        return ""
    return "? " * (len(state.deck) - len(state.list_cards(but="gone")))


class TitlesPart(Seats):
    """A part of the state: all seats in the order of their titles, the best title first.

    It's empty before the first hand is over.
    """

    def parse_position_value(self, state: DaifugoState, value: Any) -> tuple[int, ...]:
        seats = super().parse_position_value(state, value)
        if seats and sorted(seats) != list(range(state.seats)):
            raise self.build_value_error(value, "all seats, or none before the first hand is over")
        return seats


class SuitLockPart(StatePart[str]):
    """A part of the state: the locked suits, as a string of their letters in alphabetical order."""

    def parse_position_value(self, state: DaifugoState, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MOST_LAID or not set(value) <= set(SUITS):
            raise self.build_value_error(value, "suits as letters, such as CH")
        return "".join(sorted(value))

    def build_value_schema(self) -> Schema:
        return {"type": "string", "pattern": f"^[{SUITS}]{{0,{MOST_LAID}}}$"}


def _is_order_reversed_by_jacks(state: DaifugoState) -> bool:
    jacks = sum(laid.shape.count_cards_of_height(JACK) > 0 for laid in state.pile)
    return state.options.eleven_back == "forced" and jacks % 2 == 1


def _compute_suit_lock(state: DaifugoState) -> str:
    lock = ""
    if state.options.suit_lock != "off":
        for before, laid in pairwise(state.pile):
            lock = compute_suit_lock_after(lock, before.shape, laid.shape)
    return lock


def _build_empty_gifts(state: DaifugoState) -> list[list[Card]]:
    return [[] for _ in range(state.seats)]


def _hide_exchanged_cards(state: DaifugoState, seat: int | None, given: list[list[Card]]) -> list[list[Card]]:
    """Return the cards given in the exchange as a seat knows them: unknown unless it gave or received them.

    Rulebook: exchange.private.
    """
    return [
        cards if seat is not None and seat in (owner, state.find_exchange_partner(owner)) else [UNKNOWN] * len(cards)
        for owner, cards in enumerate(given)
    ]


def _order_seats(state: DaifugoState) -> tuple[int, ...]:
    """Return the seats in the order of play. Rulebook: setup.direction, next.seats-stay."""
    if state.options.seating == "by-title" and state.titles:
        return state.titles
    return tuple(range(state.seats))[:: state.options.direction_step]


@lru_cache(maxsize=1024)
def _map_seats_after_each(ring: tuple[int, ...], turned: bool) -> dict[int, tuple[int, ...]]:
    """Return a dict from each seat to all seats in the order of play, beginning with the one after this seat.

    `turned` says whether the order of play is the reverse of `ring`.
    """
    order = ring[::-1] if turned else ring
    return {seat: order[place:] + order[:place] for place, seat in enumerate(order, 1)}


class DaifugoState(State):
    """The state of a Daifugo match: hands, plays, passes, reversals, the exchange, and the titles of the last hand."""

    options: DaifugoOptions
    phase = Phase(
        {
            LOT: "the first leader is picked at random",
            EXCHANGE: "cards are given back",
            TURN: "",
            GIVE: "the player on turn gives cards for sevens",
            THROW: "the player on turn can discard cards for tens",
            AGREE: "the Destitute decides whether to play another hand",
        },
        usual=TURN,
    )
    turn = Seat("the seat that has to play", usual=0)
    hands = Hands("one string of cards per seat", holds=_infer_hand_size)
    stock = Cards("the cards that stay face down for the whole hand", usual=_build_unknown_stock, see=hide_cards)
    pile = ParsedTexts(
        "the plays of this round, oldest first: a seat and its cards, as in “2 KC KD”",
        _parse_seat_play,
        key="plays",
        lying=True,
    )
    gone = Cards(
        "the cards that were played in earlier rounds of this hand, or discarded", usual=_build_unknown_played_cards
    )
    passed = Seats("the seats that have passed in this round")
    placed = Seats("the seats that are out, the first one first", usual=_list_out_seats)
    fallen = Seats("the seats that got the lowest titles by a foul or a fall, the lowest first")
    revolution = Flag("whether a revolution has reversed the order of ranks")
    back = Flag("whether a jack has reversed it until the round ends", usual=_is_order_reversed_by_jacks)
    lock = SuitLockPart("the suits that are locked in this round, such as CH", fresh="", usual=_compute_suit_lock)
    stepped = Flag("whether each later play of this round must be exactly one step higher")
    turned = Flag("whether nines have reversed the direction of play")
    owed = Number("how many cards the player on turn has to give, or can discard", high=MOST_LAID)
    given = CardsBySeat(
        "for each seat the cards that it gave in the exchange",
        fresh=_build_empty_gifts,
        usual=_build_empty_gifts,
        see=_hide_exchanged_cards,
        lying=False,
    )
    titles = TitlesPart("the seats by their titles of the last hand, the Daifugo first", lasting=True)
    match = MatchPart(
        "points",
        dealer=lambda state: state.titles[-1] if state.titles else state.seats - 1,
        deals=lambda state: int(bool(state.titles)),
    )
    ring = DerivedPart(_order_seats, lasting=True)
    quiet = DerivedPart(lambda state: bool(state.options.has_no_card_effects), lasting=True)
    plain = DerivedPart(lambda state: bool(state.options.is_play_decided_by_rank), lasting=True)

    # -- the order of play ----------------------------------------------------------------------------------

    @property
    def current_seat_order(self) -> tuple[int, ...]:
        """The seats in the current order of play. Rulebook: turn.next, nine-reverse."""
        return self.ring[::-1] if self.turned else self.ring

    def list_seats_after(self, seat: int) -> tuple[int, ...]:
        """Return all seats in the current order of play, beginning with the one after this seat."""
        return _map_seats_after_each(self.ring, self.turned)[seat]

    def find_next_seat_with_cards(self, seat: int) -> int:
        """Return the next seat that has cards, or the given seat if no other seat has any."""
        hands = self.hands
        for other in self.list_seats_after(seat):
            if hands[other]:
                return other
        return seat

    def list_seats_able_to_beat(self, seat: int) -> list[int]:
        """Return the seats that can still beat the latest play, in the order of play from the one after `seat`.

        Rulebook: turn.next, round.end.
        """
        owner = self.pile[-1].seat if self.pile else -1
        hands, passed = self.hands, self.passed
        return [
            other for other in self.list_seats_after(seat) if hands[other] and other != owner and other not in passed
        ]

    def find_next_seat_able_to_beat(self, seat: int, owner: int) -> int:
        """Return the first seat after `seat` that can still beat the play of `owner`, or -1 if there is none."""
        hands, passed = self.hands, self.passed
        for other in _map_seats_after_each(self.ring, self.turned)[seat]:
            if hands[other] and other != owner and other not in passed:
                return other
        return -1

    @property
    def is_rank_order_reversed(self) -> bool:
        """Whether low ranks beat high ones now. Rulebook: revolution, eleven-back."""
        return self.revolution != self.back

    @property
    def shape_to_beat(self) -> PlayShape | None:
        """The shape of the play to beat, or None if there is no play in this round yet."""
        return self.pile[-1].shape if self.pile else None

    # -- the deal -------------------------------------------------------------------------------------------

    @property
    def set_aside_count(self) -> int:
        """The number of cards set aside in the deal. Rulebook: deal.all."""
        deck = len(PACK) + self.options.jokers
        return deck % self.seats if self.options.deal_remainder == "set-aside" else 0

    @property
    def dealing_order(self) -> tuple[int, ...]:
        """The seats in the order in which they're dealt cards. Rulebook: deal.extra-cards."""
        place = self.ring.index(self.match.dealer or 0) + 1
        return self.ring[place:] + self.ring[:place]

    def count_dealt_cards(self, seat: int) -> int:
        """Return how many cards a seat was dealt. Rulebook: deal.all, deal.extra-cards."""
        deck = len(PACK) + self.options.jokers - self.set_aside_count
        return deck // self.seats + (self.dealing_order.index(seat) < deck % self.seats)

    # -- the exchange ---------------------------------------------------------------------------------------

    def find_exchange_partner(self, seat: int) -> int | None:
        """Return the seat with which a seat exchanges cards, or None if it exchanges none."""
        if not self.titles:
            return None
        place = self.titles.index(seat)
        rank = min(place, self.seats - 1 - place)
        if rank > 1 or not self.options.get_tribute_sizes(self.seats)[rank]:
            return None
        return self.titles[self.seats - 1 - place]

    def count_tribute(self, seat: int) -> int:
        """Return how many cards a seat gives in the exchange. Rulebook: exchange.destitute-gives."""
        if self.find_exchange_partner(seat) is None:
            return 0
        place = self.titles.index(seat)
        return self.options.get_tribute_sizes(self.seats)[min(place, self.seats - 1 - place)]

    def is_tribute_taker(self, seat: int) -> bool:
        """Return whether a seat takes cards in the exchange and gives some back."""
        return self.count_tribute(seat) > 0 and self.titles.index(seat) < self.seats // 2

    def count_cards_during_exchange(self, seat: int) -> int:
        """Return how many cards a seat must hold now, in the exchange, given which cards have already gone back."""
        if not self.count_tribute(seat):
            return self.count_dealt_cards(seat)
        taker = seat if self.is_tribute_taker(seat) else self.find_exchange_partner(seat)
        assert taker is not None
        open_yet = 0 if self.given[taker] else self.count_tribute(seat)
        return self.count_dealt_cards(seat) + (open_yet if taker == seat else -open_yet)

    # -- positions ------------------------------------------------------------------------------------------

    @property
    def is_turn_shared(self) -> bool:
        return self.phase == EXCHANGE and sum(map(self.is_tribute_taker, self.titles)) > 1

    def list_awaited_seats(self) -> Sequence[int]:
        if self.phase == EXCHANGE:
            return [seat for seat in self.titles if self.is_tribute_taker(seat) and not self.given[seat]]
        if self.phase == LOT:
            return (DEALER,)
        return super().list_awaited_seats()

    @property
    def deck(self) -> Sequence[Card]:
        return build_full_deck(self.options)

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no hand could lead to this position."""
        for name, seats in (("placed", (*self.placed, *self.fallen)), ("passed", self.passed)):
            if len(set(seats)) < len(seats):
                yield f"“{name}” lists a seat twice."
        if bool(self.titles) != bool(self.match.deals):
            yield "“titles” must be empty in the first hand, and set in every later one."
        elif self.phase in (*PLAYED, EXCHANGE, LOT):
            yield from self._check_deal()
        elif self.phase == AGREE and (self.options.session_end != "open" or not self.titles):
            yield "The phase “agree” needs an open match, after its first hand."
        elif self.phase == AGREE and self.turn != self.titles[-1]:
            yield "In the phase “agree”, “turn” must be the Destitute."

    def _check_deal(self) -> Iterator[str]:
        if len(self.list_cards()) != len(self.deck):
            yield f"The position must include all {len(self.deck)} cards."
        if self.phase == EXCHANGE:
            yield from self._check_exchange()
        elif self.phase == LOT:
            if self.options.lead_first != "random" or self.titles:
                yield "The first leader of this hand isn’t picked at random."
        else:
            yield from self._check_plays()
        if self.phase not in PLAYED and (self.pile or self.passed or self.placed or self.fallen or self.gone):
            yield "Nobody has played yet, so “pile”, “gone”, “passed”, “placed”, and “fallen” must be empty."

    def _check_exchange(self) -> Iterator[str]:
        if not self.list_awaited_seats():
            yield "Nobody has cards to give back, so the exchange is over."
            return
        for seat, hand in enumerate(self.hands):
            if len(hand) != (number := self.count_cards_during_exchange(seat)):
                yield f"Seat {seat} must hold {format_count(number, 'card')} now, not {len(hand)}."

    def _check_plays(self) -> Iterator[str]:
        out = {*self.placed, *self.fallen}
        if any(bool(hand) == (seat in out) for seat, hand in enumerate(self.hands)):
            yield "“placed” and “fallen” must have all the seats without cards, and no others."
        elif len(out) > self.seats - 2:
            yield "At most one player has cards left, so the hand is over."
        elif not self.hands[self.turn]:
            yield f"Seat {self.turn} has no cards left, so it can’t be its turn."
        elif self.turn in self.passed:
            yield f"Seat {self.turn} has passed, so it can’t be its turn."
        if self.passed and not self.pile:
            yield "Nobody has led yet, so “passed” must be empty."
        if len({(laid.shape.run, laid.shape.size) for laid in self.pile}) > 1:
            yield "All plays in “pile” must have the same number of cards and be of the same kind."
        if self.pile and (self.pile[-1].seat == self.turn) == (self.phase == TURN):
            yield f"After the last play, it can’t be seat {self.turn}’s turn."
        yield from self._check_owed_cards()

    def _check_owed_cards(self) -> Iterator[str]:
        if self.phase != TURN and not (self.pile and self.owed):
            yield f"In the phase “{self.phase}”, “pile” must have a play, and “owed” can’t be 0."
        if self.phase == TURN and self.owed:
            yield f"In the phase “{self.phase}”, “owed” must be 0."
        if not {GIVE: self.options.seven_give, THROW: self.options.ten_discard}.get(self.phase, True):
            yield f"Under these house rules, play never reaches the phase “{self.phase}”."
        options = self.options
        if (
            (self.revolution and not options.has_revolution)
            or (self.back and options.eleven_back == "off")
            or (self.turned and not options.nine_reverse)
            or (self.stepped and options.suit_lock != "suit-and-step")
        ):
            yield "Under these house rules, one of the reversals or locks in the position isn’t possible."
        if self.lock and (self.options.suit_lock == "off" or not self.pile):
            yield "No suits can be locked in this round, so “lock” must be empty."

    # -- unknown cards --------------------------------------------------------------------------------------

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card by a random one that is nowhere else.

        First, `place_known_exchanged_cards` puts cards in the hands that received them in the exchange. Unknown cards
        in `given`, the record of the exchange, become cards of the receiver's hand or, if it's empty, other cards.
        """
        self.place_known_exchanged_cards()
        super().fill_unknown_cards(rng)
        for seat, cards in enumerate(self.given):
            if UNKNOWN in cards:
                partner = self.find_exchange_partner(seat)
                likely = self.hands[partner if partner is not None else seat] or self.gone or self.hands[seat]
                self.given[seat] = (likely * len(cards))[: len(cards)]

    def place_known_exchanged_cards(self) -> None:
        """Put cards known from the exchange in the hands that received them, in place of unknown cards.

        Jokers, and cards that are already somewhere on the table, aren't put anywhere. Nothing is done under house
        rules in which players give cards for sevens, because the receiver can have given a card away again.
        """
        seen = {card for card in self.list_cards() if card is not JOKER}
        for seat, cards in enumerate(self.given):
            partner = self.find_exchange_partner(seat)
            if partner is None or self.options.seven_give:
                continue
            hand = self.hands[partner]
            for card in cards:
                if card.natural and card not in seen and UNKNOWN in hand:
                    hand[hand.index(UNKNOWN)] = card
                    seen.add(card)
