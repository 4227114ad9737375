"""Events: what happened at the table when a move was made, as data; `games.engine.narration` makes sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from games.cards import format_cards
from games.engine.move import Group

Facts = Mapping[str, Any]
"""The details of an event by name, as JSON values: cards as their codes."""
NO_FACTS: Facts = MappingProxyType({})


class Event(NamedTuple):
    """One thing that happened at the table: the kind, the seat that did it, the cards, and further facts.

    With `seen_by`, only these seats learn the cards and the `secret` facts; everyone else learns the other facts.
    """

    kind: str
    seat: int | None = None
    cards: Group = ()
    facts: Facts = NO_FACTS
    seen_by: tuple[int, ...] | None = None
    secret: Facts = NO_FACTS

    def for_seat(self, seat: int | None) -> Event:
        """Return the event without the cards and facts that this seat (None: a spectator) can't know."""
        if self.seen_by is None:
            return self
        if seat in self.seen_by:
            return Event(self.kind, self.seat, self.cards, {**self.facts, **self.secret})
        return Event(self.kind, self.seat, (), self.facts)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "seat": self.seat, "cards": format_cards(self.cards), "facts": dict(self.facts)}


build_event = cache(Event)
"""Return the event of this kind and seat that has no further details; each is created only once."""
