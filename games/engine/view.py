"""What one seat may know, and what a page shows of it.

A `View` is the position with `?` for each card that the seat has not seen. A `Screen` is drawn from a view alone, so
nothing that was hidden can come back.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

Position = dict[str, Any]
"""A position as JSON: text and numbers only; `Game.position_keys` documents its keys."""


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) knows of a table."""

    game: str
    seat: int | None
    position: Position


LAYOUTS = ("fan", "row", "rows", "line", "pile", "trick", "melds")


@dataclass(frozen=True)
class Zone:
    """A place where cards lie, in one of the `LAYOUTS`; `rows` is one of several rows that lie under each other.

    `cards` are card codes from bottom, left or oldest; `owner` is a seat or None; `number` counts an owner's melds from
    1. `seats` says who played each card, where that matters.
    """

    id: str
    layout: str
    label: str
    cards: tuple[str, ...] = ()
    owner: int | None = None
    number: int | None = None
    note: str = ""
    marked: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.cards)


FIELD_KINDS = {
    "cards": "Cards from `zones`, at least `low` and at most `high`: sends their codes, with blanks between them.",
    "tail": "One card of a zone and all that lie above it: sends how many these are.",
    "groups": "The cards of `zones`, put together in groups: sends the codes of each, with ` / ` between the groups.",
    "target": "One of `zones`, each with a number: sends that.",
    "choice": "One of `values`, each a value and its name: sends the value.",
    "place": "One card of a zone, face down or not: sends its place in the zone, from 1.",
    "amount": "A whole number from `low` to `high` in steps of `step`, and never left out: sends that.",
}
"""The kinds of fields, and what each sends."""


@dataclass(frozen=True)
class Field:
    """One part of a move that is built by hand, of a kind of `FIELD_KINDS`.

    `join` is the text put before the value; an optional field has `low` 0, unless it is an amount. In a `wild` field a
    wild card is sent as `X=?`, for the rules to find what it stands for.
    """

    kind: str
    name: str
    label: str
    zones: tuple[str, ...] = ()
    low: int = 1
    high: int = 99
    values: tuple[tuple[str, str], ...] = ()
    join: str = ""
    wild: bool = False
    step: int = 1


@dataclass(frozen=True)
class Action:
    """Something this seat may try now: a verb, its name on a button, a sentence, and the fields it is built from."""

    verb: str
    label: str
    sentence: str
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class SeatNote:
    """What is said of a player beside the name: cards in hand, score, whose turn it is."""

    seat: int
    note: str = ""
    to_move: bool = False
    dealer: bool = False
    score: str = ""


@dataclass(frozen=True)
class Screen:
    """Everything a page or a program needs to draw a table for one seat."""

    seat: int | None
    zones: tuple[Zone, ...]
    seats: tuple[SeatNote, ...]
    prompt: str
    actions: tuple[Action, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    def zone(self, id: str) -> Zone:
        """The zone of this id. Raises KeyError."""
        for zone in self.zones:
            if zone.id == id:
                return zone
        raise KeyError(id)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
