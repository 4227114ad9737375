"""The legend: how a record of a game is read by somebody who has not seen its code.

Options, moves and results are all that a record holds. What is legal is in the rulebook; what a text stands for is in
`record.md` of the game's folder:

    What the match is about, for whoever has read the rulebook.

    ## Moves

    ### deal
    All {number} cards; who gets the first one, what becomes of the rest.

    ### high, low
    What goes for both.

    ## Results

    What `winners` and `scores` are.

    ### taken
    By seat, the tricks of this hand.

Under `## Moves` each verb has a heading, under `## Results` each of the facts that results have. A verb that many games
share explains itself (`Verb.recorded`); a paragraph of the game then follows its own.
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


class BadLegend(ValueError):
    """A legend that is not well formed; the text says what is wrong."""


@dataclass(frozen=True)
class Legend:
    """What a game says of its records, in Markdown: of the match, of each verb, of results and each of their facts."""

    match: str = ""
    verbs: Mapping[str, str] = field(default_factory=dict)
    results: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def read_legend(text: str) -> Legend:
    """The legend of a text. Raises BadLegend."""
    intro, *parts = _PART.split(text)
    said: dict[str, str] = {}
    of: dict[str, dict[str, str]] = {MOVES: {}, RESULTS: {}}
    section = ""
    for mark, title, prose in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if mark == "##":
            if title not in of or title in said:
                raise BadLegend(f"“{title}”: there is one section {MOVES}, and one {RESULTS} after it")
            section, said[title] = title, prose.strip()
            continue
        for name in title.split(", "):
            if not section or name in of[section]:
                raise BadLegend(f"“{name}” is explained twice, or outside of a section")
            of[section][name] = prose.strip()
    return Legend(intro.strip(), of[MOVES], said.get(RESULTS, ""), of[RESULTS])


@cache
def legend_of(game: Game[Any]) -> Legend:
    """The legend of a game: what its verbs say of themselves, and what its folder says. Raises BadLegend."""
    path = _GAMES / game.slug.replace("-", "_") / "record.md"
    written = read_legend(path.read_text(encoding="utf-8")) if path.exists() else Legend()
    known = {name: verb.recorded for name, verb in game.verbs.items() if verb.recorded}
    of_verbs = {
        name: "\n\n".join(said for said in (known.get(name), written.verbs.get(name)) if said)
        for name in (*game.verbs, *written.verbs)
    }
    return Legend(written.match, of_verbs, written.results, written.facts)


def unexplained(game: Game[Any]) -> Iterator[str]:
    """Yield what the legend of a game lacks, or has too much, as far as it can be seen without a match."""
    legend = legend_of(game)
    if not legend.match or not legend.results:
        yield "record.md says what the match is about, and what winners and scores are."
    for name in {**game.verbs, **legend.verbs}:
        if name not in game.verbs:
            yield f"record.md explains “{name}”, which is no verb."
        elif not legend.verbs[name]:
            yield f"record.md does not explain the verb “{name}”."
