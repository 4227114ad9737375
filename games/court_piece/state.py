"""The state of a Court Piece match: the cards of each seat, and the tricks taken.

A position can omit parts. By default it's seat 0's turn, spades are trump, and hands are unknown cards. Side 0 is seats
0 and 2, and side 1 is seats 1 and 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.cards import PACK, SUIT_NAMES
from games.court_piece.options import CourtPieceOptions
from games.engine.state import MatchPart
from games.engine.state_parts import (
    Cards,
    DerivedPart,
    Flag,
    Hands,
    KnownHandCards,
    Number,
    NumberPairs,
    Phase,
    Seat,
    SeatOrNone,
    Seats,
    Word,
    hide_cards,
)
from games.kit.tricks import Leader, TrickCards, Tricks, TrickState
from games.words import format_count

SEATS, FIRST, HAND, TRICKS, SWEEP = 4, 5, 13, 13, 7
"""The numbers of players, cards in the first packet, cards and tricks in a hand, and tricks that score a court."""
BEFORE_HAND = ("dealer", "deal")
BEFORE_TRUMPS = (*BEFORE_HAND, "call")
AFTER = ("agree", "between", "over")
"""The phases in which the hand is over and scored."""


def compute_hand_size(state: CourtPieceState, seat: int) -> int:
    """Return how many cards a seat has after the tricks played so far. It's 0 before the deal and after the hand."""
    if state.phase == "call":
        return FIRST
    if state.phase in (*BEFORE_HAND, *AFTER):
        return 0
    return state.count_cards_left(seat, HAND)


def compute_stock_size(state: CourtPieceState) -> int:
    """Return how many cards are in the stock: while trump is chosen, those not dealt yet, and otherwise 0."""
    return len(PACK) - FIRST * SEATS if state.phase == "call" else 0


def is_hand_face_down(state: CourtPieceState, seat: int) -> bool:
    """Return whether a seat can't look at its own cards yet. Rulebook: trump.others-blind."""
    return state.phase == "call" and seat != state.caller and not state.options.trump_others_look


class CourtPieceState(TrickState):
    """The state of a Court Piece match: the current hand with its tricks, the tally, and claims of revokes."""

    options: CourtPieceOptions
    phase = Phase(
        {
            "call": "the caller chooses trump",
            "play": "",
            "change": "a seat can change its card after a corrected revoke",
            "playon": "the winners of seven tricks decide whether to play on",
            "confirm": "all four seats confirm the result",
            "agree": "the next dealer decides whether to play another hand",
        },
        usual="play",
    )
    turn = Seat("the seat that has to play or to answer")
    trump = Word(
        "the trump suit, one of C D H S, or “” before it’s chosen",
        ("", *SUIT_NAMES),
        usual=lambda state: "" if state.phase in BEFORE_TRUMPS else "S",
    )
    hands = Hands(
        "one string of cards per seat",
        holds=compute_hand_size,
        counted=True,
        sees=lambda state, owner, seat: owner == seat and not is_hand_face_down(state, owner),
        known="known",
        jokers=False,
    )
    stock = Cards(
        "the cards that are still to be dealt, the next one first",
        usual=lambda state: "? " * compute_stock_size(state),
        see=hide_cards,
        jokers=False,
        ordered=True,
    )
    leader = Leader()
    trick = TrickCards()
    tricks = Tricks(most=TRICKS)
    known = KnownHandCards()
    redeals = Number("how often this hand was redealt", high=2, lasting=True)
    asked = Seats("the seats that have decided whether to play on")
    playing_on = Flag("whether the winners of the first seven tricks play on for all of them")
    changing = Seats("the seats that can still change their card, after the one whose turn it is")
    claims = NumberPairs(
        "the wrong claims: pairs of a trick, from 1, and a seat",
        lambda state, trick, seat: 1 <= trick <= TRICKS and 0 <= seat < SEATS,
        "a trick from 1 to 13 and a seat",
    )
    confirmed = Seats("the seats that have confirmed the result")
    tally = Number(
        "the streak: how many hands in a row the holder has won",
        high=lambda state: state.options.tally_target - 1,
        lasting=True,
    )
    holder = SeatOrNone("the team with the streak, 0 or 1, or null", high=1, lasting=True)
    match = MatchPart("courts", dealer=lambda state: state.get_seat_after(0, -1))
    step = DerivedPart(lambda state: state.options.seat_step, lasting=True)
    must_follow = DerivedPart(lambda state: not state.options.can_claim_revokes, lasting=True)

    @property
    def interrupting_seats(self) -> tuple[int, ...]:
        """The seats that can act out of turn to claim or correct a revoke. There are none if revokes can't be claimed.

        Rulebook: revoke.claim.
        """
        if self.options.can_claim_revokes and self.phase in ("play", "change", "playon", "confirm"):
            return tuple(seat for seat in range(SEATS) if seat not in self.waiting)
        return ()

    @property
    def caller(self) -> int:
        """The seat of the caller, who chooses trump and leads first. Rulebook: trump.caller."""
        assert self.match.dealer is not None
        return self.get_seat_after(self.match.dealer)

    def count_tricks_by_side(self) -> tuple[int, int]:
        """Return how many tricks each side has taken."""
        first = sum(trick.winner % 2 == 0 for trick in self.tricks)
        return first, len(self.tricks) - first

    def find_first_seven_winner(self) -> int | None:
        """Return the side that took all of the first seven tricks, or None. Rulebook: court.first-seven."""
        sides = {trick.winner % 2 for trick in self.tricks[:SWEEP]}
        return sides.pop() if len(self.tricks) >= SWEEP and len(sides) == 1 else None

    @property
    def is_turn_shared(self) -> bool:
        return self.phase == "confirm"

    def list_awaited_seats(self) -> Sequence[int]:
        if self.is_turn_shared:
            return [seat for seat in range(SEATS) if seat not in self.confirmed]
        return super().list_awaited_seats()

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no deal could lead to this state."""
        phase = self.phase
        if bool(self.trump) != (phase not in BEFORE_TRUMPS):
            yield "“trump” must be empty until trump is chosen, and set from then on."
        yield from _list_card_count_faults(self)
        if not self.options.has_phase(phase):
            yield f"Under these house rules, play never reaches the phase “{phase}”."
        if self.trick and phase not in ("play", "change", *AFTER):
            yield "No trick is being played in this phase, so “trick” must be empty."
        if phase == "change":
            yield from _list_change_faults(self)
        if phase == "play":
            yield from self.list_trick_faults()
        if phase == "playon" and (len(self.tricks) != SWEEP or self.find_first_seven_winner() != self.turn % 2):
            yield (
                "In the phase “playon”, the team of the seat in “turn” must have taken seven tricks, and the other "
                "team none."
            )
        if phase == "confirm" and len(self.confirmed) == SEATS:
            yield "Everyone has confirmed the result, so the hand is over."
        if (self.holder is None) != (self.tally == 0):
            yield "“tally” and “holder” must both be set, or neither."


# -- impossible positions ---------------------------------------------------------------------------------


def _list_change_faults(state: CourtPieceState) -> Iterator[str]:
    """Yield a sentence for each reason why a position in the phase “change” is impossible.

    In this phase, a revoke has just been corrected, and later players can change their cards. Rulebook: revoke.window,
    revoke.followers-may-change.
    """
    places = [state.get_place_in_trick(seat) for seat in (state.turn, *state.changing)]
    if len(state.trick) > SEATS - (state.options.revoke_correct_until == "fourth-card"):
        yield "The fourth card has closed this trick, so nobody can change a card in it."
    if places != sorted(set(places)) or not 1 < places[0] <= places[-1] < len(state.trick):
        yield "“turn” and “changing” can have only seats that played after the corrected card, in order."


def _list_card_count_faults(state: CourtPieceState) -> Iterator[str]:
    """Yield a sentence for each hand or stock whose size doesn't fit the number of tricks played."""
    if state.phase in AFTER:
        return
    for seat in range(SEATS):
        yield from state.list_card_count_faults(compute_hand_size(state, seat), seat)
    if len(state.stock) != compute_stock_size(state):
        yield f"“stock” must have {format_count(compute_stock_size(state), 'card')} now, not {len(state.stock)}."
