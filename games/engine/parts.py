"""What a state is made of, each part declared once.

A game's state names its parts in its class body, as options are named in theirs. From a declaration follow the value
before anything happened, copies, the key of a position with its documentation, how it is read, written and refused,
and who sees it:

    class WhistState(State):
        phase = Phase({"deal": "", "play": "", "over": ""}, usual="play")
        turn = Seat("the seat whose turn it is")
        hands = Hands("a text of cards for each seat", usual=lambda state, seat: 13)
        trick = Cards("the cards of the trick on the table", ordered=True)

What a declaration says of a value is a value, or a function of the state, in which any other part can be asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from games.cards import UNKNOWN, Card, codes, missing, parse_cards
from games.engine.move import Group
from games.errors import BadPosition, BadText

T = TypeVar("T")
LONGEST = 1000
"""No text of a position has more characters."""
Schema = dict[str, Any]


def of(state: Any, said: Any) -> Any:
    """Return what a declaration says of a value: the value itself, or what a function makes of the state."""
    return said(state) if callable(said) else said


def refused(key: str, value: object, wanted: str) -> BadText:
    """The refusal of what a position says under a key."""
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return BadText(f"not a value of “{key}”", shown, wanted)


@dataclass
class Part(Generic[T]):
    """One part of a state, and a key of its positions, which `text` documents.

    It is `fresh` when a match begins and, unless it is `lasting`, at each new deal (`State.clear`). A position that
    leaves it out means what is `usual`; if nothing is, then as fresh. `see` is a function of the state, the seat (None:
    a bystander) and the value, and gives what that seat knows of it; without one everybody sees it. The cards of an
    `ordered` part lie in an order that matters. Each card of the table is in one part with `lying` cards; the others
    only speak of cards.
    """

    text: str
    fresh: Any = field(default=None, kw_only=True)
    usual: Any = field(default=None, kw_only=True)
    see: Callable[[Any, int | None, Any], T] | None = field(default=None, kw_only=True)
    key: str = field(default="", kw_only=True)
    lasting: bool = field(default=False, kw_only=True)
    ordered: bool = field(default=False, kw_only=True)
    lying: bool = field(default=False, kw_only=True)
    name: str = field(default="", init=False)
    copied: ClassVar[str] = "{}"
    """How the value gets into a copy, as Python; as it stands here it is shared."""

    if TYPE_CHECKING:  # the attributes of a state are plain ones: its class takes the declarations out of itself

        @overload
        def __get__(self, state: None, owner: type) -> Part[T]: ...
        @overload
        def __get__(self, state: object, owner: type) -> T: ...
        def __get__(self, state: object, owner: type) -> Part[T] | T: ...
        def __set__(self, state: object, value: T) -> None: ...

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.key = name, self.key or name

    def found(self, state: Any, position: Mapping[str, Any]) -> T:
        """The value that a position gives it. Raises BadText or BadPosition."""
        if self.key in position:
            return self.read(state, position[self.key])
        value: T = of(state, self.fresh if self.usual is None else self.usual)
        return value

    def read(self, state: Any, value: Any) -> T:
        """The value of what a position says. Raises BadText or BadPosition."""
        raise TypeError(f"{self.name} cannot be read.")

    def write(self, state: Any, value: T) -> Any:
        """Return what a position says of this value: the inverse of `read`."""
        return value

    def refused(self, value: object, wanted: str) -> BadText:
        return refused(self.key, value, wanted)

    def long(self, value: Any) -> Any:
        """Return what a position says, from the short form in which an example may say it."""
        return value

    def alike(self, value: Any) -> Any:
        """Return what a position says, in the form in which two are compared: without order where there is none."""
        return value

    def cards(self, value: T) -> Iterable[Card]:
        """The cards that lie in it, each as it really is."""
        return ()

    def filled(self, value: T, more: Iterator[Card]) -> T:
        """The value with one of `more` in place of each `?`."""
        return value

    def shape(self) -> Schema:
        """Return what a position says, as JSON Schema."""
        return {}

    def schema(self) -> Schema:
        """The same with its documentation."""
        return {**self.shape(), "description": self.text}


class Worked(Part[T]):
    """What always follows from other parts, kept beside them so that it is not worked out often. It has no key.

    If it is lasting and follows from parts that are not, it needs a `fresh`: when a match begins, it comes before them.
    """

    def __init__(self, work: Callable[[Any], T], fresh: T | None = None, lasting: bool = False) -> None:
        super().__init__("", fresh=work if fresh is None else fresh, usual=work, lasting=lasting)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


# -- numbers and words -------------------------------------------------------------------------------------------------


def last_seat(state: Any) -> int:
    return int(state.seats) - 1


def whole(key: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`. Raises BadText."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise refused(key, value, f"a whole number from {_limit(low)} to {_limit(high)}")
    return value


def _limit(number: int) -> str:
    """A limit as it is said: a long round number as a power of ten."""
    sign, digits = "-" * (number < 0), str(abs(number))
    return f"{sign}10^{len(digits) - 1}" if len(digits) > 9 and digits.strip("0") == "1" else str(number)


def yes_or_no(key: str, value: Any) -> bool:
    """True or false. Raises BadText."""
    if not isinstance(value, bool):
        raise refused(key, value, "true or false")
    return value


def some_seats(key: str, value: Any, seats: int) -> tuple[int, ...]:
    """A list of seats. Raises BadText."""
    if not isinstance(value, list) or not all(type(seat) is int and 0 <= seat < seats for seat in value):
        raise refused(key, value, "a list of seats")
    return tuple(value)


def _bounds(low: Any, high: Any) -> Schema:
    ends = {"minimum": low, "maximum": high}
    return {"type": "integer", **{name: end for name, end in ends.items() if not callable(end)}}


@dataclass
class Number(Part[int]):
    """A whole number from `low` to `high`."""

    low: Any = 0
    high: Any = 100_000
    fresh: Any = field(default=0, kw_only=True)

    def read(self, state: Any, value: Any) -> int:
        return whole(self.key, value, of(state, self.low), of(state, self.high))

    def shape(self) -> Schema:
        return _bounds(self.low, self.high)


@dataclass
class Seat(Number):
    """A seat."""

    high: Any = last_seat


@dataclass
class SeatOrNone(Part[int | None]):
    """A seat, or another number up to `high`, or null."""

    high: Any = last_seat

    def read(self, state: Any, value: Any) -> int | None:
        return None if value is None else whole(self.key, value, 0, of(state, self.high))

    def shape(self) -> Schema:
        return {**_bounds(0, self.high), "type": ["integer", "null"]}


@dataclass
class NumberBySeat(Part[list[int]]):
    """A whole number from `low` to `high` for each seat; 0 for those of whom a position says nothing."""

    low: int = 0
    high: int = 100_000
    fresh: Any = field(default=lambda state: [0] * state.seats, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def read(self, state: Any, value: Any) -> list[int]:
        if not isinstance(value, list) or len(value) > state.seats:
            raise self.refused(value, f"a list of {state.seats} whole numbers")
        said = [whole(self.key, one, self.low, self.high) for one in value]
        return said + [0] * (state.seats - len(said))

    def write(self, state: Any, value: list[int]) -> list[int]:
        return value[:]

    def shape(self) -> Schema:
        return {"type": "array", "items": _bounds(self.low, self.high)}


@dataclass
class Seats(Part[tuple[int, ...]]):
    """Some seats, in the order in which they came to be so."""

    fresh: Any = field(default=(), kw_only=True)

    def read(self, state: Any, value: Any) -> tuple[int, ...]:
        return some_seats(self.key, value, state.seats)

    def write(self, state: Any, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def shape(self) -> Schema:
        return {"type": "array", "items": {"type": "integer", "minimum": 0}}


@dataclass
class Flag(Part[bool]):
    """True or false."""

    fresh: Any = field(default=False, kw_only=True)

    def read(self, state: Any, value: Any) -> bool:
        return yes_or_no(self.key, value)

    def shape(self) -> Schema:
        return {"type": "boolean"}


@dataclass
class Word(Part[str]):
    """One of some words."""

    words: Sequence[str]
    fresh: Any = field(default="", kw_only=True)

    def read(self, state: Any, value: Any) -> str:
        if value not in self.words:
            raise self.refused(value, ", ".join(word or "“”" for word in self.words))
        return str(value)

    def shape(self) -> Schema:
        return {"type": "string", "enum": list(self.words)}


class Phase(Word):
    """The part of the turn: words of the game, each with what it means where that is not plain.

    Before them come `dealer` and `deal`, after them `between` and `over`.
    """

    def __init__(self, meant: Mapping[str, str], usual: Any, fresh: str = "dealer") -> None:
        ends = {"between": "the next deal waits", "over": ""}
        every = {"dealer": "the first dealer is drawn", "deal": "", **meant, **ends}
        self.meant = every
        text = ", ".join(f"{word} ({meaning})" if meaning else word for word, meaning in every.items())
        super().__init__(text, tuple(every), fresh=fresh, usual=usual, lasting=True)


# -- cards -------------------------------------------------------------------------------------------------------------


def nobody(state: Any, seat: int | None, cards: Sequence[Card]) -> list[Card]:
    """Cards that nobody sees: for `see`."""
    return [UNKNOWN] * len(cards)


def left_over(state: Any) -> str:
    """Once cards are dealt, a `?` for each that lies nowhere but in the part `stock`: what is `usual` of it."""
    return "? " * (len(state.pack) - len(state.cards(but="stock"))) if state.dealt else ""


def own(state: Any, owner: int, seat: int | None) -> bool:
    """Return whether a seat sees the hand of another: only its own."""
    return owner == seat


def none_held(state: Any, seat: int) -> int:
    return 0


def texts(key: str, value: Any, most: int, wanted: str = "") -> list[str]:
    """A list of so many texts at most. Raises BadText."""
    if (
        not isinstance(value, list)
        or len(value) > most
        or not all(isinstance(text, str) and len(text) < LONGEST for text in value)
    ):
        raise refused(key, value, wanted or f"a list of {most} texts at most")
    return value


def unordered(text: Any) -> Any:
    """Cards without their order; a number of cards as it is."""
    return " ".join(sorted(text.split())) if isinstance(text, str) else text


def plain(key: str, text: str, jokers: bool = True) -> tuple[Card, ...]:
    """The cards of a text, each of which stands for itself or is `?`. Raises BadText."""
    cards = parse_cards(text)
    for card in cards:
        if card.base is not card:
            raise BadText(f"in “{key}” a card stands for itself", card.code)
        if not (jokers or card.natural or card is UNKNOWN):
            raise BadText(f"not a card of “{key}”", card.code, "a card of the pack or ?")
    return cards


MORE = "…"
"""At the end of a text of cards: the others are as usual."""


@dataclass
class Cards(Part[list[Card]]):
    """Cards that lie in one place, or `?` for those not known.

    What is `usual` is a text. With `reverse` the text begins with the end of the list, which is the top of a stock from
    which cards are taken. A position may say the first cards and leave the rest as usual: “3D …”.
    """

    fresh: Any = field(default=lambda state: [], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    reverse: bool = field(default=False, kw_only=True)
    jokers: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def found(self, state: Any, position: Mapping[str, Any]) -> list[Card]:
        said = position.get(self.key, MORE)
        if not isinstance(said, str) or not said.endswith(MORE):
            return self.read(state, said)
        first = said.removesuffix(MORE).split()
        return self.read(state, " ".join([*first, *of(state, self.usual or "").split()[len(first) :]]))

    def read(self, state: Any, value: Any) -> list[Card]:
        if not isinstance(value, str) or len(value) > LONGEST:
            raise self.refused(value, "a text of cards")
        cards = plain(self.key, value, self.jokers)
        return [*reversed(cards)] if self.reverse else [*cards]

    def write(self, state: Any, value: list[Card]) -> str:
        return codes(reversed(value) if self.reverse else value)

    def cards(self, value: list[Card]) -> list[Card]:
        return value

    def filled(self, value: list[Card], more: Iterator[Card]) -> list[Card]:
        return _filled(value, more)

    def alike(self, value: Any) -> Any:
        return value if self.ordered else unordered(value)

    def shape(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST}


def _filled(cards: list[Card], more: Iterator[Card]) -> list[Card]:
    """The cards with one of `more` in place of each `?`."""
    unknown = cards.count(UNKNOWN)
    if unknown == len(cards):
        return [*islice(more, unknown)]
    return [next(more) if card is UNKNOWN else card for card in cards] if unknown else cards


def of_own_turn(state: Any, seat: int | None, cards: list[Card]) -> list[Card]:
    """Return what nobody is to know but whose turn it is: for `see`."""
    return cards if seat is not None and seat == state.turn else []


@dataclass
class Came(Cards):
    """The cards that came to the hand of whose turn it is, in this turn."""

    text: str = "the cards that came to the hand of whose turn it is, in this turn; each seat knows of its own alone"
    lying: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        self.see = of_own_turn


@dataclass
class OneCard(Part[Card | None]):
    """A card, or none: “”."""

    lying: bool = field(default=True, kw_only=True)

    def read(self, state: Any, value: Any) -> Card | None:
        if not isinstance(value, str) or len(value) > LONGEST:
            raise self.refused(value, "a text of cards")
        if len(cards := plain(self.key, value)) > 1:
            raise BadText("not a card", value, "one card, or none")
        return cards[0] if cards else None

    def write(self, state: Any, value: Card | None) -> str:
        return value.code if value else ""

    def cards(self, value: Card | None) -> Sequence[Card]:
        return (value,) if value else ()

    def filled(self, value: Card | None, more: Iterator[Card]) -> Card | None:
        return next(more) if value is UNKNOWN else value

    def shape(self) -> Schema:
        return {"type": "string"}


@dataclass
class CardsBySeat(Part[list[list[Card]]]):
    """Cards for each seat, for the first ones only where a position leaves off."""

    fresh: Any = field(default=lambda state: [[] for _ in range(state.seats)], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    jokers: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "[one[:] for one in {}]"

    def read(self, state: Any, value: Any) -> list[list[Card]]:
        said = [] if value is None else value
        hands = texts(self.key, said, state.seats, f"a text of cards for each of {state.seats} seats")
        hands = [*hands, *[""] * (state.seats - len(hands))]
        return [list(plain(self.key, hand, self.jokers)) for hand in hands]

    def write(self, state: Any, value: list[list[Card]]) -> list[str]:
        return [codes(cards) for cards in value]

    def cards(self, value: list[list[Card]]) -> Iterable[Card]:
        return chain(*value)

    def filled(self, value: list[list[Card]], more: Iterator[Card]) -> list[list[Card]]:
        return [_filled(cards, more) for cards in value]

    def alike(self, value: Any) -> Any:
        return [unordered(one) for one in value] if isinstance(value, list) else value

    def shape(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "maxLength": LONGEST}}


@dataclass
class Hands(CardsBySeat):
    """The hands. Whose a seat `sees` is a question of the state, the owner and the seat.

    To the others each card of it is `?`, but for those that lie in the part called `known` too. `holds` is a function
    of the state and the seat: how many unknown cards it holds if nothing is said of them. An empty text says nothing
    where the cards are `counted`, since there can be no other number of them.
    """

    holds: Callable[[Any, int], int] = field(default=none_held, kw_only=True)
    counted: bool = field(default=False, kw_only=True)
    sees: Callable[[Any, int, int | None], bool] = field(default=own, kw_only=True)
    known: str = field(default="", kw_only=True)

    def found(self, state: Any, position: Mapping[str, Any]) -> list[list[Card]]:
        value = position.get(self.key)
        hands = self.read(state, value)
        said = 0 if value is None or self.counted else len(value)
        return [hand if hand or seat < said else [UNKNOWN] * self.holds(state, seat) for seat, hand in enumerate(hands)]

    def __post_init__(self) -> None:
        self.see = self._seen

    def _seen(self, state: Any, seat: int | None, hands: list[list[Card]]) -> list[list[Card]]:
        known = getattr(state, self.known) if self.known else [()] * state.seats
        return [
            hand if self.sees(state, owner, seat) else [*shown, *[UNKNOWN] * (len(hand) - len(shown))]
            for owner, (hand, shown) in enumerate(zip(hands, known, strict=True))
        ]


@dataclass
class Known(CardsBySeat):
    """The cards of each hand, the part called `hands`, that everybody has seen."""

    text: str = "for each seat the cards of its hand that everybody has seen"
    lying: bool = field(default=False, kw_only=True)

    def read(self, state: Any, value: Any) -> list[list[Card]]:
        cards = super().read(state, value)
        for hand, known in zip(state.hands, cards, strict=True):
            if known and (UNKNOWN in known or missing(known, hand)):
                raise BadPosition(f"“{self.key}” has {codes(known)}, but the hand does not.")
        return cards


def as_laid(state: Any, cards: Group) -> Group:
    return cards


@dataclass
class Melds(Part[list[list[Group]]]):
    """The melds that lie before each seat. `meld` makes one of the state and the cards, or raises BadPosition."""

    meld: Callable[[Any, Group], Group] = as_laid
    fresh: Any = field(default=lambda state: [[] for _ in range(state.seats)], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "[one[:] for one in {}]"

    def read(self, state: Any, value: Any) -> list[list[Group]]:
        if (
            not isinstance(value, list)
            or len(value) > state.seats
            or not all(isinstance(own, list) and len(own) < 60 for own in value)
        ):
            raise self.refused(value, f"a list of melds for each of {state.seats} seats")
        melds = [[self.meld(state, self._laid(text)) for text in own] for own in value]
        return melds + [[] for _ in range(state.seats - len(melds))]

    def _laid(self, text: Any) -> Group:
        if not isinstance(text, str):
            raise BadText("not a meld", text, "cards such as “5C 6C *=7C 8C”")
        cards = parse_cards(text)
        if not cards:
            raise BadPosition("A meld has no card yet.")
        for card in cards:
            if card.face is UNKNOWN:
                raise BadText("in a meld every card stands for one that is known", card.code)
        return cards

    def write(self, state: Any, value: list[list[Group]]) -> list[list[str]]:
        return [[codes(meld) for meld in melds] for melds in value]

    def cards(self, value: list[list[Group]]) -> Iterable[Card]:
        return [card.base for melds in value for meld in melds for card in meld]

    def long(self, value: Any) -> Any:
        """Melds of a seat may be one text, with strokes between them; a text alone has those of seat 0."""
        melds = [value] if isinstance(value, str) else value
        if not isinstance(melds, list):
            return melds
        return [_parted(own) if isinstance(own, str) else own for own in melds]

    def alike(self, value: Any) -> Any:
        return [sorted(own) for own in self.long(value) if own]

    def shape(self) -> Schema:
        return {"type": "array", "items": {"type": "array", "items": {"type": "string"}, "maxItems": 59}}


def _parted(text: str) -> list[str]:
    return [meld.strip() for meld in text.split("/") if meld.strip()]


# -- other lists -------------------------------------------------------------------------------------------------------


@dataclass
class Lines(Part[list[T]]):
    """Things in the order in which they came about, each with a text that a function of the state reads.

    Where cards lie in them, each has its own as `cards`.
    """

    line: Callable[[Any, str], T]
    """Reads a text. Raises BadText."""
    said: Callable[[T], str] = str
    most: Any = 100
    fresh: Any = field(default=lambda state: [], kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def read(self, state: Any, value: Any) -> list[T]:
        return [self.line(state, text) for text in texts(self.key, value, of(state, self.most))]

    def write(self, state: Any, value: list[T]) -> list[str]:
        return [self.said(one) for one in value]

    def cards(self, value: list[Any]) -> Iterable[Card]:
        return [card.base for one in value for card in one.cards]

    def shape(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "maxLength": LONGEST}}


@dataclass
class Words(Part[list[str]]):
    """One of some words for each seat; “” for those of whom nothing is said."""

    words: Sequence[str]
    fresh: Any = field(default=lambda state: [""] * state.seats, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def read(self, state: Any, value: Any) -> list[str]:
        said = texts(self.key, [] if value is None else value, state.seats)
        for word in said:
            if word not in self.words:
                raise self.refused(word, ", ".join(word or "“”" for word in self.words))
        return [*said, *[""] * (state.seats - len(said))]

    def shape(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": list(self.words)}}


def any_pair(state: Any, one: int, other: int) -> bool:
    return True


@dataclass
class Pairs(Part[tuple[tuple[int, int], ...]]):
    """Pairs of whole numbers. Which of them `fit` is a question of the state and both."""

    fit: Callable[[Any, int, int], bool] = any_pair
    wanted: str = "a pair of whole numbers"
    most: int = 100
    fresh: Any = field(default=(), kw_only=True)

    def read(self, state: Any, value: Any) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, list) or len(value) > self.most:
            raise self.refused(value, f"a list of {self.most} pairs at most")
        for pair in value:
            whole = isinstance(pair, list) and len(pair) == 2 and all(type(one) is int for one in pair)
            if not whole or not self.fit(state, *pair):
                raise self.refused(pair, self.wanted)
        return tuple((one, other) for one, other in value)

    def write(self, state: Any, value: tuple[tuple[int, int], ...]) -> list[list[int]]:
        return [list(pair) for pair in value]

    def shape(self) -> Schema:
        pair = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": self.most}
