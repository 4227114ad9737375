"""The table of Contract Rummy: who holds what, what lies where, who was asked, and its text.

A position is JSON with the `KEYS` below. `?` is a card not known, or an answer not yet told. What is left out is
filled in: the table phase of seat 0 after a draw from the stock, hands as dealt, all other cards in the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.cards import UNKNOWN, Card, codes, deck, missing, parse_cards
from games.contract_rummy.contracts import contract_of, dealt, hands_of
from games.contract_rummy.melds import Law, Meld, as_meld, law_of
from games.contract_rummy.options import MOST, ContractRummyOptions
from games.engine.position import Reader
from games.engine.state import DEALER, Match, State
from games.errors import BadPosition, BadText

ASKED, WANTS, PASSES, QUIET = "asked", "may-i", "pass", "pass-hand"
"""What stands in `answers` for a seat that is asked: it has yet to speak, or what it has said."""
PHASES = ("dealer", "deal", "draw", "window", "reshuffle", "table", "between", "over")
KEYS = {
    "game": "the slug of the game",
    "options": "the house rules that differ from the book",
    "seats": "how many play; seats count from 0, clockwise",
    "phase": "dealer (the first dealer is drawn), deal, draw, window (the others are asked about the upcard), "
    "reshuffle (the discard pile becomes the stock), table, between (the next deal waits), over",
    "turn": "the seat whose turn it is",
    "contract": "which hand of the match is played, from 1; it says which contract",
    "drawn": "how this turn's card came: “”, stock or upcard",
    "laid": "whether the contract was laid in this turn",
    "owed": "whether a swapped joker has still to be laid",
    "hands": "a text of cards for each seat",
    "melds": "a list of texts for each seat",
    "pile": "the discard pile, oldest card first; the last one is the upcard",
    "stock": "the stock, top card first",
    "answers": "for each seat “” if it is not asked, else asked, or its answer: may-i, pass, pass-hand, ? if hidden",
    "taker": "the seat that took the last upcard of this window, or null",
    "quiet": "the seats that want nothing for the rest of the hand",
    "buys": "the seats that have taken an upcard out of turn in this hand, once for each time",
    "due": "a list with one pair, the seat that is to draw from the stock and how many cards, or an empty list",
    "reshuffles": "how often the stock was made anew in this hand",
    "turns": "how many turns were finished in this hand",
    "known": "for each seat the cards of its hand that everybody has seen",
    "match": "an object: dealer, deals, scores, winners, over, results",
}


class ContractRummyState(State):
    """A match of Contract Rummy. The top of the stock is the end of its list, the upcard the end of the pile.

    `number` is the hand of the match, from 1. A seat is *down* once it has melds on the table.
    """

    options: ContractRummyOptions

    def __init__(self, options: ContractRummyOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.law = law_of(options)
        self.match = Match(seats)
        self.phase = "dealer"
        self.waiting = (DEALER,)
        self.between = False
        self.number = 1
        self.turn = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.contract = contract_of(self.options, self.number)
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        self.known: list[list[Card]] = [[] for _ in range(self.seats)]
        self.melds: list[list[Meld]] = [[] for _ in range(self.seats)]
        self.pile: list[Card] = []
        self.stock: list[Card] = []
        self.drawn = ""
        self.laid = False
        self.owed = False
        self.answers: list[str] = [""] * self.seats
        self.taker: int | None = None
        self.quiet: tuple[int, ...] = ()
        self.buys: tuple[int, ...] = ()
        self.due: tuple[int, int] | None = None
        self.reshuffles = 0
        self.turns = 0

    def copy(self) -> ContractRummyState:
        new = ContractRummyState.__new__(ContractRummyState)
        new.options = self.options
        new.seats = self.seats
        new.law = self.law
        new.match = self.match.copy()
        new.phase = self.phase
        new.waiting = self.waiting
        new.between = self.between
        new.number = self.number
        new.contract = self.contract
        new.turn = self.turn
        new.hands = [hand[:] for hand in self.hands]
        new.known = [cards[:] for cards in self.known]
        new.melds = [melds[:] for melds in self.melds]
        new.pile = self.pile[:]
        new.stock = self.stock[:]
        new.drawn = self.drawn
        new.laid = self.laid
        new.owed = self.owed
        new.answers = self.answers[:]
        new.taker = self.taker
        new.quiet = self.quiet
        new.buys = self.buys
        new.due = self.due
        new.reshuffles = self.reshuffles
        new.turns = self.turns
        return new

    @property
    def whole(self) -> bool:
        """Whether this is an all-or-nothing hand. Rulebook: h7.all-or-nothing."""
        return self.number == hands_of(self.options) and self.options.all_or_nothing

    @property
    def upcard(self) -> Card | None:
        """The card on top of the pile."""
        return self.pile[-1] if self.pile else None

    def down(self, seat: int) -> bool:
        """Whether the seat has laid its contract."""
        return bool(self.melds[seat])

    def wait_for(self, phase: str, seat: int) -> None:
        """It is this seat's turn to do what the phase asks for."""
        self.phase, self.turn, self.waiting = phase, seat, (seat,)

    def forget(self, seat: int, cards: Sequence[Card]) -> None:
        """Cards have left this hand in sight of all."""
        known = self.known[seat]
        if known:
            for card in cards:
                if card.base in known:
                    known.remove(card.base)

    def in_turn(self, after: int) -> list[int]:
        """The other seats in the order of play."""
        return [(after + place) % self.seats for place in range(1, self.seats)]

    def others_melds(self) -> Iterator[tuple[int, int, Meld]]:
        """Every meld on the table with its owner and its number, from 1."""
        for owner, melds in enumerate(self.melds):
            for number, meld in enumerate(melds, 1):
                yield owner, number, meld


def full_deck(options: ContractRummyOptions, seats: int) -> list[Card]:
    """All cards that so many players use. Rulebook: setup.packs, setup.jokers."""
    return deck(options.pack_count(seats), options.joker_count(seats))


# -- positions -----------------------------------------------------------------------------------------


def position_of(state: ContractRummyState, seat: int | None, whole: bool) -> dict[str, Any]:
    """The position as JSON, whole or as `seat` knows it."""

    def hand(owner: int) -> str:
        if whole or owner == seat:
            return codes(state.hands[owner])
        seen = state.known[owner]
        return codes([*seen, *[UNKNOWN] * (len(state.hands[owner]) - len(seen))])

    def answer(owner: int) -> str:
        said = state.answers[owner]
        return said if whole or owner == seat or said in ("", ASKED) else "?"

    return {
        "game": "contract-rummy",
        "options": state.options.changed(),
        "seats": state.seats,
        "phase": state.phase,
        "turn": state.turn,
        "contract": state.number,
        "drawn": state.drawn,
        "laid": state.laid,
        "owed": state.owed,
        "hands": [hand(owner) for owner in range(state.seats)],
        "melds": [[codes(meld) for meld in melds] for melds in state.melds],
        "pile": codes(state.pile),
        "stock": codes(reversed(state.stock) if whole else [UNKNOWN] * len(state.stock)),
        "answers": [answer(owner) for owner in range(state.seats)],
        "taker": state.taker,
        "quiet": list(state.quiet),
        "buys": list(state.buys),
        "due": [list(state.due)] if state.due else [],
        "reshuffles": state.reshuffles,
        "turns": state.turns,
        "known": [codes(cards) for cards in state.known],
        "match": state.match.to_json(),
    }


def load_position(position: Mapping[str, Any]) -> ContractRummyState:
    """The state of a position. Raises BadText, BadPosition or BadOption."""
    read = Reader(position, list(KEYS))
    read.one_of("game", "contract-rummy", ("contract-rummy",))
    options = ContractRummyOptions(position.get("options"))
    seats = read.number("seats", 4, 3, MOST)
    for problem in options.conflicts(seats):
        raise problem
    state = ContractRummyState(options, seats)
    state.phase = read.one_of("phase", "table", PHASES)
    state.turn = read.number("turn", 0, 0, seats - 1)
    read.match(state.match, seats)
    last = hands_of(options)
    state.number = read.number("contract", min(state.match.deals + 1, last), 1, last)
    if "deals" not in position.get("match", {}):
        state.match.deals = state.number - (state.phase not in ("between", "over"))
    state.contract = contract_of(options, state.number)
    state.drawn = read.one_of("drawn", "" if state.phase == "draw" else "stock", ("", "stock", "upcard"))
    state.laid = read.flag("laid")
    state.owed = read.flag("owed")
    state.taker = read.number("taker", 0, 0, seats - 1) if position.get("taker") is not None else None
    state.quiet = read.seats("quiet", seats)
    state.buys = read.seats("buys", seats)
    state.reshuffles = read.number("reshuffles", 0, 0, 1000)
    state.turns = read.number("turns", 0, 0, 100_000)
    state.due = next(_due(read, seats), None)
    _read_answers(read, state)
    _read_cards(read, state)
    state.between = state.phase == "between"
    state.waiting = _waiting(state)
    for reason in _impossible(state):
        raise BadPosition(reason)
    return state


def _due(read: Reader, seats: int) -> Iterator[tuple[int, int]]:
    for seat, number in read.pairs("due", 1):
        if not (0 <= seat < seats and 1 <= number <= 3):
            raise BadText("not a value of “due”", [seat, number], "a seat and a number of cards")
        yield seat, number


def _read_answers(read: Reader, state: ContractRummyState) -> None:
    state.answers = read.texts("answers", state.seats, "") or [""] * state.seats
    for said in state.answers:
        if said not in ("", ASKED, WANTS, PASSES, QUIET, "?"):
            raise BadText("not an answer", said, f"“”, {ASKED}, {WANTS}, {PASSES}, {QUIET} or ?")


def _waiting(state: ContractRummyState) -> tuple[int, ...]:
    if state.phase == "over":
        return ()
    if state.phase in ("dealer", "deal", "reshuffle", "between"):
        return (DEALER,)
    if state.phase == "window":
        return tuple(seat for seat, said in enumerate(state.answers) if said == ASKED)
    return (state.turn,)


def _read_cards(read: Reader, state: ContractRummyState) -> None:
    in_play = state.phase not in ("dealer", "deal")
    unknown = "? " * dealt(state.options, state.number) if in_play else ""
    hands = read.texts("hands", state.seats, unknown) or [unknown] * state.seats
    state.hands = [[_plain(card, "hands") for card in parse_cards(text)] for text in hands]
    state.melds = [[_meld(state.law, text) for text in own] for own in read.lists("melds", state.seats)]
    known = read.texts("known", state.seats, "")
    if known is not None:
        state.known = [list(parse_cards(text)) for text in known]
    state.pile = [_plain(card, "pile") for card in parse_cards(read.text("pile", ""))]
    _read_stock(read, state, in_play)


def _read_stock(read: Reader, state: ContractRummyState, in_play: bool) -> None:
    melded = [card.base for melds in state.melds for meld in melds for card in meld]
    elsewhere = [*melded, *(card for hand in state.hands for card in hand), *state.pile]
    whole = Counter(full_deck(state.options, state.seats))
    left = whole.total() - len(elsewhere)
    text = read.text("stock", "? " * max(left, 0) if in_play else "")
    state.stock = [_plain(card, "stock") for card in parse_cards(text)][::-1]
    counted = Counter([*elsewhere, *state.stock])
    for card, number in counted.items():
        if card is not UNKNOWN and number > whole[card]:
            raise BadPosition(f"{card.code} is there {number} times, but the deck has it {whole[card]} times.")
    if counted.total() > whole.total():
        raise BadPosition(f"There are {counted.total()} cards, but the deck has only {whole.total()}.")


def _plain(card: Card, where: str) -> Card:
    if card.base is not card:
        raise BadText(f"in “{where}” a card stands for itself", card.code)
    return card


def _meld(law: Law, text: object) -> Meld:
    if not isinstance(text, str):
        raise BadText("not a meld", text, "cards such as “5C 6C *=7C 8C”")
    cards = parse_cards(text)
    if any(card.face is UNKNOWN for card in cards):
        raise BadText("in a meld every card is known", text)
    meld = as_meld(law, cards)
    if meld is None:
        raise BadPosition(f"{codes(cards)} is no meld under these rules.")
    return meld


def _impossible(state: ContractRummyState) -> Iterator[str]:
    """Why no deal could come to this, and nobody could go on from here."""
    phase = state.phase
    if state.match.dealer is None and phase != "dealer":
        yield "Somebody has dealt: “match” must say which “dealer”."
    if phase in ("draw", "table") and not state.hands[state.turn]:
        yield "Whoever is to move has cards in hand; without any the hand is over."
    if phase == "window" and not (state.waiting and state.pile):
        yield "In a window somebody is “asked” about the upcard of the “pile”."
    if phase != "window" and any(state.answers):
        yield "Only in a window does anybody answer."
    if phase == "window" and state.answers[state.turn]:
        yield "The seat whose turn it is is not asked."
    if (phase == "reshuffle") != (state.due is not None):
        yield "The stock is made anew only when somebody is “due” to draw from it."
    if phase == "reshuffle" and len(state.pile) < 2:
        yield "There is no pile to make a stock of."
    if state.laid and not state.down(state.turn):
        yield "“laid” is set, but there is no contract on the table."
    if state.owed and (phase != "table" or not state.hands[state.turn]):
        yield "“owed” is set, but nobody has just swapped a joker."
    for hand, known in zip(state.hands, state.known, strict=True):
        if UNKNOWN in known or missing(known, hand):
            yield f"“known” has {codes(known)}, but the hand does not."


# -- cards that are not seen ----------------------------------------------------------------------------


def imagine(position: Mapping[str, Any], rng: Random) -> ContractRummyState:
    """A whole state that looks like this position, its unknown cards and answers dealt by `rng`."""
    state = load_position(position)
    unseen = Counter(full_deck(state.options, state.seats))
    unseen.subtract([card.base for melds in state.melds for meld in melds for card in meld])
    unseen.subtract([*state.pile, *state.stock, *(card for hand in state.hands for card in hand)])
    cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
    rng.shuffle(cards)
    for hidden in (*state.hands, state.stock):
        for place, card in enumerate(hidden):
            if card is UNKNOWN:
                hidden[place] = cards.pop()
    undecided = False
    for seat in state.in_turn(state.turn):
        if state.answers[seat] == "?":
            may_want = undecided and state.options.mayi_priority == "seat"
            state.answers[seat] = rng.choice((WANTS, PASSES) if may_want else (PASSES, QUIET))
        undecided = undecided or state.answers[seat] == ASKED
    return state
