"""Events: what the table saw when a move was made."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.cards import codes
from games.engine.move import Group


class Event(NamedTuple):
    """One thing that happened, told with seat numbers as `{0}`, `{1}`… where names belong.

    `secret` is what only the seats in `seen_by` learn; everybody else is told `text`.
    """

    kind: str
    text: str
    seat: int | None = None
    cards: Group = ()
    seen_by: tuple[int, ...] | None = None
    secret: str = ""

    def for_seat(self, seat: int | None) -> Event:
        """The event as this seat (None: a bystander) may know it."""
        if self.seen_by is None:
            return self
        if seat in self.seen_by:
            return Event(self.kind, self.secret or self.text, self.seat, self.cards)
        return Event(self.kind, self.text, self.seat)

    def told(self, names: list[str]) -> str:
        """The sentence with the players' names in it."""
        text = self.text
        for seat, name in enumerate(names):
            text = text.replace(f"{{{seat}}}", name)
        return text

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "seat": self.seat, "text": self.text, "cards": codes(self.cards)}
