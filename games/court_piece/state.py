"""The table of Court Piece: who holds what, and which tricks were taken.

What a position leaves out is filled in: seat 0 to play, spades for trumps, hands of unknown cards. The sides are seats
0 and 2, side 0, and seats 1 and 3, side 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.cards import PACK, SUIT_NAMES, UNKNOWN, Card, codes
from games.court_piece.options import CourtPieceOptions
from games.engine.move import Group
from games.engine.parts import (
    Cards,
    Flag,
    Hands,
    Known,
    Lines,
    Number,
    Pairs,
    Phase,
    Seat,
    SeatOrNone,
    Seats,
    Word,
    nobody,
    plain,
)
from games.engine.state import MatchPart, State
from games.errors import BadText
from games.kit.packs import too_many

SEATS, FIRST, HAND, TRICKS, SWEEP = 4, 5, 13, 13, 7
"""Players, cards of the first packet, cards of a hand, tricks of a hand, and tricks that make a court."""
HIGHEST_ACE = {card: 14 if card.rank == 1 else card.rank for card in (*PACK, UNKNOWN)}
"""What a card is worth in its suit; one that is not known, nothing. Rulebook: setup.rank."""
BEFORE_TRUMPS = ("dealer", "deal", "call")
AFTER = ("agree", "between", "over")
"""The phases in which a hand is over and written down."""


class Trick(NamedTuple):
    """A finished trick; without cards if nobody remembers them."""

    leader: int
    cards: Group
    winner: int

    def seat_of(self, place: int, step: int) -> int:
        """Who played the card at this place."""
        return (self.leader + step * place) % SEATS

    def __str__(self) -> str:
        return f"{self.leader} {codes(self.cards)}".strip()


# -- what is read and filled in -------------------------------------------------------------------------


def winner_of(leader: int, cards: Group | list[Card], trump: str, step: int) -> int:
    """Who takes a trick. Rulebook: trick.trump-wins, trick.led-suit-wins, trick.discard-loses."""
    best, place = cards[0], 0
    for number in range(1, len(cards)):
        card = cards[number]
        if card.suit == best.suit:
            if HIGHEST_ACE[card] > HIGHEST_ACE[best]:
                best, place = card, number
        elif card.suit == trump:
            best, place = card, number
    return (leader + step * place) % SEATS


def read_trick(state: CourtPieceState, text: str) -> Trick:
    """The finished trick of a text. Raises BadText."""
    leader, _, rest = text.partition(" ")
    if leader not in ("0", "1", "2", "3"):
        raise BadText("not a trick", text, "the leader's seat and four cards, or the winner's seat")
    cards = plain("tricks", rest, jokers=False)
    if not cards:
        return Trick(int(leader), (), int(leader))
    if len(cards) != SEATS:
        raise BadText("not a trick", text, "the leader's seat and four cards, or the winner's seat")
    return Trick(int(leader), cards, winner_of(int(leader), cards, state.trump, state.options.step))


def leader_of(state: CourtPieceState) -> int:
    """Who leads, or has led to the trick on the table, where a position does not say it."""
    if state.tricks and not state.trick:
        return state.tricks[-1].winner
    return (state.turn - state.options.step * len(state.trick)) % SEATS


def hand_size(state: CourtPieceState, seat: int) -> int:
    """How many cards the tricks played leave a seat; none once the hand is over, if nothing is said of them."""
    if state.phase == "call":
        return FIRST
    if state.phase in ("dealer", "deal", *AFTER):
        return 0
    return HAND - len(state.tricks) - (state.place_of(seat) < len(state.trick))


def stock_size(state: CourtPieceState) -> int:
    """How many cards are still to be dealt."""
    return len(PACK) - FIRST * SEATS if state.phase == "call" else 0


def blind(state: CourtPieceState, seat: int) -> bool:
    """Whether a seat's own cards still lie face down. Rulebook: trump.others-blind."""
    return state.phase == "call" and seat != state.caller and not state.options.trump_others_look


class CourtPieceState(State):
    """A match of Court Piece."""

    options: CourtPieceOptions
    phase = Phase(
        {
            "call": "trumps are named",
            "play": "",
            "change": "a card may be changed after a revoke was put right",
            "playon": "the winners of seven tricks are asked",
            "confirm": "the result is confirmed",
            "agree": "the next dealer is asked",
        },
        usual="play",
    )
    turn = Seat("the seat that has to play or to answer")
    trump = Word(
        "the trump suit, one of C D H S, or “” before it is named",
        ("", *SUIT_NAMES),
        usual=lambda state: "" if state.phase in BEFORE_TRUMPS else "S",
    )
    hands = Hands(
        "a text of cards for each seat",
        holds=hand_size,
        counted=True,
        sees=lambda state, owner, seat: owner == seat and not blind(state, owner),
        known="known",
        jokers=False,
    )
    stock = Cards(
        "the cards that are still to be dealt, the next one first",
        usual=lambda state: "? " * stock_size(state),
        see=nobody,
        jokers=False,
        ordered=True,
    )
    leader = Seat(
        "the seat that led to the trick on the table; without it, the one for which it is now the turn’s turn",
        usual=leader_of,
    )
    trick = Cards("the cards of the trick on the table, in the order they were played", jokers=False, ordered=True)
    tricks = Lines(
        "the finished tricks: the leader and the cards, “2 KH 3H 5H 9H”, or only the winner, “2”",
        read_trick,
        most=TRICKS,
        ordered=True,
    )
    known = Known()
    redeals = Number("how often the cards of this hand were dealt anew", high=2, lasting=True)
    asked = Seats("the seats that were asked whether to play on")
    playing_on = Flag("whether the winners of the first seven tricks play on for all of them")
    changing = Seats("the seats that may still change their card, after the one whose turn it is")
    claims = Pairs(
        "the wrong claims: pairs of a trick, from 1, and a seat",
        lambda state, trick, seat: 1 <= trick <= TRICKS and 0 <= seat < SEATS,
        "a trick from 1 to 13 and a seat",
    )
    confirmed = Seats("the seats that have confirmed the result")
    tally = Number("how many hands in a row were won", high=lambda state: state.options.tally_target - 1, lasting=True)
    holder = SeatOrNone("the side that won them, 0 or 1, or null", high=1, lasting=True)
    match = MatchPart("courts", dealer=lambda state: state.after(0, -1))

    @property
    def aside(self) -> tuple[int, ...]:
        """Where revokes can be claimed, anybody may speak up while a hand is played. Rulebook: revoke.claim."""
        if self.options.claimable and self.phase in ("play", "change", "playon", "confirm"):
            return tuple(seat for seat in range(SEATS) if seat not in self.waiting)
        return ()

    @property
    def caller(self) -> int:
        """Who names trumps and leads first. Rulebook: trump.caller."""
        assert self.match.dealer is not None
        return self.after(self.match.dealer)

    def after(self, seat: int, places: int = 1) -> int:
        """The seat so many places further on in the order of play."""
        return (seat + self.options.step * places) % SEATS

    def place_of(self, seat: int) -> int:
        """The place of a seat in the trick on the table, from 0 for the leader."""
        return (seat - self.leader) * self.options.step % SEATS

    def wait_for(self, phase: str, seat: int) -> None:
        """It is this seat's turn to do what the phase asks for."""
        self.phase, self.turn, self.waiting = phase, seat, (seat,)

    def taken(self) -> tuple[int, int]:
        """How many tricks each side has."""
        first = sum(trick.winner % 2 == 0 for trick in self.tricks)
        return first, len(self.tricks) - first

    def sweeper(self) -> int | None:
        """The side that took all of the first seven tricks, if there is one. Rulebook: court.first-seven."""
        sides = {trick.winner % 2 for trick in self.tricks[:SWEEP]}
        return sides.pop() if len(self.tricks) >= SWEEP and len(sides) == 1 else None

    def cards(self) -> list[Card]:
        """All cards of the hand, wherever they are."""
        played = [card for trick in self.tricks for card in trick.cards]
        return [*(card for hand in self.hands for card in hand), *self.stock, *self.trick, *played]

    def awaited(self) -> Sequence[int]:
        if self.phase == "confirm":
            return [seat for seat in range(SEATS) if seat not in self.confirmed]
        return super().awaited()

    def impossible(self) -> Iterator[str]:
        """Why no deal could come to this."""
        phase = self.phase
        yield from too_many(self.cards(), PACK)
        if bool(self.trump) != (phase not in BEFORE_TRUMPS):
            yield "A trump suit is named in the call, and not before: see “trump”."
        yield from _miscounted(self)
        if not self.options.has_phase(phase):
            yield f"By these house rules play never comes to the phase “{phase}”."
        if self.trick and phase not in ("play", "change", *AFTER):
            yield "No trick is being played in this phase: see “trick”."
        if phase == "play" and len(self.trick) >= SEATS:
            yield "A trick of four cards is finished: it belongs to “tricks”."
        if phase == "change":
            yield from _changed(self)
        if phase == "play" and self.turn != self.after(self.leader, len(self.trick)):
            yield f"Seat {self.after(self.leader, len(self.trick))} is to play, not seat {self.turn}."
        if phase == "play" and self.tricks and not self.trick and self.leader != self.tricks[-1].winner:
            yield "The winner of a trick leads to the next one."
        if phase == "playon" and (len(self.tricks) != SWEEP or self.sweeper() != self.turn % 2):
            yield "Only a side that took the first seven tricks is asked whether to play on."
        if phase == "confirm" and len(self.confirmed) == SEATS:
            yield "All have confirmed the result, so the hand is over."
        if (self.holder is None) != (self.tally == 0):
            yield "A tally has a holder, and its holder has a tally."


def suit_name(card: Card) -> str:
    """The name of a card's suit, in the plural."""
    return SUIT_NAMES.get(card.suit, "cards of that suit")


# -- what cannot be ---------------------------------------------------------------------------------------


def _changed(state: CourtPieceState) -> Iterator[str]:
    """Whether a card of this trick can have been put right. Rulebook: revoke.window, revoke.followers-may-change."""
    places = [state.place_of(seat) for seat in (state.turn, *state.changing)]
    if len(state.trick) > SEATS - (state.options.revoke_correct_until == "fourth-card"):
        yield "The fourth card has closed this trick: nothing in it is changed any more."
    if places != sorted(set(places)) or not 1 < places[0] <= places[-1] < len(state.trick):
        yield "Whoever may change a card has played it after the one that was put right."


def _miscounted(state: CourtPieceState) -> Iterator[str]:
    """Whether each hand has as many cards as the tricks played leave it."""
    if state.phase in AFTER:
        return
    for seat, hand in enumerate(state.hands):
        wanted = hand_size(state, seat)
        if len(hand) != wanted:
            yield f"Seat {seat} must hold {wanted} cards after {len(state.tricks)} tricks, not {len(hand)}."
    if len(state.stock) != stock_size(state):
        yield "Before the call 32 cards wait in the “stock”, and afterwards none."


# -- cards that are not seen ----------------------------------------------------------------------------


def voids(state: CourtPieceState) -> list[set[str]]:
    """For each seat the suits that it has shown it does not hold, if it follows suit as it should."""
    shown: list[set[str]] = [set() for _ in range(SEATS)]
    step = state.options.step
    current = (Trick(state.leader, tuple(state.trick), 0),) if state.trick else ()
    for trick in (*state.tricks, *current):
        for place, card in enumerate(trick.cards):
            if place and card.suit != trick.cards[0].suit:
                shown[trick.seat_of(place, step)].add(trick.cards[0].suit)
    return shown


def filled(state: CourtPieceState, rng: Random) -> CourtPieceState:
    """A copy of a state with its unknown cards dealt by `rng`.

    Nobody is given a suit that they have failed to follow, as long as the cards allow it.
    """
    state = state.copy()
    seen = set(state.cards())
    unseen = [card for card in PACK if card not in seen]
    rng.shuffle(unseen)
    room = [hand.count(UNKNOWN) for hand in state.hands]
    shown = voids(state)
    dealt = _deal(unseen, room, shown, rng) or _deal(unseen, room, [set()] * SEATS, rng)
    assert dealt is not None
    for seat, hand in enumerate(state.hands):
        if room[seat]:
            state.hands[seat] = [card for card in hand if card is not UNKNOWN] + dealt[seat]
    left = iter(dealt[SEATS])
    state.stock = [next(left) if card is UNKNOWN else card for card in state.stock]
    return state


def _deal(unseen: list[Card], room: list[int], shown: list[set[str]], rng: Random) -> list[list[Card]] | None:
    """Unseen cards by seat, and what is left of them; None if tries enough did not fit them in."""
    suits = {suit: [seat for seat in range(SEATS) if room[seat] and suit not in shown[seat]] for suit in SUIT_NAMES}
    order = sorted(unseen, key=lambda card: len(suits[card.suit]))
    spare = len(unseen) - sum(room)
    for _ in range(30):
        free, left, dealt = room[:], spare, [list[Card]() for _ in range(SEATS + 1)]
        for card in order:
            open_seats = [seat for seat in suits[card.suit] if free[seat]]
            total = sum(free[seat] for seat in open_seats)
            pick = rng.randrange(total + left) if total + left else -1
            if pick < 0:
                break
            target = SEATS
            for seat in open_seats:
                pick -= free[seat]
                if pick < 0:
                    target = seat
                    break
            if target == SEATS:
                left -= 1
            else:
                free[target] -= 1
            dealt[target].append(card)
        else:
            return dealt
        rng.shuffle(unseen)
        order = sorted(unseen, key=lambda card: len(suits[card.suit]))
    return None
