"""Telling: what happened, in sentences. Each game says once how it tells each kind of event.

    TELLING = {
        "deal": "{seat} deals five cards to each. {caller:seat} calls trumps.",
        "play": "{seat} plays {cards}.",
        "stock": lambda event: "{seat} draws {cards}." if event.cards else "{seat} draws a card.",
        "result": lambda event: BY_CLAUSE[event.facts["clause"]],
    }

Braces take the seat and the cards of the event, and its facts by name. After a colon stands how a fact is said: `seat`
and `seats` as players, `groups` as groups of cards, `capital` with a capital, `many court` as “two courts”. What comes
of it has `{0}` where the name of seat 0 belongs: whoever tells it knows who sits there, and who is listening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import codes
from games.engine.event import Event
from games.engine.state import Result
from games.words import capital, listed, many

Telling = str | Callable[[Event], str]
"""A sentence with braces, or what chooses one; an empty one tells nothing."""

_BRACES = re.compile(r"\{([a-z]\w*)(?::([^}]*))?\}")
_HOW: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "seat": lambda seat: f"{{{seat}}}",
    "seats": lambda seats: listed([f"{{{seat}}}" for seat in seats]),
    "groups": " · ".join,
    "capital": capital,
}

IN_ALL: Mapping[str, Telling] = {
    "dealer": "{seat} is the first dealer.",
    "deal": "The cards are dealt.",
    "result": lambda event: "This was won by {winners:seats}." if event.facts["winners"] else "Nobody has won this.",
}
"""How every game tells these, unless it says otherwise."""

CLOSES = frozenset({"trick", "result"})
"""Events after which something new begins, even if the same player goes on."""


def told(telling: Mapping[str, Telling], event: Event) -> str:
    """An event in a sentence, with `{0}` for the name of seat 0. Raises KeyError if it is of no kind that is told."""
    how = telling[event.kind] if event.kind in telling else IN_ALL[event.kind]
    known = {**event.facts, "cards": codes(event.cards), "seat": f"{{{event.seat}}}"}
    return _BRACES.sub(lambda found: _said(known[found[1]], found[2] or ""), how(event) if callable(how) else how)


def _said(value: Any, how: str) -> str:
    return many(value, how.removeprefix("many ")) if how.startswith("many ") else _HOW[how](value)


def summed_up(telling: Mapping[str, Telling], result: Result) -> str:
    """Return how a deal ended, in a sentence."""
    try:
        return told(telling, result.event)
    except (KeyError, ValueError, TypeError, IndexError):  # read from a position, which may say little of it
        return told({}, result.event)


def _in_cell(name: str, value: object) -> str:
    if value is None:
        return "–"
    return f"{value:+}" if name == "change" and value and isinstance(value, int) else str(value)


@dataclass(frozen=True)
class Sheet:
    """The count of a deal as a table: a line for each player, or for each of `lines`, and columns of facts.

    `columns` has for each head the fact that stands under it, which is a list with a value for each line. What is a
    `change` has its sign.
    """

    head: str
    columns: Mapping[str, str]
    lines: Sequence[str] = ()

    def heads(self) -> tuple[str, ...]:
        return (self.head, *self.columns)

    def rows(self, result: Result) -> list[tuple[str, ...]]:
        """The lines of the table, with `{0}` for the name of seat 0; none if the result has no such facts."""
        columns = []
        for name in self.columns.values():
            values = result.facts.get(name)
            if not isinstance(values, list):
                return []
            columns.append([_in_cell(name, value) for value in values])
        lines = zip(*columns, strict=False)
        return [(self.lines[at] if self.lines else f"{{{at}}}", *line) for at, line in enumerate(lines)]
