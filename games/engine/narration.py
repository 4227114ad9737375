"""Narration: sentences about what happened. Each game declares a sentence for each kind of event.

    NARRATION = {
        "deal": "{seat} deals five cards to each player. {caller:seat} chooses trump.",
        "play": "{seat} plays {cards}.",
        "stock": lambda event: "{seat} draws {cards}." if event.cards else "{seat} draws a card.",
        "result": lambda event: BY_CLAUSE[event.facts["clause"]],
    }

Braces are replaced by the seat or the cards of the event, or by one of its facts. A format can follow a colon: `seat`
or `seats` for players, `groups` for groups of cards, `capital` for a capital letter, `many court` for “two courts”. The
finished sentence has `{0}` for the name of seat 0. The code that calls this module fills in the name, or “you”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import format_cards
from games.engine.event import Event
from games.engine.state import DealResult
from games.words import capitalize_first, join_words, spell_count

EventText = str | Callable[[Event], str]
"""A sentence with braces, or a function that chooses one. An empty sentence means that the log skips the event."""

_BRACES = re.compile(r"\{([a-z]\w*)(?::([^}]*))?\}")
_HOW: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "seat": lambda seat: f"{{{seat}}}",
    "seats": lambda seats: join_words([f"{{{seat}}}" for seat in seats]),
    "groups": " · ".join,
    "capital": capitalize_first,
}


def _describe_winners(winners: Sequence[int]) -> str:
    if not winners:
        return "Nobody wins this hand."
    return f"{{winners:seats}} {'wins' if len(winners) == 1 else 'win'} this hand."


IN_ALL: Mapping[str, EventText] = {
    "dealer": "{seat} is the first dealer.",
    "deal": "The cards are dealt.",
    "result": lambda event: _describe_winners(event.facts["winners"]),
}
"""The sentences for events that every game has. A game can declare its own instead."""

CLOSES = frozenset({"trick", "result"})
"""Kinds of events that end a section of play, even if the same player makes the next move."""


def narrate_event(narration: Mapping[str, EventText], event: Event) -> str:
    """Return the sentence for an event, with `{0}` for the name of seat 0.

    Raises KeyError if there is no sentence for its kind.
    """
    how = narration[event.kind] if event.kind in narration else IN_ALL[event.kind]
    known = {**event.facts, "cards": format_cards(event.cards), "seat": f"{{{event.seat}}}"}
    return _BRACES.sub(
        lambda found: _format_event_value(known[found[1]], found[2] or ""), how(event) if callable(how) else how
    )


def _format_event_value(value: Any, how: str) -> str:
    return spell_count(value, how.removeprefix("many ")) if how.startswith("many ") else _HOW[how](value)


def summarize_result(narration: Mapping[str, EventText], result: DealResult) -> str:
    """Return the sentence for the end of a deal."""
    try:
        return narrate_event(narration, result.event)
    except (KeyError, ValueError, TypeError, IndexError):  # a result read from a position can lack facts
        return narrate_event({}, result.event)


def _format_sheet_cell(name: str, value: object) -> str:
    if value is None:
        return "–"
    return f"{value:+}" if name == "change" and value and isinstance(value, int) else str(value)


@dataclass(frozen=True)
class DealScoreSheet:
    """The layout of a deal's score sheet: a column for each fact, and a line for each player or each of `lines`.

    `columns` maps column headings to names of the result's facts. Each fact's value is a list with one entry per line.
    Entries of the fact `change` are shown with their sign.
    """

    head: str
    columns: Mapping[str, str]
    lines: Sequence[str] = ()

    def list_column_headings(self) -> tuple[str, ...]:
        return (self.head, *self.columns)

    def list_sheet_rows(self, result: DealResult) -> list[tuple[str, ...]]:
        """Return the rows of the score sheet of a finished hand, with `{0}` for the name of seat 0.

        Returns [] if the result lacks a value that the sheet shows.
        """
        columns = []
        for name in self.columns.values():
            values = result.facts.get(name)
            if not isinstance(values, list):
                return []
            columns.append([_format_sheet_cell(name, value) for value in values])
        lines = zip(*columns, strict=False)
        return [(self.lines[at] if self.lines else f"{{{at}}}", *line) for at, line in enumerate(lines)]
