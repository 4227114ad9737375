"""What one seat may know, and what a page shows of it.

A `View` is the position with `?` for each card that the seat has not seen. A `Screen` is drawn from a view alone, so
nothing that was hidden can come back.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

Position = dict[str, Any]
"""A position as JSON: text and numbers only; each game's `rules.py` documents its keys."""


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) knows of a table."""

    game: str
    seat: int | None
    position: Position


@dataclass(frozen=True)
class Zone:
    """A place where cards lie. `layout` is one of fan, row, line, pile, trick, grid, melds, chips, ladder.

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


@dataclass(frozen=True)
class Field:
    """One part of a move that is built by hand.

    kind `cards`: cards from `zones`, at least `low` and at most `high`. `tail`: one card of a line and all newer ones;
    its value is their number. `groups`: the cards of `zones` in groups. `target`: one of `zones`; its value is the
    zone's number. `choice`: one of `values`. `join` is the text put before the value; an optional field has `low` 0.
    In a `wild` field a wild card is sent as `X=?`, for the rules to find what it stands for.
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
