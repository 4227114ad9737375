"""The table of Court Piece: who holds what, which tricks were taken, and its text.

A position is JSON with the `KEYS` below. `?` is a card not known. What is left out is filled in: seat 0 to play, spades
for trumps, hands of unknown cards. The sides are seats 0 and 2, side 0, and seats 1 and 3, side 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.cards import PACK, SUIT_NAMES, UNKNOWN, Card, codes, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.engine.move import Group
from games.engine.position import Reader
from games.engine.state import DEALER, Match, State
from games.errors import BadPosition, BadText

SEATS, FIRST, HAND, TRICKS, SWEEP = 4, 5, 13, 13, 7
"""Players, cards of the first packet, cards of a hand, tricks of a hand, and tricks that make a court."""
HIGHEST_ACE = {card: 14 if card.rank == 1 else card.rank for card in (*PACK, UNKNOWN)}
"""What a card is worth in its suit; one that is not known, nothing. Rulebook: setup.rank."""
PHASES = ("dealer", "deal", "call", "play", "change", "playon", "confirm", "agree", "between", "over")
BEFORE_TRUMPS = ("dealer", "deal", "call")
AFTER = ("agree", "between", "over")
"""The phases in which a hand is over and written down."""
KEYS = {
    "game": "the slug of the game",
    "options": "the house rules that differ from the book",
    "seats": "4; seats count from 0, clockwise, and partners are 0 and 2, 1 and 3",
    "phase": "dealer (the first dealer is drawn), deal, call (trumps are named), play, change (a card may be changed "
    "after a revoke was put right), playon (the winners of seven tricks are asked), confirm (the result is confirmed), "
    "agree (the next dealer is asked), between (the next deal waits), over",
    "turn": "the seat that has to play or to answer",
    "trump": "the trump suit, one of C D H S, or “” before it is named",
    "hands": "a text of cards for each seat",
    "stock": "the cards that are still to be dealt, the next one first",
    "leader": "the seat that led to the trick on the table; without it, the one for which it is now the turn’s turn",
    "trick": "the cards of the trick on the table, in the order they were played",
    "tricks": "the finished tricks: the leader and the cards, “2 KH 3H 5H 9H”, or only the winner, “2”",
    "known": "for each seat the cards of its hand that everybody has seen",
    "redeals": "how often the cards of this hand were dealt anew",
    "asked": "the seats that were asked whether to play on",
    "playing_on": "whether the winners of the first seven tricks play on for all of them",
    "changing": "the seats that may still change their card, after the one whose turn it is",
    "claims": "the wrong claims: pairs of a trick, from 1, and a seat",
    "confirmed": "the seats that have confirmed the result",
    "tally": "how many hands in a row were won",
    "holder": "the side that won them, 0 or 1, or null",
    "match": "an object: dealer, deals, scores (courts), winners, over, results",
}


class Trick(NamedTuple):
    """A finished trick; without cards if nobody remembers them."""

    leader: int
    cards: Group
    winner: int

    def seat_of(self, place: int, step: int) -> int:
        """Who played the card at this place."""
        return (self.leader + step * place) % SEATS


class CourtPieceState(State):
    """A match of Court Piece. `stock` holds the cards still to be dealt, the next one first.

    `known` holds per seat the hand cards that everybody has seen: those that were taken back. `revoke_trick` is the
    number of the trick for which a side has forfeited the hand.
    """

    options: CourtPieceOptions

    def __init__(self, options: CourtPieceOptions) -> None:
        self.options = options
        self.seats = SEATS
        self.match = Match(SEATS)
        self.phase = "dealer"
        self.waiting = (DEALER,)
        self.between = False
        self.tally = 0
        self.holder: int | None = None
        self.redeals = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.turn = 0
        self.trump = ""
        self.hands: list[list[Card]] = [[] for _ in range(SEATS)]
        self.known: list[list[Card]] = [[] for _ in range(SEATS)]
        self.stock: list[Card] = []
        self.leader = 0
        self.trick: list[Card] = []
        self.tricks: list[Trick] = []
        self.asked: tuple[int, ...] = ()
        self.playing_on = False
        self.changing: tuple[int, ...] = ()
        self.claims: tuple[tuple[int, int], ...] = ()
        self.confirmed: tuple[int, ...] = ()

    def copy(self) -> CourtPieceState:
        new = CourtPieceState.__new__(CourtPieceState)
        new.options = self.options
        new.seats = SEATS
        new.match = self.match.copy()
        new.phase = self.phase
        new.waiting = self.waiting
        new.between = self.between
        new.tally = self.tally
        new.holder = self.holder
        new.redeals = self.redeals
        new.turn = self.turn
        new.trump = self.trump
        new.hands = [hand[:] for hand in self.hands]
        new.known = [cards[:] for cards in self.known]
        new.stock = self.stock
        new.leader = self.leader
        new.trick = self.trick[:]
        new.tricks = self.tricks[:]
        new.asked = self.asked
        new.playing_on = self.playing_on
        new.changing = self.changing
        new.claims = self.claims
        new.confirmed = self.confirmed
        return new

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


def suit_name(card: Card) -> str:
    """The name of a card's suit, in the plural."""
    return SUIT_NAMES.get(card.suit, "cards of that suit")


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


# -- positions -----------------------------------------------------------------------------------------


def position_of(state: CourtPieceState, seat: int | None, whole: bool) -> dict[str, Any]:
    """The position as JSON, whole or as `seat` knows it."""

    def hand(owner: int) -> str:
        if whole or (owner == seat and not blind(state, owner)):
            return codes(state.hands[owner])
        seen = state.known[owner]
        return codes([*seen, *[UNKNOWN] * (len(state.hands[owner]) - len(seen))])

    return {
        "game": "court-piece",
        "options": state.options.changed(),
        "seats": SEATS,
        "phase": state.phase,
        "turn": state.turn,
        "trump": state.trump,
        "hands": [hand(owner) for owner in range(SEATS)],
        "stock": codes(state.stock if whole else [UNKNOWN] * len(state.stock)),
        "leader": state.leader,
        "trick": codes(state.trick),
        "tricks": [f"{trick.leader} {codes(trick.cards)}".strip() for trick in state.tricks],
        "known": [codes(cards) for cards in state.known],
        "redeals": state.redeals,
        "asked": list(state.asked),
        "playing_on": state.playing_on,
        "changing": list(state.changing),
        "claims": [list(claim) for claim in state.claims],
        "confirmed": list(state.confirmed),
        "tally": state.tally,
        "holder": state.holder,
        "match": state.match.to_json(),
    }


def blind(state: CourtPieceState, seat: int) -> bool:
    """Whether a seat's own cards still lie face down. Rulebook: trump.others-blind."""
    return state.phase == "call" and seat != state.caller and not state.options.trump_others_look


def load_position(position: Mapping[str, Any]) -> CourtPieceState:
    """The state of a position. Raises BadText, BadPosition or BadOption."""
    read = Reader(position, list(KEYS))
    read.one_of("game", "court-piece", ("court-piece",))
    state = CourtPieceState(CourtPieceOptions(position.get("options")))
    read.number("seats", SEATS, SEATS, SEATS)
    state.phase = read.one_of("phase", "play", PHASES)
    state.turn = read.number("turn", 0, 0, SEATS - 1)
    state.trump = read.one_of("trump", "" if state.phase in BEFORE_TRUMPS else "S", ("", *SUIT_NAMES))
    state.trick = [_plain(card, "trick", unknown=True) for card in parse_cards(read.text("trick", ""))]
    state.redeals = read.number("redeals", 0, 0, 2)
    state.asked = read.seats("asked", SEATS)
    state.playing_on = read.flag("playing_on")
    state.changing = read.seats("changing", SEATS)
    state.claims = tuple(_claims(read))
    state.confirmed = read.seats("confirmed", SEATS)
    state.tally = read.number("tally", 0, 0, state.options.tally_target - 1)
    state.holder = read.number("holder", 0, 0, 1) if position.get("holder") is not None else None
    read.match(state.match, SEATS, dealer=state.after(0, -1))
    state.tricks = [_trick(text, state) for text in read.list_of_texts("tricks", TRICKS)]
    state.leader = read.number("leader", _leader(state), 0, SEATS - 1)
    _read_hands(read, state)
    state.between = state.phase == "between"
    state.waiting = _waiting(state)
    for reason in _impossible(state):
        raise BadPosition(reason)
    return state


def _leader(state: CourtPieceState) -> int:
    """Who leads, or has led to the trick on the table, where a position does not say it."""
    if state.tricks and not state.trick:
        return state.tricks[-1].winner
    return (state.turn - state.options.step * len(state.trick)) % SEATS


def _waiting(state: CourtPieceState) -> tuple[int, ...]:
    if state.phase == "over":
        return ()
    if state.phase in ("dealer", "deal", "between"):
        return (DEALER,)
    if state.phase == "confirm":
        return tuple(seat for seat in range(SEATS) if seat not in state.confirmed)
    return (state.turn,)


def _claims(read: Reader) -> Iterator[tuple[int, int]]:
    for pair in read.pairs("claims", 100):
        if not (1 <= pair[0] <= TRICKS and 0 <= pair[1] < SEATS):
            raise BadText("not a claim", list(pair), "a trick from 1 to 13 and a seat")
        yield pair


def _trick(text: str, state: CourtPieceState) -> Trick:
    leader, _, rest = text.partition(" ")
    if leader not in ("0", "1", "2", "3"):
        raise BadText("not a trick", text, "the leader's seat and four cards, or the winner's seat")
    cards = tuple(_plain(card, "tricks", unknown=True) for card in parse_cards(rest))
    if not cards:
        return Trick(int(leader), (), int(leader))
    if len(cards) != SEATS:
        raise BadText("not a trick", text, "the leader's seat and four cards, or the winner's seat")
    return Trick(int(leader), cards, winner_of(int(leader), cards, state.trump, state.options.step))


def _hand_size(state: CourtPieceState, seat: int) -> int:
    """How many cards the tricks played leave a seat; none once the hand is over, if nothing is said of them."""
    if state.phase == "call":
        return FIRST
    if state.phase in ("dealer", "deal", *AFTER):
        return 0
    return HAND - len(state.tricks) - (state.place_of(seat) < len(state.trick))


def _stock_size(state: CourtPieceState) -> int:
    """How many cards are still to be dealt."""
    return len(PACK) - FIRST * SEATS if state.phase == "call" else 0


def _read_hands(read: Reader, state: CourtPieceState) -> None:
    """The hands, unknown where nothing is said of them, and what is left to deal."""
    hands = read.texts("hands", SEATS, "") or [""] * SEATS
    for seat, text in enumerate(hands):
        cards = [_plain(card, "hands", unknown=True) for card in parse_cards(text)]
        state.hands[seat] = cards or [UNKNOWN] * _hand_size(state, seat)
    known = read.texts("known", SEATS, "")
    state.known = [list(parse_cards(text)) for text in known] if known is not None else state.known
    stock = parse_cards(read.text("stock", "? " * _stock_size(state)))
    state.stock = [_plain(card, "stock", unknown=True) for card in stock]


def _plain(card: Card, key: str, unknown: bool = False) -> Card:
    if card.base is not card or not (card.natural or (unknown and card is UNKNOWN)):
        raise BadText(f"not a card of “{key}”", card.code, "a card of the pack" + (" or ?" if unknown else ""))
    return card


def _impossible(state: CourtPieceState) -> Iterator[str]:
    """Why no deal could come to this."""
    phase = state.phase
    seen: set[Card] = set()
    played = [card for trick in state.tricks for card in trick.cards]
    cards = [*(card for hand in state.hands for card in hand), *state.stock, *state.trick, *played]
    if len(cards) > len(PACK):
        yield f"There are {len(cards)} cards, but the pack has only {len(PACK)}."
    for card in cards:
        if card in seen:
            yield f"{card.code} is there twice, and there is one pack only."
        if card is not UNKNOWN:
            seen.add(card)
    if state.match.dealer is None and phase != "dealer":
        yield "Somebody has dealt: “match” must say which “dealer”."
    if bool(state.trump) != (phase not in BEFORE_TRUMPS):
        yield "A trump suit is named in the call, and not before: see “trump”."
    yield from _miscounted(state)
    if not state.options.has_phase(phase):
        yield f"By these house rules play never comes to the phase “{phase}”."
    if state.trick and phase not in ("play", "change", *AFTER):
        yield "No trick is being played in this phase: see “trick”."
    if phase == "play" and len(state.trick) >= SEATS:
        yield "A trick of four cards is finished: it belongs to “tricks”."
    if phase == "change":
        yield from _changed(state)
    if phase == "play" and state.turn != state.after(state.leader, len(state.trick)):
        yield f"Seat {state.after(state.leader, len(state.trick))} is to play, not seat {state.turn}."
    if phase == "play" and state.tricks and not state.trick and state.leader != state.tricks[-1].winner:
        yield "The winner of a trick leads to the next one."
    if phase == "playon" and (len(state.tricks) != SWEEP or state.sweeper() != state.turn % 2):
        yield "Only a side that took the first seven tricks is asked whether to play on."
    if phase == "confirm" and len(state.confirmed) == SEATS:
        yield "All have confirmed the result, so the hand is over."
    if (state.holder is None) != (state.tally == 0):
        yield "A tally has a holder, and its holder has a tally."
    for hand, known in zip(state.hands, state.known, strict=True):
        if UNKNOWN in known or not set(known) <= set(hand):
            yield f"“known” has {codes(known)}, but the hand does not."


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
        wanted = _hand_size(state, seat)
        if len(hand) != wanted:
            yield f"Seat {seat} must hold {wanted} cards after {len(state.tricks)} tricks, not {len(hand)}."
    if len(state.stock) != _stock_size(state):
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


def imagine(position: Mapping[str, Any], rng: Random) -> CourtPieceState:
    """A whole state that looks like this position, the unseen cards dealt by `rng`."""
    return filled(load_position(position), rng)


def filled(state: CourtPieceState, rng: Random) -> CourtPieceState:
    """A copy of a state with its unknown cards dealt by `rng`.

    Nobody is given a suit that they have failed to follow, as long as the cards allow it.
    """
    state = state.copy()
    seen = {card for hand in state.hands for card in hand} | set(state.trick) | set(state.stock)
    seen |= {card for trick in state.tricks for card in trick.cards}
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
