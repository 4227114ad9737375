"""The table of Commune: who holds which cards and tokens, what was declared, and its text.

A position is JSON with the `KEYS` below. `?` is a card not known. What is left out is filled in: hands of unknown
cards, tokens to go with the number of cards in a hand, the turn of whoever speaks next. The scores of the match are
the tokens that each seat holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from games.cards import JOKER, PACK, UNKNOWN, Card, codes, parse_cards
from games.commune.ladder import Declaration, Ladder, ladder_of, read_declaration
from games.commune.options import CommuneOptions
from games.engine.position import Reader
from games.engine.state import DEALER, Match, State
from games.errors import BadPosition, BadText

MOST_SEATS = 10
PHASES = ("dealer", "deal", "declare", "ask", "between", "over")
CALL, PASS, HIDDEN = "call", "let-pass", "?"
"""What a seat answers when all are asked; an answer that is not known to the others yet."""
KEYS = {
    "game": "the slug of the game",
    "options": "the house rules that differ from the book",
    "seats": "2 to 10; seats count from 0, clockwise",
    "phase": "dealer (the first dealer is drawn), deal, declare (somebody declares or calls), ask (all the others are "
    "asked whether they call), between (the next deal waits), over",
    "turn": "the seat that declares next",
    "hands": "a text of cards for each seat",
    "stock": "the cards that were not dealt",
    "declared": "what was declared in this hand, oldest first: a seat and a hand, “2 pair kings”",
    "answers": "for each seat what it answered to the latest declaration: “” (nothing yet), call, let-pass, or ? "
    "for an answer that is not known",
    "shown": "whether all cards were shown after a call",
    "loser": "the seat that lost the last token, or null",
    "match": "an object: dealer, deals, scores (the tokens that each seat holds), winners, over, results",
}


class Said(NamedTuple):
    """A declaration of this hand: who made it, its place on the ladder, and the hand that was named."""

    seat: int
    place: int
    hand: Declaration


class CommuneState(State):
    """A match of Commune. The scores of `match` are the tokens that each seat holds.

    `declared` has the declarations of this hand in order, `answers` what each seat answered to the latest one where all
    are asked, `loser` the seat that lost the last token. `shown` is set while all cards lie open after a call.
    """

    options: CommuneOptions

    def __init__(self, options: CommuneOptions, seats: int) -> None:
        self.options = options
        self.ladder: Ladder = ladder_of(options)
        self.seats = seats
        self.match = Match(seats, scores=[options.start_tokens] * seats)
        self.phase = "dealer"
        self.waiting = (DEALER,)
        self.between = False
        self.loser: int | None = None
        self.clear()

    def clear(self) -> None:
        """Gather all cards."""
        self.turn = 0
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        self.stock: list[Card] = []
        self.declared: list[Said] = []
        self.answers: dict[int, str] = {}
        self.shown = False

    def copy(self) -> CommuneState:
        new = CommuneState.__new__(CommuneState)
        new.options = self.options
        new.ladder = self.ladder
        new.seats = self.seats
        new.match = self.match.copy()
        new.phase = self.phase
        new.waiting = self.waiting
        new.between = self.between
        new.loser = self.loser
        new.turn = self.turn
        new.hands = [hand[:] for hand in self.hands]
        new.stock = self.stock[:]
        new.declared = self.declared[:]
        new.answers = self.answers.copy()
        new.shown = self.shown
        return new

    @property
    def last(self) -> int:
        """The place of the latest declaration on the ladder, or -1."""
        return self.declared[-1].place if self.declared else -1

    def active(self) -> list[int]:
        """The seats that still have a token. Rulebook: token.out."""
        return [seat for seat, tokens in enumerate(self.match.scores) if tokens > 0]

    def after(self, seat: int) -> int:
        """The next seat clockwise that still has a token."""
        tokens, seats = self.match.scores, self.seats
        seat = (seat + 1) % seats
        while not tokens[seat]:
            seat = (seat + 1) % seats
        return seat

    def others(self, seat: int) -> list[int]:
        """The seats that still have a token, clockwise from the left of this one, without it."""
        order = [(seat + by) % self.seats for by in range(1, self.seats)]
        return [one for one in order if self.match.scores[one]]

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds in this hand, or held in the one that is over. Rulebook: deal.hand-size."""
        tokens = self.match.scores[seat] + (self.phase in ("between", "over") and seat == self.loser)
        return self.options.start_tokens + 1 - tokens if tokens else 0

    def first_declarer(self) -> int:
        """Who declares first after a deal. Rulebook: declare.first."""
        if self.options.first_declarer == "last-loser" and self.loser is not None:
            return self.loser if self.match.scores[self.loser] else self.after(self.loser)
        assert self.match.dealer is not None
        return self.after(self.match.dealer)

    def commune(self) -> list[Card]:
        """The cards of all hands together. Rulebook: call.ends-hand."""
        return [card for hand in self.hands for card in hand]

    def wait_for(self, seat: int) -> None:
        """It is this seat's turn to declare, or to call."""
        self.phase, self.turn, self.waiting = "declare", seat, (seat,)


def full_deck(options: CommuneOptions) -> list[Card]:
    """All cards of the pack, in order. Rulebook: deck.54."""
    return [*PACK, *[JOKER] * options.jokers]


# -- positions -----------------------------------------------------------------------------------------


def position_of(state: CommuneState, seat: int | None, whole: bool) -> dict[str, Any]:
    """The position as JSON, whole or as `seat` knows it. Rulebook: deal.face-down."""

    def hand(owner: int) -> str:
        cards = state.hands[owner]
        return codes(cards) if whole or state.shown or owner == seat else codes([UNKNOWN] * len(cards))

    def answer(owner: int) -> str:
        given = state.answers.get(owner, "")
        return given if whole or owner == seat or not given else HIDDEN

    return {
        "game": "commune",
        "options": state.options.changed(),
        "seats": state.seats,
        "phase": state.phase,
        "turn": state.turn,
        "hands": [hand(owner) for owner in range(state.seats)],
        "stock": codes(state.stock if whole else [UNKNOWN] * len(state.stock)),
        "declared": [f"{said.seat} {said.hand}" for said in state.declared],
        "answers": [answer(owner) for owner in range(state.seats)],
        "shown": state.shown,
        "loser": state.loser,
        "match": state.match.to_json(),
    }


def load_position(position: Mapping[str, Any]) -> CommuneState:
    """The state of a position. Raises BadText, BadPosition or BadOption."""
    read = Reader(position, list(KEYS))
    read.one_of("game", "commune", ("commune",))
    options = CommuneOptions(position.get("options"))
    state = CommuneState(options, read.number("seats", 2, 2, MOST_SEATS))
    for problem in options.conflicts(state.seats):
        raise problem
    state.phase = read.one_of("phase", "declare", PHASES)
    if position.get("loser") is not None:
        state.loser = read.number("loser", 0, 0, state.seats - 1)
    hands = read.texts("hands", state.seats, "") or [""] * state.seats
    state.hands = [[_plain(card, "hands") for card in parse_cards(text)] for text in hands]
    _read_match(position, state)
    state.declared = [_said(text, state) for text in read.list_of_texts("declared", len(state.ladder))]
    state.shown = read.flag("shown")
    _fill_in(read, state)
    state.answers = _answers(read, state)
    state.turn = read.number("turn", _next_turn(state), 0, state.seats - 1)
    state.between = state.phase == "between"
    state.waiting = _waiting(state)
    for reason in _impossible(state):
        raise BadPosition(reason)
    return state


def _read_match(position: Mapping[str, Any], state: CommuneState) -> None:
    """The match, its tokens by the number of cards held where it does not say them."""
    start = state.options.start_tokens
    match = position.get("match", {})
    if isinstance(match, Mapping) and "scores" not in match:
        sizes = [len(hand) for hand in state.hands]
        ended = state.loser if state.phase in ("between", "over") else None
        tokens = [start + 1 - size if 0 < size <= start else start for size in sizes]
        match = {**match, "scores": [held - (seat == ended) for seat, held in enumerate(tokens)]}
    read = Reader({"match": match}, ["match"])
    read.match(state.match, state.seats)
    for held in state.match.scores:
        if not 0 <= held <= start:
            raise BadText("not a value of “scores”", state.match.scores, f"from 0 to {start} tokens for each seat")


def _said(text: str, state: CommuneState) -> Said:
    seat, _, rest = text.partition(" ")
    hand = read_declaration(rest)
    wanted = "a seat and a hand of the ladder, such as “2 pair kings”"
    if hand is None or not seat.isdecimal() or not seat.isascii() or len(seat) > 2 or not int(seat) < state.seats:
        raise BadText("not a declaration", text, wanted)
    if not state.ladder.has(hand) or bool(hand.suit) != (hand.kind == "flush" and state.options.names_suits):
        raise BadText("not a declaration by these house rules", text, wanted)
    return Said(int(seat), state.ladder.index(hand), hand)


def _answers(read: Reader, state: CommuneState) -> dict[int, str]:
    given = read.list_of_texts("answers", state.seats)
    for answer in given:
        if answer not in ("", CALL, PASS, HIDDEN):
            raise BadText("not a value of “answers”", answer, f"“”, {CALL}, {PASS} or {HIDDEN}")
    return {seat: answer for seat, answer in enumerate(given) if answer}


def _fill_in(read: Reader, state: CommuneState) -> None:
    """Unknown cards where nothing is said of a hand, and what is left of the pack."""
    dealt = state.phase not in ("dealer", "deal")
    for seat in range(state.seats) if dealt else ():
        state.hands[seat] = state.hands[seat] or [UNKNOWN] * state.hand_size(seat)
    held = sum(map(len, state.hands))
    left = max(0, len(full_deck(state.options)) - held) if dealt else 0
    state.stock = [_plain(card, "stock") for card in parse_cards(read.text("stock", "? " * left))]


def _next_turn(state: CommuneState) -> int:
    """Who speaks next, where a position does not say."""
    if len(state.active()) < 2 or state.phase in ("dealer", "deal", "between", "over"):
        return 0
    if state.declared:
        return state.after(state.declared[-1].seat)
    return 0 if state.match.dealer is None else state.first_declarer()


def _waiting(state: CommuneState) -> tuple[int, ...]:
    if state.phase == "over":
        return ()
    if state.phase in ("dealer", "deal", "between"):
        return (DEALER,)
    if state.phase == "ask" and state.declared:
        return tuple(seat for seat in state.others(state.declared[-1].seat) if seat not in state.answers)
    return (state.turn,)


def _plain(card: Card, key: str) -> Card:
    if card.base is not card:
        raise BadText(f"not a card of “{key}”", card.code, "a card of the pack, * or ?")
    return card


def _impossible(state: CommuneState) -> Iterator[str]:
    """Why no hand could come to this."""
    pack = Counter(full_deck(state.options))
    cards = [*state.commune(), *state.stock]
    for card, times in Counter(cards).items():
        if card is not UNKNOWN and times > pack[card]:
            yield f"{card.code} is there {times} times, and the pack has it {pack[card]} times."
    if len(cards) != (pack.total() if state.phase not in ("dealer", "deal") else 0):
        yield f"There are {len(cards)} cards; a hand that is dealt has all {pack.total()}, and none before the deal."
    if state.match.dealer is None and state.phase != "dealer":
        yield "Somebody has dealt: “match” must say which “dealer”."
    if len(state.active()) < 2 and state.phase != "over":
        yield "Two players at least must still have a token."
    if state.phase == "over" and len(state.active()) != 1:
        yield "The match is over when one player alone has tokens."
    if state.phase in ("declare", "ask", "between", "over"):
        yield from _miscounted(state)
    yield from _misspoken(state)


def _miscounted(state: CommuneState) -> Iterator[str]:
    if state.phase in ("between", "over") and state.loser is None:
        yield "A hand is over, so somebody has lost a token: see “loser”."
    for seat, hand in enumerate(state.hands):
        wanted = state.hand_size(seat)
        if len(hand) != wanted:
            yield f"Seat {seat} holds {wanted} cards with so many tokens, not {len(hand)}."


def _misspoken(state: CommuneState) -> Iterator[str]:
    """Whether the declarations follow one another, and whether it is the right seat's turn."""
    declared = state.declared
    for one, other in pairwise(declared):
        if other.place <= one.place:
            yield f"“{other.hand}” is not higher than “{one.hand}”."
        if state.phase in ("declare", "ask") and other.seat != state.after(one.seat):
            yield f"After seat {one.seat} it is seat {state.after(one.seat)} that speaks, not seat {other.seat}."
    if state.phase in ("declare", "ask"):
        for seat in {state.turn, *(said.seat for said in declared)}:
            if not state.match.scores[seat]:
                yield f"Seat {seat} has no token, and so no say."
        if declared and state.turn != state.after(declared[-1].seat):
            yield f"Seat {state.after(declared[-1].seat)} speaks next, not seat {state.turn}."
    elif declared and state.phase in ("dealer", "deal"):
        yield "Nothing is declared before the cards are dealt."
    if state.phase == "ask":
        yield from _misasked(state)
    elif state.answers:
        yield "Answers are given only while all are asked: see “phase”."
    if state.shown and state.phase not in ("between", "over"):
        yield "The cards are shown only after a call."


def _misasked(state: CommuneState) -> Iterator[str]:
    if not state.options.asks_all:
        yield "At this table the others are not asked whether they call."
    elif not state.declared or state.last == state.ladder.top:
        yield "The others are asked after a declaration, unless it is the highest of all."
    elif not set(state.answers) <= set(state.others(state.declared[-1].seat)):
        yield "Only those who still have a token, and did not declare, are asked."
    elif settled(state) is not None:
        yield "All answers that count are in, so nobody is asked any more."


def settled(state: CommuneState) -> tuple[int | None] | None:
    """Who calls, once that is certain: a tuple of the seat, or of None if all let it pass. None while it is open.

    The first caller clockwise from the declarer counts, so whoever comes before must have answered.
    """
    for seat in state.others(state.declared[-1].seat):
        answer = state.answers.get(seat)
        if answer is None:
            return None
        if answer == CALL:
            return (seat,)
    return (None,)


# -- cards that are not seen ----------------------------------------------------------------------------


def imagine(position: Mapping[str, Any], rng: Random) -> CommuneState:
    """A whole state that looks like this position, the unseen cards dealt by `rng`; unknown answers let it pass."""
    state = load_position(position)
    seen = Counter([*state.commune(), *state.stock])
    unseen = list((Counter(full_deck(state.options)) - seen).elements())
    rng.shuffle(unseen)
    left = iter(unseen)
    for cards in (*state.hands, state.stock):
        for place, card in enumerate(cards):
            if card is UNKNOWN:
                cards[place] = next(left)
    state.answers = {seat: PASS if answer == HIDDEN else answer for seat, answer in state.answers.items()}
    return state
