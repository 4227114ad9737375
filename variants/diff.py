"""Compares two rule sets by their clauses, which are the rules in a game's rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.game import Game
from games.engine.options import Options


@dataclass(frozen=True)
class ChangedClause:
    """A clause whose rulebook text differs between two rule sets, with both texts.

    A text is empty if the clause doesn't apply under that rule set.
    """

    id: str
    title: str
    before: str
    after: str


def list_changed_clauses(game: Game[Any], before: Options, after: Options) -> list[ChangedClause]:
    """Return the clauses whose rulebook text differs between two rule sets, in rulebook order."""
    new = {entry.id: entry for section in game.rulebook.render_sections(after) for entry in section.entries}
    return [
        ChangedClause(entry.id, entry.title, entry.text, new[entry.id].text)
        for section in game.rulebook.render_sections(before)
        for entry in section.entries
        if entry.text != new[entry.id].text
    ]
