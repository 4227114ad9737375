"""The table of Vazhushal: who holds what, what lies where, and its text.

A position is JSON with the `KEYS` below. `?` is a card not known. What is left out is filled in: unknown hands of 13,
an unknown stock of all other cards, the draw of seat 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, cast

from games.cards import JOKER, PACK, RED, UNKNOWN, Card, codes, deck, missing, parse_card, parse_cards
from games.engine.position import Reader
from games.engine.state import DEALER, Match, State
from games.errors import BadPosition, BadText
from games.kit.arrange import AllWild, MeldLaw, TwinCompare, TwinScope
from games.kit.melds import Meld, is_run, is_set
from games.vazhushal.options import VazhushalOptions

HAND = 13
PHASES = ("dealer", "deal", "redeal", "reshuffle", "draw", "table", "final", "between", "over")
KEYS = {
    "game": "the slug of the game",
    "options": "the house rules that differ from the book",
    "seats": "how many play; seats count from 0, clockwise",
    "phase": "dealer (the first dealer is drawn), deal, redeal (somebody is asked), reshuffle (the starter goes back), "
    "draw, table, final (the stock has run out), between (the next deal waits), over",
    "turn": "the seat whose turn it is",
    "drawn": "how this turn's card came: “”, stock, wipe or starter",
    "hands": "a text of cards for each seat",
    "melds": "a list of texts for each seat",
    "line": "the line, oldest card first",
    "stock": "the stock, top card first",
    "negative": "the negative joker, or “”",
    "negative_drawn": "whether it was drawn as the last card of the stock",
    "starter": "whether the dealer's wild card still lies at the bottom of the line",
    "forced": "whether it must be taken now",
    "covered": "whether the newest card of the line lies face down, because its owner went out with it",
    "done": "the seats that have finished their last melds",
    "asked": "the seats that were asked about a new deal; in phase deal the one whose doubles called for it",
    "turns": "how many turns were played in this deal",
    "known": "for each seat the cards of its hand that everybody has seen",
    "seen": "how many cards at the bottom of the stock everybody has seen",
    "match": "an object: dealer, deals, scores, winners, over, results",
}


class VazhushalState(State):
    """A match of Vazhushal. The top of the stock is the end of its list, the newest card of the line the end of that.

    `seen` counts the cards at the bottom of the stock that everybody has seen; `known` holds per seat the hand cards
    that everybody has seen. `forced` is set while the first player has to take the starter. `law` is what melds must
    obey under these wild cards.
    """

    options: VazhushalOptions

    def __init__(self, options: VazhushalOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.match = Match(seats)
        self.phase = "dealer"
        self.waiting = (DEALER,)
        self.between = False
        self.turn = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        self.known: list[list[Card]] = [[] for _ in range(self.seats)]
        self.melds: list[list[Meld]] = [[] for _ in range(self.seats)]
        self.line: list[Card] = []
        self.stock: list[Card] = []
        self.seen = 0
        self.negative_drawn = False
        self.starter = False
        self.forced = False
        self.covered = False
        self.drawn = ""
        self.done: tuple[int, ...] = ()
        self.asked: tuple[int, ...] = ()
        self.turns = 0
        self.set_negative(None)

    def copy(self) -> VazhushalState:
        new = VazhushalState.__new__(VazhushalState)
        new.options = self.options
        new.seats = self.seats
        new.match = self.match.copy()
        new.phase = self.phase
        new.waiting = self.waiting
        new.between = self.between
        new.turn = self.turn
        new.hands = [hand[:] for hand in self.hands]
        new.known = [cards[:] for cards in self.known]
        new.melds = [melds[:] for melds in self.melds]
        new.line = self.line[:]
        new.stock = self.stock[:]
        new.seen = self.seen
        new.negative_drawn = self.negative_drawn
        new.starter = self.starter
        new.forced = self.forced
        new.covered = self.covered
        new.drawn = self.drawn
        new.done = self.done
        new.asked = self.asked
        new.turns = self.turns
        new.negative = self.negative
        new.wilds = self.wilds
        new.law = self.law
        return new

    def set_negative(self, card: Card | None) -> None:
        """Lay this card under the stock and say what it makes wild. Rulebook: neg.makes-wild."""
        self.negative = card
        self.wilds = wild_cards(self.options, card)
        options = self.options
        self.law = MeldLaw(
            self.wilds,
            all_wild=cast(AllWild, options.all_wild_melds),
            twin_scope=cast(TwinScope, options.twin_scope),
            twin_compare=cast(TwinCompare, options.twin_compare),
        )

    def opened(self, seat: int) -> bool:
        """Whether the seat has a meld on the table."""
        return bool(self.melds[seat])

    def remember(self, seat: int, cards: Sequence[Card]) -> None:
        """Cards have come to this hand in sight of all."""
        self.known[seat] += [card for card in cards if card is not UNKNOWN]

    def forget(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards have left this hand in sight of all."""
        known = self.known[seat]
        if known:
            for card in cards:
                if card.base in known:
                    known.remove(card.base)

    def to_draw(self, seat: int) -> None:
        """It is this seat's turn, which begins with the draw."""
        self.phase, self.turn, self.waiting, self.drawn = "draw", seat, (seat,), ""

    def deck(self) -> list[Card]:
        """All cards of the game."""
        return full_deck(self.options, self.seats)


def full_deck(options: VazhushalOptions, seats: int) -> list[Card]:
    """All cards that so many players use. Rulebook: setup.packs, setup.printed-jokers."""
    packs = options.pack_count(seats)
    return deck(packs, 2 * packs + options.extra_jokers)


def wild_cards(options: VazhushalOptions, negative: Card | None) -> frozenset[Card]:
    """The cards that are wild with this negative joker. Rulebook: wild.set, neg.makes-wild, neg.is-printed."""
    if negative is None or negative is UNKNOWN or options.wild_rule == "printed-only":
        return frozenset([JOKER])
    if negative is JOKER:
        aces = [card for card in PACK if card.rank == 1] if options.neg_printed == "aces" else []
        return frozenset([JOKER, *aces])
    ranked = [card for card in PACK if card.rank == negative.rank]
    if options.wild_rule == "opposite-colour":
        ranked = [card for card in ranked if (card.suit in RED) != (negative.suit in RED)]
    return frozenset([JOKER, *ranked])


# -- positions -----------------------------------------------------------------------------------------


def position_of(state: VazhushalState, seat: int | None, whole: bool) -> dict[str, Any]:
    """The position as JSON, whole or as `seat` knows it."""

    def hand(owner: int) -> str:
        if whole or owner == seat:
            return codes(state.hands[owner])
        seen = state.known[owner]
        return codes([*seen, *[UNKNOWN] * (len(state.hands[owner]) - len(seen))])

    line = state.line
    if state.covered and not whole and seat != state.turn:
        line = [*line[:-1], UNKNOWN]
    hidden = 0 if whole else len(state.stock) - state.seen
    stock = [*state.stock[: len(state.stock) - hidden], *[UNKNOWN] * hidden]
    match = state.match
    position: dict[str, Any] = {
        "game": "vazhushal",
        "options": state.options.changed(),
        "seats": state.seats,
        "phase": state.phase,
        "turn": state.turn,
        "drawn": state.drawn,
        "hands": [hand(owner) for owner in range(state.seats)],
        "melds": [[codes(meld) for meld in melds] for melds in state.melds],
        "line": codes(line),
        "stock": codes(reversed(stock)),
        "negative": state.negative.code if state.negative else "",
        "negative_drawn": state.negative_drawn,
        "starter": state.starter,
        "forced": state.forced,
        "covered": state.covered,
        "done": list(state.done),
        "asked": list(state.asked),
        "turns": state.turns,
        "known": [codes(cards) for cards in state.known],
        "seen": state.seen,
        "match": match.to_json(),
    }
    return position


def load_position(position: Mapping[str, Any]) -> VazhushalState:
    """The state of a position. Raises BadText, BadPosition or BadOption."""
    read = Reader(position, list(KEYS))
    read.one_of("game", "vazhushal", ("vazhushal",))
    options = VazhushalOptions(position.get("options"))
    seats = read.number("seats", 2, 2, 6)
    for problem in options.conflicts(seats):
        raise problem
    state = VazhushalState(options, seats)
    state.phase = read.one_of("phase", "draw", PHASES)
    state.turn = read.number("turn", 0, 0, seats - 1)
    state.drawn = read.one_of("drawn", "stock" if state.phase == "table" else "", ("", "stock", "wipe", "starter"))
    state.negative_drawn = read.flag("negative_drawn")
    state.starter = read.flag("starter")
    state.forced = read.flag("forced")
    state.covered = read.flag("covered")
    state.done = read.seats("done", seats)
    state.asked = read.seats("asked", seats)
    state.turns = read.number("turns", 1, 0, 100_000)
    read.match(state.match, seats)
    _read_cards(read, state)
    state.between = state.phase == "between"
    state.waiting = _waiting(state)
    for reason in _impossible(state):
        raise BadPosition(reason)
    return state


def _impossible(state: VazhushalState) -> Iterator[str]:
    """Why no deal could come to this, and nobody could go on from here."""
    phase, line = state.phase, state.line
    if state.match.dealer is None and phase != "dealer":
        yield "Somebody has dealt: “match” must say which “dealer”."
    if phase == "draw" and not state.stock and not state.forced:
        yield "The stock is empty, so nobody is about to draw."
    if phase == "table" and not state.hands[state.turn]:
        yield "Whoever is at the table needs a card to discard."
    if phase == "final" and not state.waiting:
        yield "Everybody is “done”, so the hand is over."
    if phase == "redeal" and len(state.stock) < 2:
        yield "The stock must hold the negative joker and the starter."
    if phase == "reshuffle" and not line:
        yield "There is no starter to shuffle back."
    if state.starter and not (line and line[0] in (*state.wilds, UNKNOWN)):
        yield "“starter” is set, but the oldest card of the line is not wild."
    if state.forced and phase == "draw" and not state.starter:
        yield "“forced” is set, but there is no wild starter to take."
    if state.covered and not (line and phase in ("between", "over")):
        yield "“covered” is set, but nobody has just gone out with a card of the line."
    for hand, known in zip(state.hands, state.known, strict=True):
        if UNKNOWN in known or missing(known, hand):
            yield f"“known” has {codes(known)}, but the hand does not."
    for meld in (meld for melds in state.melds for meld in melds):
        if not _lies_there(state, meld):
            yield f"{codes(meld)} is no meld under these rules."


def _lies_there(state: VazhushalState, meld: Meld) -> bool:
    """Whether a meld can lie on the table. Rulebook: meld.kinds, wild.set, meld.not-all-wild."""
    faithful = all(card.natural or card.base in state.wilds for card in meld)
    return faithful and (is_run(meld) or is_set(meld)) and state.law.carries(meld)


def _waiting(state: VazhushalState) -> tuple[int, ...]:
    if state.phase == "over":
        return ()
    if state.phase in ("dealer", "deal", "reshuffle", "between"):
        return (DEALER,)
    if state.phase == "final":
        return tuple(seat for seat in range(state.seats) if seat not in state.done)
    return (state.turn,)


def _read_cards(read: Reader, state: VazhushalState) -> None:
    dealt = state.phase not in ("dealer", "deal")
    negative = read.text("negative", "")
    if negative:
        state.set_negative(_plain(parse_card(negative), "negative"))
    hands = read.texts("hands", state.seats, "? " * HAND if dealt else "")
    melds = read.lists("melds", state.seats)
    state.melds = [[_meld(text) for text in own] for own in melds]
    for seat in range(state.seats):
        text = hands[seat] if hands is not None else ("? " * HAND if dealt else "")
        state.hands[seat] = [_plain(card, "hands") for card in parse_cards(text)]
    known = read.texts("known", state.seats, "")
    if known is not None:
        state.known = [list(parse_cards(text)) for text in known]
    state.line = [_plain(card, "line") for card in parse_cards(read.text("line", ""))]
    _read_stock(read, state, dealt)


def _read_stock(read: Reader, state: VazhushalState, dealt: bool) -> None:
    on_table = [card.base for melds in state.melds for meld in melds for card in meld]
    in_hands = [card for hand in state.hands for card in hand]
    aside = [state.negative] if state.negative and not state.options.neg_drawable else []
    elsewhere = [*on_table, *in_hands, *state.line, *aside]
    whole = Counter(state.deck())
    left = sum(whole.values()) - len(elsewhere)
    last = state.negative if state.options.neg_drawable and not state.negative_drawn else None
    unseen = f"{'? ' * (left - 1)}{last.code}" if last is not None and left > 0 else "? " * max(left, 0)
    text = read.text("stock", unseen if dealt else "")
    state.stock = [_plain(card, "stock") for card in parse_cards(text)][::-1]
    state.seen = read.number(
        "seen", next((n for n, card in enumerate(state.stock) if card is UNKNOWN), 0), 0, len(state.stock)
    )
    counted = Counter([*elsewhere, *state.stock])
    for card, number in counted.items():
        if card is not UNKNOWN and number > whole[card]:
            raise BadPosition(f"{card.code} is there {number} times, but the deck has it {whole[card]} times.")
    if sum(counted.values()) > sum(whole.values()):
        raise BadPosition(f"There are {sum(counted.values())} cards, but the deck has only {sum(whole.values())}.")


def _plain(card: Card, where: str) -> Card:
    if card.base is not card:
        raise BadText(f"in “{where}” a card stands for itself", card.code)
    return card


def _meld(text: object) -> Meld:
    if not isinstance(text, str):
        raise BadText("not a meld", text, "cards such as “5C 6C *=7C”")
    meld = parse_cards(text)
    for card in meld:
        if card.face is UNKNOWN:
            raise BadText("in a meld every card stands for one that is known", card.code)
    return meld


def imagine(position: Mapping[str, Any], rng: Random) -> VazhushalState:
    """A whole state that looks like this position, its unknown cards dealt by `rng`."""
    state = load_position(position)
    unseen = Counter(state.deck())
    unseen.subtract([card.base for melds in state.melds for meld in melds for card in meld])
    unseen.subtract([*state.line, *state.stock, *(card for hand in state.hands for card in hand)])
    if state.negative is not None and not state.options.neg_drawable:
        unseen[state.negative] -= 1
    cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
    rng.shuffle(cards)
    for hidden in (*state.hands, state.stock, state.line):
        for place, card in enumerate(hidden):
            if card is UNKNOWN:
                hidden[place] = cards.pop()
    return state
