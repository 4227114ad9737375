"""A match in progress: everything there is to know of it, seen from above."""

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
from games.engine.parts import Part, Phase, Schema, Seat, Worked, last_seat, of, refused, some_seats, whole, yes_or_no
from games.engine.view import Zone
from games.errors import BadPosition, BadText
from games.words import often

DEALER = -1
"""The seat that plays for chance: it deals, cuts and shuffles, and its moves are recorded like any other."""
MOST_POINTS = 10**200
"""No score of any match comes to so much; beyond some thousand digits a number could not be written as text."""


@dataclass(frozen=True)
class Result:
    """How one deal ended. `scores` and `winners` are by seat; `clause` is the rule that ended it.

    `facts` are what else there is to say of it, as of an event: the game's `telling` makes the sentence of them, its
    `sheet` the table.
    """

    clause: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    facts: Facts = field(default_factory=dict)

    @property
    def event(self) -> Event:
        """That the deal has ended like this."""
        return Event("result", facts={**self.facts, "clause": self.clause, "winners": list(self.winners)})

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Result:
        """The inverse of `to_json`. Raises KeyError, TypeError, ValueError or OverflowError."""
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
    """What outlasts a deal: whose deal it is, how many were finished, the running score by seat, in the game's points.

    `results` has one entry per finished deal; `over` is set when the match is decided and `winners` says by whom.
    """

    seats: int
    dealer: int | None = None
    deals: int = 0
    scores: list[int] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    over: bool = False
    results: list[Result] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.seats

    @property
    def leading(self) -> tuple[int, ...]:
        """The seats with most points."""
        most = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == most)

    def ended(self, result: Result) -> Event:
        """A deal is finished, and ended like this; the event that tells it."""
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
        new = Match.__new__(Match)  # bots copy thousands of times
        new.seats, new.dealer, new.deals = self.seats, self.dealer, self.deals
        new.scores, new.winners, new.over, new.results = self.scores[:], self.winners, self.over, self.results[:]
        return new


@dataclass
class MatchPart(Part[Match]):
    """The match, with what its scores are as its text. They begin at `first`; with `most` they run from 0.

    Where a position leaves them out, `dealer` and `deals` say who deals and how many deals were finished, and `told` is
    a function of the state that finds the scores in the rest of it.
    """

    text: str = ""
    first: Any = field(default=0, kw_only=True)
    most: Any = field(default=None, kw_only=True)
    dealer: Any = field(default=last_seat, kw_only=True)
    deals: Any = field(default=0, kw_only=True)
    told: Any = field(default=None, kw_only=True)
    copied: ClassVar[str] = "{}.copy()"

    def __post_init__(self) -> None:
        said = f" ({self.text})" if self.text else ""
        self.text = f"an object: dealer, deals, scores{said}, winners, over, results"
        self.fresh, self.lasting = self.fresh or self._begun, True

    def _begun(self, state: State) -> Match:
        return Match(state.seats, scores=[of(state, self.first)] * state.seats)

    def found(self, state: State, position: Mapping[str, Any]) -> Match:
        return self.read(state, position.get(self.key, {}))

    def read(self, state: State, value: Any) -> Match:
        if not isinstance(value, Mapping):
            raise self.refused(value, "an object")
        no_other_keys(value, ("dealer", "deals", "scores", "winners", "over", "results"))
        dealer = value["dealer"] if "dealer" in value else of(state, self.dealer)
        return Match(
            state.seats,
            None if dealer is None else whole("dealer", dealer, 0, state.seats - 1),
            whole("deals", value["deals"], 0, 10_000) if "deals" in value else of(state, self.deals),
            self._scores(state, value),
            some_seats("winners", value.get("winners", []), state.seats),
            yes_or_no("over", value.get("over", False)),
            _results(value.get("results", []), state.seats),
        )

    def _scores(self, state: State, value: Mapping[str, Any]) -> list[int]:
        usual = self.told or (lambda state: self._begun(state).scores)
        scores, most = value["scores"] if "scores" in value else usual(state), of(state, self.most)
        if not isinstance(scores, list) or len(scores) != state.seats or not all(type(one) is int for one in scores):
            raise refused("scores", scores, f"{state.seats} whole numbers")
        if most is not None and not all(0 <= score <= most for score in scores):
            raise refused("scores", scores, f"{state.seats} whole numbers from 0 to {most}")
        if not all(abs(score) <= MOST_POINTS for score in scores):
            raise refused("scores", scores, "numbers that somebody can score")
        return scores[:]

    def write(self, state: State, value: Match) -> dict[str, Any]:
        return value.to_json()

    def shape(self) -> Schema:
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
            "results": {"type": "array", "items": _object(result)},
        }
        return _object(inner)


def _object(properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _results(value: Any, seats: int) -> list[Result]:
    if not isinstance(value, list) or len(value) > 10_000:
        raise refused("results", value, "a list")
    try:
        results = [Result.from_json(one) for one in value]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise refused("results", value, "a list of objects with clause, winners, scores and facts") from None
    for result in results:
        if result.scores is not None and len(result.scores) != seats:
            raise refused("scores", [*result.scores], f"{seats} whole numbers, or null")
        if not all(0 <= seat < seats for seat in result.winners):
            raise refused("winners", [*result.winners], f"seats from 0 to {seats - 1}")
    return results


def no_other_keys(value: Mapping[str, Any], keys: Collection[str]) -> None:
    """Raises BadText if a position, or a part of it, has a key that there is not."""
    for key in value:
        if key not in keys:
            raise BadText("not a key of a position", key, ", ".join(keys))


class State:
    """One match, in the middle of one deal. A game declares the parts of its own; `games.engine.parts` has the kinds.

    `waiting` holds the seats that may move now: one, several at once, or the DEALER alone; it is empty when the match
    is over. `phase` names the part of the turn.
    """

    options: Options
    seats: int
    phase: Phase
    turn: Seat
    """Declared by a game whose players move in turn."""
    match = MatchPart()
    waiting: Worked[tuple[int, ...]] = Worked(lambda state: tuple(state.awaited()), fresh=(DEALER,), lasting=True)
    said: Mapping[str, Any]
    """The position that is read; there only while it is."""

    parts: ClassVar[Mapping[str, Part[Any]]] = {}
    """Every part by name, those of the game first."""
    keys: ClassVar[Mapping[str, Part[Any]]] = {}
    """Those that positions name, by key."""
    lying: ClassVar[Mapping[str, Part[Any]]] = {}
    """Those in which cards lie, by name."""

    def __init__(self, options: Any, seats: int) -> None:
        self.options = options
        self.seats = seats
        for part in self.parts.values():
            if part.lasting:
                setattr(self, part.name, of(self, part.fresh))
        self.clear()

    def __init_subclass__(cls) -> None:
        if any(isinstance(part, Part) for part in vars(cls).values()):
            _take_parts(cls)

    def clear(self) -> None:
        """Take all cards off the table: what does not outlast a deal is as at first."""
        raise TypeError("How is written out for each class.")

    def copy(self) -> Self:
        """An independent copy."""
        raise TypeError("How is written out for each class.")

    @property
    def pack(self) -> Sequence[Card]:
        """All cards that the game is played with at this table."""
        return PACK

    @property
    def aside(self) -> tuple[int, ...]:
        """The seats that may speak up although nobody waits for them: to object, or to put something right."""
        return ()

    @property
    def last_trick(self) -> Zone | None:
        """The trick that was taken last, with who played each card and who took it; None where nobody knows of one."""
        return None

    @property
    def between(self) -> bool:
        """Whether a deal has ended, and the next waits for the players' nod."""
        return self.phase == "between"

    @property
    def deal_number(self) -> int:
        """Which deal of the match this is, from 1; between two deals, the last."""
        return max(1, self.match.deals + (not self.between and not self.match.over))

    @property
    def dealt(self) -> bool:
        """Whether there are cards in the hands, or were in this deal."""
        return self.phase not in ("dealer", "deal")

    def wait_for(self, phase: str, seat: int) -> None:
        """It is this seat's turn to do what the phase asks for."""
        self.phase, self.turn, self.waiting = phase, seat, (seat,)

    def wait_no_more_for(self, seat: int) -> None:
        """One of those who are waited for has done what the phase asks for."""
        place = self.waiting.index(seat)
        self.waiting = self.waiting[:place] + self.waiting[place + 1 :]

    def pause(self) -> None:
        """A deal is over, and the dealer is to deal the next."""
        self.phase, self.waiting = "between", (DEALER,)

    def end(self, winners: Collection[int] = ()) -> None:
        """The match is over, and these seats have won it."""
        self.phase, self.waiting = "over", ()
        self.match.over, self.match.winners = True, tuple(winners)

    def may_move(self, seat: int) -> bool:
        """Return whether this seat can make a move now."""
        return seat in self.waiting or seat in self.aside

    # -- cards -----------------------------------------------------------------------------------

    def cards(self, but: str = "") -> list[Card]:
        """All cards of the table, each as it really is, without those of one part if that is named."""
        cards: list[Card] = []
        for name, part in self.lying.items():
            if name != but:
                cards += part.cards(getattr(self, name))
        return cards

    def too_many(self) -> Iterator[str]:
        """Yield why these cards, some of them unknown, cannot all be of the pack."""
        cards, whole = self.cards(), Counter(self.pack)
        for card, number in Counter(cards).items():
            if card is not UNKNOWN and number > whole[card]:
                has = f"has it {often(whole[card])}" if whole[card] else "has no such card"
                yield f"{card.code} is there {often(number)}, but the deck {has}."
        if len(cards) > whole.total():
            yield f"There are {len(cards)} cards, but the deck has only {whole.total()}."

    def fill(self, rng: Random) -> None:
        """Put in the place of each `?` a card of the pack that lies nowhere else, dealt by `rng`."""
        unseen = Counter(self.pack)
        unseen.subtract(self.cards())
        cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
        rng.shuffle(cards)
        more = reversed(cards)
        for name, part in self.lying.items():
            setattr(self, name, part.filled(getattr(self, name), more))

    def filled(self, rng: Random) -> Self:
        """A copy with nothing unknown, as `fill` leaves it."""
        state = self.copy()
        state.fill(rng)
        return state

    # -- positions -------------------------------------------------------------------------------

    @classmethod
    def read(cls, options: Options, seats: int, position: Mapping[str, Any]) -> Self:
        """The state of a position. Raises BadText or BadPosition."""
        reading = _reader(cls)(options, seats, position)  # type: ignore[arg-type]
        found = vars(reading)
        for name, part in cls.parts.items():
            if name not in found:
                found[name] = part.found(reading, position)
        state: Self = cls.copy(reading)
        if state.match.dealer is None and state.phase != "dealer":
            raise BadPosition("Somebody has dealt: “match” must say which “dealer”.")
        for reason in chain(state.too_many(), state.impossible()):
            raise BadPosition(reason)
        return state

    def position(self, seat: int | None = None, whole: bool = True) -> dict[str, Any]:
        """Return what a position says of the parts, or (`whole=False`) what `seat` may know of them."""
        raise TypeError("How is written out for each class.")

    def awaited(self) -> Sequence[int]:
        """The seats that may move, as they follow from the rest of a position."""
        if self.phase == "over":
            return ()
        return (self.turn,) if self.dealt and self.phase != "between" else (DEALER,)

    def impossible(self) -> Iterator[str]:
        """Why no deal could come to this position, and nobody could go on from here, apart from `too_many` cards."""
        return iter(())


def _take_parts(cls: type[State]) -> None:
    """Take the declarations out of a class, so that its objects have plain attributes; write out how they are copied,
    how they begin a deal, and what a position says of them. Bots do all of it thousands of times.
    """
    declared = {name: part for name, part in vars(cls).items() if isinstance(part, Part)}
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
        scope |= {f"see_{part.name}": part.see, f"write_{part.name}": part.write}
    exec(COPY.format(lines="\n    ".join(lines)), scope)
    exec(CLEAR.format(lines="\n    ".join(fresh) or "pass"), scope)
    exec(POSITION.format(whole=_written(cls, whole=True), seen=_written(cls, whole=False)), scope)
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


def _written(cls: type[State], whole: bool) -> str:
    """Return what a position says of each part, as the inside of a dictionary in Python."""
    said = []
    for key, part in cls.keys.items():
        value = f"self.{part.name}"
        if not whole and part.see is not None:
            value = f"see_{part.name}(self, seat, {value})"
        as_it_is = type(part).write is Part.write
        said.append(f"{key!r}: {part.copied.format(value) if as_it_is else f'write_{part.name}(self, {value})'}")
    return ", ".join(said)


_take_parts(State)


class _Reading:
    """A state of which each part is read from a position when it is first asked for, by itself or for another."""

    def __init__(self, options: Options, seats: int, said: Mapping[str, Any]) -> None:
        self.options, self.seats, self.said = options, seats, said

    def __getattr__(self, name: str) -> Any:
        part: Part[Any] | None = type(self).parts.get(name)  # type: ignore[attr-defined]
        if part is None:
            raise AttributeError(name)
        value = self.__dict__[name] = part.found(self, self.said)
        return value


@cache
def _reader(cls: Any) -> Any:
    return type(f"{cls.__name__}Reading", (_Reading, cls), {})
