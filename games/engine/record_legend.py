"""Record legends: texts that explain a game's match records to people who don't know its code.

A record has only options, moves, and results. The rulebook says which moves are legal, and the file `record.md` in the
game's folder explains what the text of a move or a result means:

    An introduction to the match, for a reader who knows the rulebook.

    ## Moves

    ### deal
    All {number} cards; which seat gets the first one, and where the other cards go.

    ### high, low
    An explanation of both verbs.

    ## Results

    What `winners` and `scores` are.

    ### taken
    By seat, the tricks of this hand.

Each verb needs a heading under `## Moves`, and each fact of a result needs one under `## Results`. A verb that many
games share has its own explanation (`Verb.recorded`), and a paragraph in `record.md` is added after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.engine.game import Game

MOVES, RESULTS = "Moves", "Results"
_PART = re.compile(r"^(#{2,3}) (.+)$", re.MULTILINE)
_GAMES = Path(__file__).resolve().parent.parent


class BadRecordLegend(ValueError):
    """Raised for a malformed `record.md`, a game's explanation of its match records. The message says what's wrong."""


@dataclass(frozen=True)
class RecordLegend:
    """A game's explanations of its match records, in Markdown.

    `match` introduces the match, `verbs` explains each verb, `results` the results in general, and `facts` each fact of
    a result.
    """

    match: str = ""
    verbs: Mapping[str, str] = field(default_factory=dict)
    results: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def parse_legend(text: str) -> RecordLegend:
    """Parse the text of a game's `record.md`. Raises BadRecordLegend."""
    intro, *parts = _PART.split(text)
    said: dict[str, str] = {}
    of: dict[str, dict[str, str]] = {MOVES: {}, RESULTS: {}}
    section = ""
    for mark, title, prose in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if mark == "##":
            if title not in of or title in said:
                raise BadRecordLegend(f"“{title}” can’t be a section here. Use {MOVES} once, then {RESULTS} once")
            section, said[title] = title, prose.strip()
            continue
        for name in title.split(", "):
            if not section or name in of[section]:
                raise BadRecordLegend(f"“{name}” is explained twice, or isn’t in a section")
            of[section][name] = prose.strip()
    return RecordLegend(intro.strip(), of[MOVES], said.get(RESULTS, ""), of[RESULTS])


@cache
def load_legend(game: Game[Any]) -> RecordLegend:
    """Load a game's record legend: the explanations in its verbs, then those in `record.md`. Raises BadRecordLegend."""
    path = _GAMES / game.slug.replace("-", "_") / "record.md"
    written = parse_legend(path.read_text(encoding="utf-8")) if path.exists() else RecordLegend()
    known = {name: verb.recorded for name, verb in game.verbs.items() if verb.recorded}
    of_verbs = {
        name: "\n\n".join(said for said in (known.get(name), written.verbs.get(name)) if said)
        for name in (*game.verbs, *written.verbs)
    }
    return RecordLegend(written.match, of_verbs, written.results, written.facts)


def list_legend_gaps(game: Game[Any]) -> Iterator[str]:
    """Yield a sentence for each gap in a game's record legend, and for each unknown verb in it.

    Checks only what can be checked without playing a match.
    """
    legend = load_legend(game)
    if not legend.match or not legend.results:
        yield "record.md has to say what the match is about, and what winners and scores are."
    for name in {**game.verbs, **legend.verbs}:
        if name not in game.verbs:
            yield f"record.md explains “{name}”, which isn’t a verb."
        elif not legend.verbs[name]:
            yield f"record.md doesn’t explain the verb “{name}”."
