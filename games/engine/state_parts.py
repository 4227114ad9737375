"""Types for the parts of a game's state, such as numbers, seats, words, and cards.

A state is a class. Its body declares each part of the state once:

    class WhistState(State):
        phase = Phase({"play": ""}, usual="play")
        turn = Seat("the seat whose turn it is")
        hands = Hands("one string of cards per seat", holds=lambda state, seat: 13)
        trick = Cards("the cards of the trick on the table", ordered=True)

The engine uses a part's declaration to set its initial value and to copy it, to parse it from a position (JSON) and to
convert it back, to document its key in positions, and to hide it from seats that can't see it. Some arguments of a
declaration can be either a value or a function that computes it from the state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from games.cards import UNKNOWN, Card, format_cards, list_missing_cards, parse_cards
from games.engine.move import Group
from games.errors import BadPosition, BadText

T = TypeVar("T")
LONGEST = 1000
"""The maximum number of characters in a string of a position."""
Schema = dict[str, Any]


def resolve_declared_value(state: Any, said: Any) -> Any:
    """Return `said(state)` if `said` is a function, otherwise `said` itself.

    An argument in the declaration of a state part, such as the limit of a number, can be a value or a function that
    computes it from the state.
    """
    return said(state) if callable(said) else said


def build_bad_value_error(key: str, value: object, wanted: str) -> BadText:
    """Build the error for a bad value under a key of a position. `wanted` describes the allowed values."""
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return BadText(f"not a valid value for “{key}”", shown, wanted)


@dataclass
class StatePart(Generic[T]):
    """One part of a state, such as the trump suit or the hands. In positions, it has the key `key`.

    `text` documents the key. The value is `fresh` at the beginning of a match and, unless the part is `lasting`, of
    each new deal (`State.clear`). If a position doesn't have the key, the value is `usual`, or `fresh` if there is no
    `usual`. `see` is a function of the state, the seat (None for a spectator), and the value. It returns what that seat
    knows of the value. Without `see`, everyone sees the value. In an `ordered` part, the order of the cards matters.
    Each card on the table is in exactly one part with `lying` set. Other parts only refer to cards.
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
    """The Python expression that copies the value. By default, the copy shares the value."""

    if TYPE_CHECKING:  # at run time states have plain attributes: `_compile_parts` removes the declarations

        @overload
        def __get__(self, state: None, owner: type) -> StatePart[T]: ...
        @overload
        def __get__(self, state: object, owner: type) -> T: ...
        def __get__(self, state: object, owner: type) -> StatePart[T] | T: ...
        def __set__(self, state: object, value: T) -> None: ...

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.key = name, self.key or name

    def load_from_position(self, state: Any, position: Mapping[str, Any]) -> T:
        """Return the part's value for a position: parsed from its key or, without the key, the default.

        Raises BadText or BadPosition.
        """
        if self.key in position:
            return self.parse_position_value(state, position[self.key])
        value: T = resolve_declared_value(state, self.fresh if self.usual is None else self.usual)
        return value

    def parse_position_value(self, state: Any, value: Any) -> T:
        """Parse a value from a position. Raises BadText or BadPosition."""
        raise TypeError(f"{self.name} can’t be parsed from a position.")

    def dump_position_value(self, state: Any, value: T) -> Any:
        """Convert a value to the form that positions have. This is the inverse of `parse_position_value`."""
        return value

    def build_value_error(self, value: object, wanted: str) -> BadText:
        return build_bad_value_error(self.key, value, wanted)

    def expand_short_form(self, value: Any) -> Any:
        """Return the value of the part's key in a position in its full form.

        Examples can write the values of some parts in a short form. By default, a part has no short form, and the value
        is returned unchanged.
        """
        return value

    def normalize_position_value(self, value: Any) -> Any:
        """Return the value of the part's key in a position in a form that can be compared with other values.

        If the order of its cards doesn't matter, they're sorted. By default, the value is returned unchanged.
        """
        return value

    def list_cards(self, value: T) -> Iterable[Card]:
        """Return the cards in this part. A wild card is returned as itself, and not as the card that it stands for."""
        return ()

    def fill_unknown_cards(self, value: T, more: Iterator[Card]) -> T:
        """Return the part's value with each unknown card (`?`) replaced by the next card from `more`.

        By default, the value is returned unchanged. Parts that can have unknown cards override this method.
        """
        return value

    def build_value_schema(self) -> Schema:
        """Return the JSON Schema of the part's value in a position, without a description."""
        return {}

    def build_schema(self) -> Schema:
        """Return the JSON Schema of the part's value in a position, with `text` as its description."""
        return {**self.build_value_schema(), "description": self.text}


class DerivedPart(StatePart[T]):
    """A part that stores a value computed from other parts. It has no key in positions.

    `work` computes the value from the state when a position is loaded. It also computes the initial value, unless there
    is a `fresh` value. Lasting parts are set first at the beginning of a match. So a lasting part that is computed from
    parts that aren't lasting needs a `fresh` value for that moment.
    """

    def __init__(self, work: Callable[[Any], T], fresh: T | None = None, lasting: bool = False) -> None:
        super().__init__("", fresh=work if fresh is None else fresh, usual=work, lasting=lasting)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


# -- numbers and words -------------------------------------------------------------------------------------------------


def get_last_seat(state: Any) -> int:
    return int(state.seats) - 1


def parse_whole_number(key: str, value: Any, low: int, high: int) -> int:
    """Check that a value is a whole number from `low` to `high`, and return it.

    Raises BadText, which names the position's `key`.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise build_bad_value_error(key, value, f"a whole number from {_format_limit(low)} to {_format_limit(high)}")
    return value


def _format_limit(number: int) -> str:
    """Format a limit for an error message. A long round number is written as a power of ten."""
    sign, digits = "-" * (number < 0), str(abs(number))
    return f"{sign}10^{len(digits) - 1}" if len(digits) > 9 and digits.strip("0") == "1" else str(number)


def parse_flag(key: str, value: Any) -> bool:
    """Check that a value is true or false, and return it. Raises BadText, which names the position's `key`."""
    if not isinstance(value, bool):
        raise build_bad_value_error(key, value, "true or false")
    return value


def parse_seats(key: str, value: Any, seats: int) -> tuple[int, ...]:
    """Check that a value is a list of seats, and return it as a tuple.

    `seats` is the number of seats at the table. Raises BadText, which names the position's `key`.
    """
    if not isinstance(value, list) or not all(type(seat) is int and 0 <= seat < seats for seat in value):
        raise build_bad_value_error(key, value, f"a list of seats from 0 to {seats - 1}")
    return tuple(value)


def _build_bounds_schema(low: Any, high: Any) -> Schema:
    ends = {"minimum": low, "maximum": high}
    return {"type": "integer", **{name: end for name, end in ends.items() if not callable(end)}}


@dataclass
class Number(StatePart[int]):
    """A state part whose value is a whole number from `low` to `high`."""

    low: Any = 0
    high: Any = 100_000
    fresh: Any = field(default=0, kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> int:
        return parse_whole_number(
            self.key, value, resolve_declared_value(state, self.low), resolve_declared_value(state, self.high)
        )

    def build_value_schema(self) -> Schema:
        return _build_bounds_schema(self.low, self.high)


@dataclass
class Seat(Number):
    """A state part whose value is a seat, counted from 0."""

    high: Any = get_last_seat


@dataclass
class SeatOrNone(StatePart[int | None]):
    """A state part whose value is a seat or None (null in positions).

    If `high` is above the last seat, it can also be a number up to `high`.
    """

    high: Any = get_last_seat

    def parse_position_value(self, state: Any, value: Any) -> int | None:
        return (
            None if value is None else parse_whole_number(self.key, value, 0, resolve_declared_value(state, self.high))
        )

    def build_value_schema(self) -> Schema:
        return {**_build_bounds_schema(0, self.high), "type": ["integer", "null"]}


@dataclass
class NumberBySeat(StatePart[list[int]]):
    """A state part whose value has a whole number from `low` to `high` for each seat.

    If a position's list is too short, the last seats get 0.
    """

    low: int = 0
    high: int = 100_000
    fresh: Any = field(default=lambda state: [0] * state.seats, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def parse_position_value(self, state: Any, value: Any) -> list[int]:
        if not isinstance(value, list) or len(value) > state.seats:
            raise self.build_value_error(value, f"a list of at most {state.seats} whole numbers")
        said = [parse_whole_number(self.key, one, self.low, self.high) for one in value]
        return said + [0] * (state.seats - len(said))

    def dump_position_value(self, state: Any, value: list[int]) -> list[int]:
        return value[:]

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": _build_bounds_schema(self.low, self.high)}


@dataclass
class Seats(StatePart[tuple[int, ...]]):
    """A state part whose value is a list of seats, in the order in which they were added."""

    fresh: Any = field(default=(), kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> tuple[int, ...]:
        return parse_seats(self.key, value, state.seats)

    def dump_position_value(self, state: Any, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "integer", "minimum": 0}}


@dataclass
class Flag(StatePart[bool]):
    """A state part whose value is True or False."""

    fresh: Any = field(default=False, kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> bool:
        return parse_flag(self.key, value)

    def build_value_schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass
class Word(StatePart[str]):
    """A state part whose value is one of the words in `words`."""

    words: Sequence[str]
    fresh: Any = field(default="", kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> str:
        if value not in self.words:
            raise self.build_value_error(value, ", ".join(word or "“”" for word in self.words))
        return str(value)

    def build_value_schema(self) -> Schema:
        return {"type": "string", "enum": list(self.words)}


class Phase(Word):
    """The state part for the stage of the deal or turn: a word, such as “play”.

    `meant` has the game's words, each with its meaning, or "" if the meaning is obvious. Every game also has the phases
    `dealer` and `deal` before its own, and `between` and `over` after them. `stages` has a phrase, such as “you haven’t
    drawn yet”, for each phase that a player can't recognize from the table.
    """

    def __init__(
        self, meant: Mapping[str, str], usual: Any, fresh: str = "dealer", stages: Mapping[str, str] | None = None
    ) -> None:
        ends = {"between": "the next deal waits", "over": ""}
        every = {"dealer": "the first dealer is picked", "deal": "", **meant, **ends}
        self.meant, self.stages = every, stages or {}
        text = ", ".join(f"{word} ({meaning})" if meaning else word for word, meaning in every.items())
        super().__init__(text, tuple(every), fresh=fresh, usual=usual, lasting=True)


# -- cards -------------------------------------------------------------------------------------------------------------


def hide_cards(state: Any, seat: int | None, cards: Sequence[Card]) -> list[Card]:
    """Return a `?` for each card, whatever the seat.

    A state part that nobody can see has this function as its `see`.
    """
    return [UNKNOWN] * len(cards)


def list_remaining_stock(state: Any) -> str:
    """Return a `?` for each card of the deck that isn't in any other part, or "" before the deal.

    Used as the `usual` value of the part `stock`.
    """
    return "? " * (len(state.deck) - len(state.list_cards(but="stock"))) if state.is_dealt else ""


def is_own_hand(state: Any, owner: int, seat: int | None) -> bool:
    """Return whether `seat` is the owner of a hand. Used as the default for `Hands.sees`."""
    return owner == seat


def hold_no_cards(state: Any, seat: int) -> int:
    return 0


def parse_texts(key: str, value: Any, most: int, wanted: str = "") -> list[str]:
    """Check that a value is a list of at most `most` strings, and return it.

    `wanted` describes the allowed values in the error message. Raises BadText, which names the position's `key`.
    """
    if (
        not isinstance(value, list)
        or len(value) > most
        or not all(isinstance(text, str) and len(text) < LONGEST for text in value)
    ):
        raise build_bad_value_error(key, value, wanted or f"a list of at most {most} strings")
    return value


def sort_card_codes(text: Any) -> Any:
    """Sort the cards in a string of card codes. Anything but a string is returned unchanged."""
    return " ".join(sorted(text.split())) if isinstance(text, str) else text


@lru_cache(maxsize=4096)
def parse_cards_without_substitutes(key: str, text: str, jokers: bool = True) -> tuple[Card, ...]:
    """Parse cards, none of which may stand for another card. `?` is allowed.

    Jokers are allowed unless `jokers` is False. Raises BadText, which names the position's `key`.
    """
    cards = parse_cards(text)
    for card in cards:
        if card.base is not card:
            raise BadText(f"not possible in “{key}”, where every card stands for itself", card.code)
        if not (jokers or card.natural or card is UNKNOWN):
            raise BadText(f"not a card that “{key}” can have", card.code, "a card of the deck or ?")
    return cards


MORE = "…"
"""The mark at the end of a string of cards that means “and then the default cards”."""


@dataclass
class Cards(StatePart[list[Card]]):
    """A state part whose value is the cards in one place, with `?` for unknown cards.

    `usual` is the default, written as text. With `reverse`, the text lists the cards from the end of the list, which is
    the top of a stock. A position can give just the first cards and leave the others to the default: “3D …”.
    """

    fresh: Any = field(default=lambda state: [], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    reverse: bool = field(default=False, kw_only=True)
    jokers: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def load_from_position(self, state: Any, position: Mapping[str, Any]) -> list[Card]:
        said = position.get(self.key, MORE)
        if not isinstance(said, str) or not said.endswith(MORE):
            return self.parse_position_value(state, said)
        first = said.removesuffix(MORE).split()
        return self.parse_position_value(
            state, " ".join([*first, *resolve_declared_value(state, self.usual or "").split()[len(first) :]])
        )

    def parse_position_value(self, state: Any, value: Any) -> list[Card]:
        if not isinstance(value, str) or len(value) > LONGEST:
            raise self.build_value_error(value, "a string of cards")
        cards = parse_cards_without_substitutes(self.key, value, self.jokers)
        return [*reversed(cards)] if self.reverse else [*cards]

    def dump_position_value(self, state: Any, value: list[Card]) -> str:
        return format_cards(reversed(value) if self.reverse else value)

    def list_cards(self, value: list[Card]) -> list[Card]:
        return value

    def fill_unknown_cards(self, value: list[Card], more: Iterator[Card]) -> list[Card]:
        return _fill_unknown_cards(value, more)

    def normalize_position_value(self, value: Any) -> Any:
        return value if self.ordered else sort_card_codes(value)

    def build_value_schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST}


def _fill_unknown_cards(cards: list[Card], more: Iterator[Card]) -> list[Card]:
    """Return the cards with each `?` replaced by the next card from `more`."""
    unknown = cards.count(UNKNOWN)
    if unknown == len(cards):
        return [*islice(more, unknown)]
    return [next(more) if card is UNKNOWN else card for card in cards] if unknown else cards


def show_cards_on_turn(state: Any, seat: int | None, cards: list[Card]) -> list[Card]:
    """Return the cards if it's the seat's turn, otherwise [].

    A state part that only the current player can see has this function as its `see`.
    """
    return cards if seat is not None and seat == state.turn else []


@dataclass
class CardsThisTurn(Cards):
    """A state part with the cards that the current player has taken into their hand this turn.

    Only this player sees them. The cards themselves are in the hand.
    """

    text: str = "the cards that the player whose turn it is has taken this turn; each seat sees only its own"
    lying: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        self.see = show_cards_on_turn


@dataclass
class OneCard(StatePart[Card | None]):
    """A state part whose value is a card or None ("" in positions)."""

    lying: bool = field(default=True, kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> Card | None:
        if not isinstance(value, str) or len(value) > LONGEST:
            raise self.build_value_error(value, "a string of cards")
        if len(cards := parse_cards_without_substitutes(self.key, value)) > 1:
            raise BadText("not a card", value, "one card, or none")
        return cards[0] if cards else None

    def dump_position_value(self, state: Any, value: Card | None) -> str:
        return value.code if value else ""

    def list_cards(self, value: Card | None) -> Sequence[Card]:
        return (value,) if value else ()

    def fill_unknown_cards(self, value: Card | None, more: Iterator[Card]) -> Card | None:
        return next(more) if value is UNKNOWN else value

    def build_value_schema(self) -> Schema:
        return {"type": "string"}


@dataclass
class CardsBySeat(StatePart[list[list[Card]]]):
    """A state part whose value has a list of cards for each seat.

    If a position's list is too short, the last seats have no cards.
    """

    fresh: Any = field(default=lambda state: [[] for _ in range(state.seats)], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    jokers: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "[one[:] for one in {}]"

    def parse_position_value(self, state: Any, value: Any) -> list[list[Card]]:
        said = [] if value is None else value
        hands = parse_texts(self.key, said, state.seats, f"one string of cards for each of {state.seats} seats")
        hands = [*hands, *[""] * (state.seats - len(hands))]
        return [list(parse_cards_without_substitutes(self.key, hand, self.jokers)) for hand in hands]

    def dump_position_value(self, state: Any, value: list[list[Card]]) -> list[str]:
        return [format_cards(cards) for cards in value]

    def list_cards(self, value: list[list[Card]]) -> Iterable[Card]:
        return chain(*value)

    def fill_unknown_cards(self, value: list[list[Card]], more: Iterator[Card]) -> list[list[Card]]:
        return [_fill_unknown_cards(cards, more) for cards in value]

    def normalize_position_value(self, value: Any) -> Any:
        return [sort_card_codes(one) for one in value] if isinstance(value, list) else value

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "maxLength": LONGEST}}


@dataclass
class Hands(CardsBySeat):
    """A state part whose value is the players' hands.

    `sees` is a function of the state, the owner, and the seat. It returns whether the seat can see the owner's hand. If
    not, the seat sees each card of the hand as `?`, except cards that are also in the part named by `known`.

    A position can leave out hands. `holds` is a function of the state and the seat that returns the number of unknown
    cards in a hand that's left out. An empty string in a position is normally an empty hand. With `counted`, it's
    treated like a hand that's left out.
    """

    holds: Callable[[Any, int], int] = field(default=hold_no_cards, kw_only=True)
    counted: bool = field(default=False, kw_only=True)
    sees: Callable[[Any, int, int | None], bool] = field(default=is_own_hand, kw_only=True)
    known: str = field(default="", kw_only=True)

    def load_from_position(self, state: Any, position: Mapping[str, Any]) -> list[list[Card]]:
        value = position.get(self.key)
        hands = self.parse_position_value(state, value)
        said = 0 if value is None or self.counted else len(value)
        return [hand if hand or seat < said else [UNKNOWN] * self.holds(state, seat) for seat, hand in enumerate(hands)]

    def __post_init__(self) -> None:
        self.see = self._hide_other_hands

    def _hide_other_hands(self, state: Any, seat: int | None, hands: list[list[Card]]) -> list[list[Card]]:
        known = getattr(state, self.known) if self.known else [()] * state.seats
        return [
            hand if self.sees(state, owner, seat) else [*shown, *[UNKNOWN] * (len(hand) - len(shown))]
            for owner, (hand, shown) in enumerate(zip(hands, known, strict=True))
        ]


@dataclass
class KnownHandCards(CardsBySeat):
    """A state part with the cards of each hand (in the part `hands`) that everyone has seen."""

    text: str = "for each seat, the cards of its hand that everyone has seen"
    lying: bool = field(default=False, kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> list[list[Card]]:
        cards = super().parse_position_value(state, value)
        for hand, known in zip(state.hands, cards, strict=True):
            if known and (UNKNOWN in known or list_missing_cards(known, hand)):
                raise BadPosition(f"“{self.key}” has {format_cards(known)}, but the hand doesn’t.")
        return cards


def make_meld_unchecked(state: Any, cards: Group) -> Group:
    return cards


@dataclass
class Melds(StatePart[list[list[Group]]]):
    """A state part with the melds that are on the table in front of each seat.

    `meld` is a function of the state and some cards. It returns the meld of these cards, or raises BadPosition if they
    aren't one.
    """

    meld: Callable[[Any, Group], Group] = make_meld_unchecked
    fresh: Any = field(default=lambda state: [[] for _ in range(state.seats)], kw_only=True)
    lying: bool = field(default=True, kw_only=True)
    copied: ClassVar[str] = "[one[:] for one in {}]"

    def parse_position_value(self, state: Any, value: Any) -> list[list[Group]]:
        if (
            not isinstance(value, list)
            or len(value) > state.seats
            or not all(isinstance(own, list) and len(own) < 60 for own in value)
        ):
            raise self.build_value_error(value, f"one list of melds for each of {state.seats} seats")
        melds = [[self.meld(state, self._parse_meld(text)) for text in own] for own in value]
        return melds + [[] for _ in range(state.seats - len(melds))]

    def _parse_meld(self, text: Any) -> Group:
        if not isinstance(text, str):
            raise BadText("not a meld", text, "cards such as “5C 6C *=7C 8C”")
        cards = parse_cards(text)
        if not cards:
            raise BadPosition("A meld can’t be empty.")
        for card in cards:
            if card.face is UNKNOWN:
                raise BadText("not possible in a meld, where every card must be known", card.code)
        return cards

    def dump_position_value(self, state: Any, value: list[list[Group]]) -> list[list[str]]:
        return [[format_cards(meld) for meld in melds] for melds in value]

    def list_cards(self, value: list[list[Group]]) -> Iterable[Card]:
        return [card.base for melds in value for meld in melds for card in meld]

    def expand_short_form(self, value: Any) -> Any:
        """Convert melds in a position from the short form to the full form.

        In the short form, a seat's melds are one string, with slashes between them. A single string instead of a list
        has the melds of seat 0.
        """
        melds = [value] if isinstance(value, str) else value
        if not isinstance(melds, list):
            return melds
        return [_split_melds(own) if isinstance(own, str) else own for own in melds]

    def normalize_position_value(self, value: Any) -> Any:
        return [sorted(own) for own in self.expand_short_form(value) if own]

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "array", "items": {"type": "string"}, "maxItems": 59}}


def _split_melds(text: str) -> list[str]:
    return [meld.strip() for meld in text.split("/") if meld.strip()]


# -- other lists -------------------------------------------------------------------------------------------------------


@dataclass
class ParsedTexts(StatePart[list[T]]):
    """A state part whose value is a list, such as the finished tricks.

    In a position, each entry is a string, which `line` parses. If the entries have cards, each has an attribute
    `cards`.
    """

    line: Callable[[Any, str], T]
    """The function that parses a string, given the state. Raises BadText."""
    said: Callable[[T], str] = str
    most: Any = 100
    fresh: Any = field(default=lambda state: [], kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def parse_position_value(self, state: Any, value: Any) -> list[T]:
        return [
            self.line(state, text) for text in parse_texts(self.key, value, resolve_declared_value(state, self.most))
        ]

    def dump_position_value(self, state: Any, value: list[T]) -> list[str]:
        return [self.said(one) for one in value]

    def list_cards(self, value: list[Any]) -> Iterable[Card]:
        return [card.base for one in value for card in one.cards]

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "maxLength": LONGEST}}


@dataclass
class WordBySeat(StatePart[list[str]]):
    """A state part whose value has one of the words in `words` for each seat.

    If a position's list is too short, the last seats get "".
    """

    words: Sequence[str]
    fresh: Any = field(default=lambda state: [""] * state.seats, kw_only=True)
    copied: ClassVar[str] = "{}[:]"

    def parse_position_value(self, state: Any, value: Any) -> list[str]:
        said = parse_texts(self.key, [] if value is None else value, state.seats)
        for word in said:
            if word not in self.words:
                raise self.build_value_error(word, ", ".join(word or "“”" for word in self.words))
        return [*said, *[""] * (state.seats - len(said))]

    def build_value_schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": list(self.words)}}


def accept_any_pair(state: Any, one: int, other: int) -> bool:
    return True


@dataclass
class NumberPairs(StatePart[tuple[tuple[int, int], ...]]):
    """A state part whose value is a list of pairs of whole numbers.

    `fit` is a function of the state and both numbers that returns whether a pair is possible.
    """

    fit: Callable[[Any, int, int], bool] = accept_any_pair
    wanted: str = "a pair of whole numbers"
    most: int = 100
    fresh: Any = field(default=(), kw_only=True)

    def parse_position_value(self, state: Any, value: Any) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, list) or len(value) > self.most:
            raise self.build_value_error(value, f"a list of at most {self.most} pairs")
        for pair in value:
            whole = isinstance(pair, list) and len(pair) == 2 and all(type(one) is int for one in pair)
            if not whole or not self.fit(state, *pair):
                raise self.build_value_error(pair, self.wanted)
        return tuple((one, other) for one, other in value)

    def dump_position_value(self, state: Any, value: tuple[tuple[int, int], ...]) -> list[list[int]]:
        return [list(pair) for pair in value]

    def build_value_schema(self) -> Schema:
        pair = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": self.most}
