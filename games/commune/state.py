"""The state of a Commune table: who holds which cards and tokens, and what was declared.

What a position doesn't give is filled in: hands with unknown cards, tokens to match the number of cards held, and the
turn of the player who declares next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from games.cards import JOKER, PACK, Card
from games.commune.ladder import Declaration, get_ladder, parse_declaration
from games.commune.options import CommuneOptions
from games.engine.state import MatchPart, State
from games.engine.state_parts import (
    Cards,
    DerivedPart,
    Flag,
    Hands,
    ParsedTexts,
    Phase,
    Schema,
    Seat,
    SeatOrNone,
    StatePart,
    hide_cards,
    list_remaining_stock,
    parse_texts,
)
from games.errors import BadText
from games.words import format_count

MOST_SEATS = 10
ENDED = ("between", "over")
"""Phases in which a hand is over."""
CALL, PASS, HIDDEN = "call", "let-pass", "?"
"""Answers of a seat when all players are asked; `HIDDEN` is one that the viewer doesn't know yet."""


class SeatDeclaration(NamedTuple):
    """A declaration since the last deal: the seat that made it, the hand's place on the ladder, and the hand."""

    seat: int
    place: int
    hand: Declaration

    def __str__(self) -> str:
        return f"{self.seat} {self.hand}"


# -- defaults for positions ----------------------------------------------------------------------------


def infer_next_declarer(state: CommuneState) -> int:
    """Return the seat that declares next if a position doesn't say."""
    if len(state.list_active_seats()) < 2 or state.phase not in ("declare", "ask"):
        return 0
    if state.declared:
        return state.get_next_seat(state.declared[-1].seat)
    return 0 if state.match.dealer is None else state.get_first_declarer()


def infer_tokens(state: CommuneState) -> list[int]:
    """Return the tokens of each seat if a position doesn't give them, from the number of cards held."""
    start = state.options.start_tokens
    hands: list[list[Card]] = state.parts["hands"].parse_position_value(state, state.said.get("hands"))
    ended = state.loser if state.phase in ENDED else None
    held = [start + 1 - len(hand) if 0 < len(hand) <= start else start for hand in hands]
    return [number - (seat == ended) for seat, number in enumerate(held)]


def parse_seat_declaration(state: CommuneState, text: str) -> SeatDeclaration:
    """Parse a declaration of a position, such as “2 pair kings”. Raises BadText."""
    seat, _, rest = text.partition(" ")
    hand = parse_declaration(rest)
    wanted = "a seat and a hand on the ladder, such as “2 pair kings”"
    if hand is None or not seat.isdecimal() or not seat.isascii() or len(seat) > 2 or not int(seat) < state.seats:
        raise BadText("not a declaration", text, wanted)
    if not state.ladder.has_declaration(hand) or bool(hand.suit) != (
        hand.kind == "flush" and state.options.is_flush_suit_declared
    ):
        raise BadText("not a possible declaration under these house rules", text, wanted)
    return SeatDeclaration(int(seat), state.ladder.index(hand), hand)


class AnswersPart(StatePart[dict[int, str]]):
    """A part of the state: the answers of the seats that were asked whether they call, by seat."""

    copied = "{}.copy()"

    def parse_position_value(self, state: CommuneState, value: Any) -> dict[int, str]:
        given = parse_texts(self.key, value, state.seats)
        for answer in given:
            if answer not in ("", CALL, PASS, HIDDEN):
                raise self.build_value_error(answer, f"“”, {CALL}, {PASS}, or {HIDDEN}")
        return {seat: answer for seat, answer in enumerate(given) if answer}

    def dump_position_value(self, state: CommuneState, value: dict[int, str]) -> list[str]:
        return [value.get(seat, "") for seat in range(state.seats)]

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": ["", CALL, PASS, HIDDEN]}}


class CommuneState(State):
    """The state of a Commune match: hands, declarations, and answers to the question whether to call.

    The scores of `match` are the tokens that each seat holds.
    """

    options: CommuneOptions
    phase = Phase(
        {
            "declare": "a seat declares or calls",
            "ask": "all other seats decide whether to call",
        },
        usual="declare",
    )
    turn = Seat("the seat that declares next", usual=infer_next_declarer)
    hands = Hands(
        "one string of cards per seat",
        holds=lambda state, seat: state.get_hand_size(seat) if state.is_dealt else 0,
        counted=True,
        sees=lambda state, owner, seat: state.shown or owner == seat,
    )
    stock = Cards("the cards that weren’t dealt", usual=list_remaining_stock, see=hide_cards)
    declared = ParsedTexts(
        "what was declared in this hand, oldest first: a seat and a hand, as in “2 pair kings”",
        parse_seat_declaration,
        most=lambda state: len(state.ladder),
    )
    answers = AnswersPart(
        "for each seat, its answer to the latest declaration: “” (nothing yet), call, let-pass, or ? "
        "for an answer that isn’t known",
        fresh=lambda state: {},
        see=lambda state, seat, answers: {one: said if one == seat else HIDDEN for one, said in answers.items()},
    )
    shown = Flag("whether all cards were shown after a call")
    loser = SeatOrNone("the seat that lost the last token, or null", lasting=True)
    match = MatchPart(
        "the tokens that each seat holds",
        first=lambda state: state.options.start_tokens,
        most=lambda state: state.options.start_tokens,
        told=infer_tokens,
    )
    ladder = DerivedPart(lambda state: get_ladder(state.options), lasting=True)

    @property
    def last_declared_place(self) -> int:
        """The place on the ladder (from 0) of the latest declaration, or -1 if there is none."""
        return self.declared[-1].place if self.declared else -1

    def list_active_seats(self) -> list[int]:
        """Return the seats that still have a token. Rulebook: token.out."""
        return [seat for seat, tokens in enumerate(self.match.scores) if tokens > 0]

    def get_next_seat(self, seat: int) -> int:
        """Return the next seat clockwise that still has a token."""
        tokens, seats = self.match.scores, self.seats
        seat = (seat + 1) % seats
        while not tokens[seat]:
            seat = (seat + 1) % seats
        return seat

    def list_other_seats(self, seat: int) -> list[int]:
        """Return the other seats that still have a token, clockwise from the left of this one."""
        order = [(seat + by) % self.seats for by in range(1, self.seats)]
        return [one for one in order if self.match.scores[one]]

    def get_hand_size(self, seat: int) -> int:
        """Return how many cards a seat holds in this hand, or held in the one that just ended.

        Rulebook: deal.hand-size.
        """
        tokens = self.match.scores[seat] + (self.phase in ENDED and seat == self.loser)
        return self.options.start_tokens + 1 - tokens if tokens else 0

    def get_first_declarer(self) -> int:
        """Return who declares first after a deal. Rulebook: declare.first."""
        if self.options.first_declarer == "last-loser" and self.loser is not None:
            return self.loser if self.match.scores[self.loser] else self.get_next_seat(self.loser)
        assert self.match.dealer is not None
        return self.get_next_seat(self.match.dealer)

    def list_cards_of_all_hands(self) -> list[Card]:
        """Return the cards of all hands together. Rulebook: call.ends-hand."""
        return [card for hand in self.hands for card in hand]

    @property
    def is_turn_shared(self) -> bool:
        asked_seats = self.list_other_seats(self.declared[-1].seat) if self.phase == "ask" and self.declared else ()
        return len(asked_seats) > 1

    def list_awaited_seats(self) -> Sequence[int]:
        if self.phase == "ask" and self.declared:
            return [seat for seat in self.list_other_seats(self.declared[-1].seat) if seat not in self.answers]
        return super().list_awaited_seats()

    @property
    def deck(self) -> Sequence[Card]:
        return build_full_deck(self.options)

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no hand could lead to this position."""
        number, whole = sum(map(len, self.hands)) + len(self.stock), len(self.deck)
        if self.is_dealt and number != whole:
            yield f"After the deal, the position must have all {whole} cards, not {number}."
        if not self.is_dealt and number:
            yield "Before the deal, the position can’t have cards."
        if len(self.list_active_seats()) < 2 and self.phase != "over":
            yield "At least two players must still have a token."
        if self.phase == "over" and len(self.list_active_seats()) != 1:
            yield "In the phase “over”, exactly one player must have tokens."
        if self.is_dealt:
            yield from _check_hand_sizes(self)
        yield from _check_declarations(self)

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card by a random one that is nowhere else.

        Each hidden answer to the question whether to call is replaced by “let-pass” (no).
        """
        super().fill_unknown_cards(rng)
        self.answers = {seat: PASS if answer == HIDDEN else answer for seat, answer in self.answers.items()}


def build_full_deck(options: CommuneOptions) -> list[Card]:
    """Return all cards of the deck, in order. Rulebook: deck.54."""
    return [*PACK, *[JOKER] * options.jokers]


# -- impossible positions ---------------------------------------------------------------------------------


def _check_hand_sizes(state: CommuneState) -> Iterator[str]:
    if state.phase in ENDED and state.loser is None:
        yield "The hand is over, so “loser” must be the seat that lost a token."
    for seat, hand in enumerate(state.hands):
        wanted = state.get_hand_size(seat)
        if len(hand) != wanted:
            yield f"With that many tokens, seat {seat} must have {format_count(wanted, 'card')}, not {len(hand)}."


def _check_declarations(state: CommuneState) -> Iterator[str]:
    """Yield a sentence for each reason why the declarations, or what depends on them, are impossible.

    These are the turn, the seats' answers whether they call, and whether all cards are shown.
    """
    declared = state.declared
    for one, other in pairwise(declared):
        if other.place <= one.place:
            yield f"“{other.hand}” isn’t higher than “{one.hand}”."
        if state.phase in ("declare", "ask") and other.seat != state.get_next_seat(one.seat):
            yield (f"After seat {one.seat}, seat {state.get_next_seat(one.seat)} declares, not seat {other.seat}.")
    if state.phase in ("declare", "ask"):
        for seat in {state.turn, *(said.seat for said in declared)}:
            if not state.match.scores[seat]:
                yield f"Seat {seat} has no token, so it can’t declare."
        if declared and state.turn != state.get_next_seat(declared[-1].seat):
            yield f"Seat {state.get_next_seat(declared[-1].seat)} declares next, not seat {state.turn}."
    elif declared and not state.is_dealt:
        yield "Before the deal, “declared” must be empty."
    if state.phase == "ask":
        yield from _check_ask_phase(state)
    elif state.answers:
        yield "“answers” must be empty except in the phase “ask”."
    if state.shown and state.phase not in ENDED:
        yield "“shown” must be false until a player has called."


def _check_ask_phase(state: CommuneState) -> Iterator[str]:
    """Yield a sentence for each reason why the players can't be asked now whether they call."""
    if not state.options.can_anyone_call:
        yield "Under these house rules, play never reaches the phase “ask”."
    elif not state.declared or state.last_declared_place == state.ladder.top_place:
        yield "In the phase “ask”, “declared” can’t be empty or end with the highest hand."
    elif not set(state.answers) <= set(state.list_other_seats(state.declared[-1].seat)):
        yield "“answers” can have answers only from seats with a token, and not from the last to declare."
    elif find_settled_caller(state) is not None:
        yield "“answers” already decides whether anyone calls, so the phase “ask” is over."


def find_settled_caller(state: CommuneState) -> tuple[int | None] | None:
    """Return a tuple with the seat that calls, or with None if nobody calls.

    Returns None while answers that decide this are missing. The first caller clockwise from the declarer counts, so all
    players before that caller must have answered.
    """
    for seat in state.list_other_seats(state.declared[-1].seat):
        answer = state.answers.get(seat)
        if answer is None:
            return None
        if answer == CALL:
            return (seat,)
    return (None,)
