"""Events: what happened when a move was made, as data. `games.engine.narration` turns them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from games.cards import format_cards
from games.engine.move import Group

Facts = Mapping[str, Any]
"""Details of an event by name, as JSON values. Cards are codes."""
NO_FACTS: Facts = MappingProxyType({})


class Event(NamedTuple):
    """One thing that happened at the table: the kind, the seat, the cards, and further facts.

    With `seen_by`, only these seats learn the cards and the `secret` facts. Everyone else learns only the other facts.
    """

    kind: str
    seat: int | None = None
    cards: Group = ()
    facts: Facts = NO_FACTS
    seen_by: tuple[int, ...] | None = None
    secret: Facts = NO_FACTS

    def for_seat(self, seat: int | None) -> Event:
        """Return the event without the cards and facts that this seat can't know. The seat of a spectator is None."""
        if self.seen_by is None:
            return self
        if seat in self.seen_by:
            return Event(self.kind, self.seat, self.cards, {**self.facts, **self.secret})
        return Event(self.kind, self.seat, (), self.facts)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "seat": self.seat, "cards": format_cards(self.cards), "facts": dict(self.facts)}


build_event = cache(Event)
"""Build an event without further details. Equal events are created only once."""
