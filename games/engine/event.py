"""Events: what the table saw when a move was made. They hold no sentence: `games.engine.narration` makes those."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from games.cards import codes
from games.engine.move import Group

Facts = Mapping[str, Any]
"""What is known of something that happened, by name, in values that JSON has: cards as their codes."""
NO_FACTS: Facts = MappingProxyType({})


class Event(NamedTuple):
    """One thing that happened: who did it, with which cards, and what else there is to say of it.

    With `seen_by`, only these seats learn the cards and what is in `secret`; everybody else learns the rest.
    """

    kind: str
    seat: int | None = None
    cards: Group = ()
    facts: Facts = NO_FACTS
    seen_by: tuple[int, ...] | None = None
    secret: Facts = NO_FACTS

    def for_seat(self, seat: int | None) -> Event:
        """The event as this seat (None: a bystander) may know it."""
        if self.seen_by is None:
            return self
        if seat in self.seen_by:
            return Event(self.kind, self.seat, self.cards, {**self.facts, **self.secret})
        return Event(self.kind, self.seat, (), self.facts)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "seat": self.seat, "cards": codes(self.cards), "facts": dict(self.facts)}


did = cache(Event)
"""The event of which no more is to be said than what happened and who did it; made once for each."""
