"""A match in progress: the complete state, including everything that players can't see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from random import Random
from typing import Any, ClassVar, Self

from games.cards import PACK, UNKNOWN, Card
from games.engine.event import Event, Facts
from games.engine.options import Options
from games.engine.state_parts import (
    DerivedPart,
    Phase,
    Schema,
    Seat,
    StatePart,
    build_bad_value_error,
    get_last_seat,
    parse_flag,
    parse_seats,
    parse_whole_number,
    resolve_declared_value,
)
from games.engine.view import Zone
from games.errors import BadPosition, BadText
from games.words import spell_times

DEALER = -1
"""The seat of the dealer, who makes all random moves: shuffling, dealing, cutting.

They're recorded like other moves.
"""
MOST_POINTS = 10**200
"""A limit for scores that no match reaches. Python can't convert numbers with thousands of digits to text."""


@dataclass(frozen=True)
class DealResult:
    """The result of a deal.

    `clause` is the id of the rule that ended it, `winners` are the seats that won it, and `scores` has the points of
    each seat, or is None if there are no points. `facts` has further details by name. The game's `narration` turns them
    into a sentence, and its `sheet` into a table of scores.
    """

    clause: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    facts: Facts = field(default_factory=dict)

    @property
    def event(self) -> Event:
        """The event for the end of the deal, with this result."""
        return Event("result", facts={**self.facts, "clause": self.clause, "winners": list(self.winners)})

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> DealResult:
        """Load a result from the JSON that `to_json` returns.

        Raises KeyError, TypeError, ValueError, or OverflowError.
        """
        return cls(
            str(value["clause"]),
            tuple(int(seat) for seat in value["winners"]),
            None if value["scores"] is None else tuple(int(score) for score in value["scores"]),
            dict(value.get("facts", {})),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "clause": self.clause,
            "winners": list(self.winners),
            "scores": None if self.scores is None else list(self.scores),
            "facts": dict(self.facts),
        }


@dataclass
class Match:
    """The data that lasts from deal to deal: the dealer, the number of finished deals, and the score of each seat.

    Scores are in the game's points. `results` has one entry per finished deal. `over` is set when the match is decided,
    and `winners` are the seats that won it.
    """

    seats: int
    dealer: int | None = None
    deals: int = 0
    scores: list[int] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    over: bool = False
    results: list[DealResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.seats

    @property
    def leading_seats(self) -> tuple[int, ...]:
        """The seats with the highest score."""
        most = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == most)

    def finish_deal(self, result: DealResult) -> Event:
        """Count a finished deal, store its result, and return the event for the result."""
        self.deals += 1
        self.results.append(result)
        return result.event

    def to_json(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "deals": self.deals,
            "scores": self.scores[:],
            "winners": list(self.winners),
            "over": self.over,
            "results": [result.to_json() for result in self.results],
        }

    def copy(self) -> Match:
        new = Match.__new__(Match)  # fast, because bots copy thousands of times
        new.seats, new.dealer, new.deals = self.seats, self.dealer, self.deals
        new.scores, new.winners, new.over, new.results = self.scores[:], self.winners, self.over, self.results[:]
        return new


@dataclass
class MatchPart(StatePart[Match]):
    """The part of a state that stores its `Match`. `text` documents the scores.

    Scores start at `first`. With `most`, they range from 0 to `most`. `dealer` and `deals` are the defaults for
    positions that don't have them. `told` is a function that calculates the scores from the rest of the state if a
    position doesn't have them.
    """

    text: str = ""
    first: Any = field(default=0, kw_only=True)
    most: Any = field(default=None, kw_only=True)
    dealer: Any = field(default=get_last_seat, kw_only=True)
    deals: Any = field(default=0, kw_only=True)
    told: Any = field(default=None, kw_only=True)
    copied: ClassVar[str] = "{}.copy()"

    def __post_init__(self) -> None:
        said = f" ({self.text})" if self.text else ""
        self.text = f"an object: dealer, deals, scores{said}, winners, over, results"
        self.fresh, self.lasting = self.fresh or self._make_initial_match, True

    def _make_initial_match(self, state: State) -> Match:
        return Match(state.seats, scores=[resolve_declared_value(state, self.first)] * state.seats)

    def load_from_position(self, state: State, position: Mapping[str, Any]) -> Match:
        return self.parse_position_value(state, position.get(self.key, {}))

    def parse_position_value(self, state: State, value: Any) -> Match:
        if not isinstance(value, Mapping):
            raise self.build_value_error(value, "an object")
        check_position_keys(value, ("dealer", "deals", "scores", "winners", "over", "results"))
        dealer = value["dealer"] if "dealer" in value else resolve_declared_value(state, self.dealer)
        return Match(
            state.seats,
            None if dealer is None else parse_whole_number("dealer", dealer, 0, state.seats - 1),
            parse_whole_number("deals", value["deals"], 0, 10_000)
            if "deals" in value
            else resolve_declared_value(state, self.deals),
            self._parse_scores(state, value),
            parse_seats("winners", value.get("winners", []), state.seats),
            parse_flag("over", value.get("over", False)),
            _parse_results(value.get("results", []), state.seats),
        )

    def _parse_scores(self, state: State, value: Mapping[str, Any]) -> list[int]:
        usual = self.told or (lambda state: self._make_initial_match(state).scores)
        scores, most = value["scores"] if "scores" in value else usual(state), resolve_declared_value(state, self.most)
        if not isinstance(scores, list) or len(scores) != state.seats or not all(type(one) is int for one in scores):
            raise build_bad_value_error("scores", scores, f"{state.seats} whole numbers")
        if most is not None and not all(0 <= score <= most for score in scores):
            raise build_bad_value_error("scores", scores, f"{state.seats} whole numbers from 0 to {most}")
        if not all(abs(score) <= MOST_POINTS for score in scores):
            raise build_bad_value_error("scores", scores, "numbers that a player can score")
        return scores[:]

    def dump_position_value(self, state: State, value: Match) -> dict[str, Any]:
        return value.to_json()

    def build_value_schema(self) -> Schema:
        number, numbers = {"type": "integer"}, {"type": "array", "items": {"type": "integer"}}
        result = {
            "clause": {"type": "string"},
            "winners": numbers,
            "scores": {**numbers, "type": ["array", "null"]},
            "facts": {"type": "object", "additionalProperties": True},
        }
        inner = {
            "dealer": {"type": ["integer", "null"]},
            "deals": number,
            "scores": numbers,
            "winners": numbers,
            "over": {"type": "boolean"},
            "results": {"type": "array", "items": _build_object_schema(result)},
        }
        return _build_object_schema(inner)


def _build_object_schema(properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _parse_results(value: Any, seats: int) -> list[DealResult]:
    if not isinstance(value, list) or len(value) > 10_000:
        raise build_bad_value_error("results", value, "a list")
    try:
        results = [DealResult.from_json(one) for one in value]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise build_bad_value_error(
            "results", value, "a list of objects with clause, winners, scores, and facts"
        ) from None
    for result in results:
        if result.scores is not None and len(result.scores) != seats:
            raise build_bad_value_error("scores", [*result.scores], f"{seats} whole numbers, or null")
        if not all(0 <= seat < seats for seat in result.winners):
            raise build_bad_value_error("winners", [*result.winners], f"seats from 0 to {seats - 1}")
    return results


def check_position_keys(value: Mapping[str, Any], keys: Collection[str]) -> None:
    """Check that a position, or a part of it, has only these keys. Raises BadText."""
    for key in value:
        if key not in keys:
            raise BadText("not a key of a position", key, ", ".join(keys))


class State:
    """The state of a match, usually in the middle of a deal.

    Each game declares its own parts, using the types in `games.engine.state_parts`. `waiting` has the seats whose turn
    it is: one, several at once, or only the DEALER. It's empty when the match is over. `phase` names the stage of the
    deal or turn.
    """

    options: Options
    seats: int
    phase: Phase
    turn: Seat
    """The seat whose turn it is. Games in which players take turns declare it."""
    match = MatchPart()
    waiting: DerivedPart[tuple[int, ...]] = DerivedPart(
        lambda state: tuple(state.list_awaited_seats()), fresh=(DEALER,), lasting=True
    )
    said: Mapping[str, Any]
    """The position from which the state is being loaded. It's set only during loading."""

    parts: ClassVar[Mapping[str, StatePart[Any]]] = {}
    """All parts by name, the game's own first."""
    keys: ClassVar[Mapping[str, StatePart[Any]]] = {}
    """The parts that are in positions, by key."""
    lying: ClassVar[Mapping[str, StatePart[Any]]] = {}
    """The parts that contain cards, by name."""

    def __init__(self, options: Any, seats: int) -> None:
        self.options = options
        self.seats = seats
        for part in self.parts.values():
            if part.lasting:
                setattr(self, part.name, resolve_declared_value(self, part.fresh))
        self.clear()

    def __init_subclass__(cls) -> None:
        if any(isinstance(part, StatePart) for part in vars(cls).values()):
            _compile_parts(cls)

    def clear(self) -> None:
        """Reset all parts that don't last beyond a deal, which removes all cards from the table."""
        raise TypeError("Each game’s state class gets its own version of this method.")

    def copy(self) -> Self:
        """Return an independent copy."""
        raise TypeError("Each game’s state class gets its own version of this method.")

    @property
    def deck(self) -> Sequence[Card]:
        """All cards of the deck under this table's house rules."""
        return PACK

    @property
    def interrupting_seats(self) -> tuple[int, ...]:
        """The seats that can act out of turn: to object, or to correct something."""
        return ()

    @property
    def last_trick(self) -> Zone | None:
        """The last trick that was won, with the player of each card and the winner, or None if no trick is known."""
        return None

    @property
    def winning_card(self) -> Card | None:
        """The card that is currently winning the trick on the table, or None if there is no trick."""
        return None

    @property
    def is_turn_shared(self) -> bool:
        """Whether several seats choose at the same time in this phase, even if only one of them still has to.

        Games with such phases override this.
        """
        return False

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal has ended and the players haven't started the next one yet."""
        return self.phase == "between"

    @property
    def deal_number(self) -> int:
        """The number of the current deal in the match, from 1. Between two deals, it's the number of the last deal."""
        return max(1, self.match.deals + (not self.is_between_deals and not self.match.over))

    @property
    def is_dealt(self) -> bool:
        """Whether the cards of this deal have been dealt."""
        return self.phase not in ("dealer", "deal")

    def wait_for(self, phase: str, seat: int) -> None:
        """Start a phase in which it's this seat's turn."""
        self.phase, self.turn, self.waiting = phase, seat, (seat,)

    def stop_waiting_for(self, seat: int) -> None:
        """Remove a seat from `waiting` because it has done what the phase requires."""
        place = self.waiting.index(seat)
        self.waiting = self.waiting[:place] + self.waiting[place + 1 :]

    def end_deal(self) -> None:
        """End the deal and wait for the dealer to deal the next one."""
        self.phase, self.waiting = "between", (DEALER,)

    def end_match(self, winners: Collection[int] = ()) -> None:
        """End the match and store its winners."""
        self.phase, self.waiting = "over", ()
        self.match.over, self.match.winners = True, tuple(winners)

    def can_move(self, seat: int) -> bool:
        """Return whether this seat can make a move now."""
        return seat in self.waiting or seat in self.interrupting_seats

    # -- cards -----------------------------------------------------------------------------------

    def list_cards(self, but: str = "") -> list[Card]:
        """Return all cards on the table, leaving out those of the part named `but`.

        A wild card is returned as itself, and not as the card that it stands for.
        """
        cards: list[Card] = []
        for name, part in self.lying.items():
            if name != but:
                cards += part.list_cards(getattr(self, name))
        return cards

    def explain_surplus_cards(self) -> Iterator[str]:
        """Yield the reasons why the cards on the table can't all come from the deck.

        There can be more copies of a card than in the deck, or more cards in total. Unknown cards count only in the
        total.
        """
        cards, whole = self.list_cards(), Counter(self.deck)
        for card, number in Counter(cards).items():
            if card is not UNKNOWN and number > whole[card]:
                has = f"has it only {spell_times(whole[card])}" if whole[card] else "doesn’t have that card"
                yield f"{card.code} appears {spell_times(number)}, but the deck {has}."
        if len(cards) > whole.total():
            yield f"There are {len(cards)} cards, but the deck has only {whole.total()}."

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card (`?`) in the state with a card that isn't anywhere else in it.

        The cards are chosen from the deck at random with `rng`.
        """
        unseen = Counter(self.deck)
        unseen.subtract(self.list_cards())
        cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
        rng.shuffle(cards)
        more = reversed(cards)
        for name, part in self.lying.items():
            setattr(self, name, part.fill_unknown_cards(getattr(self, name), more))

    def copy_with_cards_filled_in(self, rng: Random) -> Self:
        """Return a copy in which all unknown cards are filled in by `fill_unknown_cards`."""
        state = self.copy()
        state.fill_unknown_cards(rng)
        return state

    # -- positions -------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, options: Options, seats: int, position: Mapping[str, Any]) -> Self:
        """Build the state from a position. Raises BadText or BadPosition."""
        reading = _make_lazy_class(cls)(options, seats, position)  # type: ignore[arg-type]
        found = vars(reading)
        for name, part in cls.parts.items():
            if name not in found:
                found[name] = part.load_from_position(reading, position)
        state: Self = cls.copy(reading)
        if state.match.dealer is None and state.phase != "dealer":
            raise BadPosition("A hand has been dealt, so “match” needs a “dealer”.")
        if "over" not in position.get("match", {}):
            state.match.over = state.phase == "over"
        if state.match.over != (state.phase == "over"):
            raise BadPosition("A match must be “over” in the phase “over”, and in no other phase.")
        if state.match.winners and not state.match.over:
            raise BadPosition("Only a match that’s over can have “winners”.")
        for reason in chain(state.explain_surplus_cards(), state.list_contradictions()):
            raise BadPosition(reason)
        return state

    def position(self, seat: int | None = None, whole: bool = True) -> dict[str, Any]:
        """Return the state as a position: all of it, or with `whole=False` only what `seat` can see."""
        raise TypeError("Each game’s state class gets its own version of this method.")

    def list_awaited_seats(self) -> Sequence[int]:
        """Return the seats whose turn it is, which follow from the phase and `turn`.

        Before a deal and between deals, it's the DEALER. When the match is over, there are none. Some games override
        this method.
        """
        if self.phase == "over":
            return ()
        return (self.turn,) if self.is_dealt and self.phase != "between" else (DEALER,)

    def list_contradictions(self) -> Iterator[str]:
        """Yield the reasons why no deal could reach this position, or why play couldn't continue from it.

        `explain_surplus_cards` checks the number of cards separately.
        """
        return iter(())


def _compile_parts(cls: type[State]) -> None:
    """Replace the part declarations of a class with plain attributes, and generate fast methods for them.

    These methods copy a state, clear it for a new deal, and build its position. Bots call them thousands of times.
    """
    declared = {name: part for name, part in vars(cls).items() if isinstance(part, StatePart)}
    for name in declared:
        delattr(cls, name)
    cls.parts = {**declared, **{name: part for name, part in cls.parts.items() if name not in declared}}
    cls.keys = {part.key: part for part in cls.parts.values() if part.key}
    cls.lying = {name: part for name, part in cls.parts.items() if part.lying}
    lines = [f"new.{name} = {part.copied.format(f'self.{name}')}" for name, part in cls.parts.items()]
    passing = [part for part in cls.parts.values() if not part.lasting]
    fresh = [f"self.{one.name} = fresh_{one.name}{'(self)' * callable(one.fresh)}" for one in passing]
    scope: dict[str, Any] = {"cls": cls, "make": cls.__new__}
    scope |= {f"fresh_{part.name}": part.fresh for part in passing}
    for part in cls.keys.values():
        scope |= {f"see_{part.name}": part.see, f"write_{part.name}": part.dump_position_value}
    exec(COPY.format(lines="\n    ".join(lines)), scope)
    exec(CLEAR.format(lines="\n    ".join(fresh) or "pass"), scope)
    exec(
        POSITION.format(whole=_write_position_code(cls, whole=True), seen=_write_position_code(cls, whole=False)),
        scope,
    )
    cls.copy, cls.clear, cls.position = (scope[name] for name in ("copy", "clear", "position"))  # type: ignore[method-assign]


COPY = """
def copy(self):
    new = make(cls)
    new.options, new.seats = self.options, self.seats
    {lines}
    return new
"""
CLEAR = """
def clear(self):
    {lines}
"""
POSITION = """
def position(self, seat=None, whole=True):
    if whole:
        return {{{whole}}}
    return {{{seen}}}
"""


def _write_position_code(cls: type[State], whole: bool) -> str:
    """Return Python source code that converts a state to a position: the items of a dict, as a string.

    If `whole` is False, the code hides what the seat in the variable `seat` can't see.
    """
    said = []
    for key, part in cls.keys.items():
        value = f"self.{part.name}"
        if not whole and part.see is not None:
            value = f"see_{part.name}(self, seat, {value})"
        as_it_is = type(part).dump_position_value is StatePart.dump_position_value
        said.append(f"{key!r}: {part.copied.format(value) if as_it_is else f'write_{part.name}(self, {value})'}")
    return ", ".join(said)


_compile_parts(State)


class _LazyState:
    """A stand-in for a state that is being loaded from a position. It loads each part when it's first used.

    So a part can depend on the values of other parts, no matter in which order the parts are declared.
    """

    def __init__(self, options: Options, seats: int, said: Mapping[str, Any]) -> None:
        self.options, self.seats, self.said = options, seats, said

    def __getattr__(self, name: str) -> Any:
        part: StatePart[Any] | None = type(self).parts.get(name)  # type: ignore[attr-defined]
        if part is None:
            raise AttributeError(name)
        value = self.__dict__[name] = part.load_from_position(self, self.said)
        return value


@cache
def _make_lazy_class(cls: Any) -> Any:
    return type(f"{cls.__name__}Reading", (_LazyState, cls), {})
