"""Warnings before a puzzle is republished: classes that have it as an assignment, and an identical public puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format

from core.authoring.puzzles.drafts import PuzzleDraft
from core.authoring.puzzles.issues import Issue
from core.authoring.puzzles.models import BuiltPuzzle, PuzzleVersion, Visibility
from core.people.models import Person
from core.registry import Registry
from games.engine.puzzle import Setup
from games.errors import RulesError

COMPARED = 200
"""The maximum number of other public puzzles that a draft is compared to, newest first."""


@dataclass(frozen=True)
class PuzzleAssignment:
    """A class that has a puzzle as an assignment. `until` is None if the assignment has no due date."""

    classroom: str
    until: datetime | None
    url: str


class PuzzleUsageProvider:
    """The interface for apps that can assign built puzzles to classes.

    An app overrides the method. By default, it returns no assignments.
    """

    def list_puzzle_assignments(self, person: Person, puzzles: Sequence[int]) -> Iterable[PuzzleAssignment]:
        """Return the current assignments of a person's classes that include any of these puzzles.

        `puzzles` has the primary keys of puzzles.
        """
        return ()


puzzle_usage: Registry[PuzzleUsageProvider] = Registry()


def list_publishing_warnings(item: BuiltPuzzle, draft: PuzzleDraft, versions: Sequence[PuzzleVersion]) -> list[Issue]:
    """Return the warnings that the author sees before a draft is published again.

    They name classes to which an earlier version (one of `versions`) is assigned, and a public puzzle that asks the
    same question.
    """
    return [*_warn_of_assignments(item, versions), *_warn_of_duplicate(item, draft)]


def _warn_of_assignments(item: BuiltPuzzle, versions: Sequence[PuzzleVersion]) -> Iterable[Issue]:
    """Yield a warning for each class that has an earlier version as an assignment."""
    puzzles = [one.puzzle_id for one in versions]
    if not puzzles or item.owner is None:
        return
    for provider in puzzle_usage:
        for one in provider.list_puzzle_assignments(item.owner, puzzles):
            until = f" until {date_format(one.until, 'l, F j')}" if one.until else ""
            sentence = (
                f"This puzzle is assigned to {one.classroom}{until}. "
                f"The class keeps its version when you publish version {len(versions) + 1}."
            )
            yield Issue(False, sentence, links=(("View assignment", one.url),))


def _warn_of_duplicate(item: BuiltPuzzle, draft: PuzzleDraft) -> Iterable[Issue]:
    """Yield a warning if another public puzzle asks the same question."""
    try:
        asked, theme = _serialize_question(draft.puzzle_setup), draft.theme.slug
    except RulesError:
        return
    others = PuzzleVersion.objects.filter(
        item__game=item.game, item__visibility=Visibility.PUBLIC, item__withdrawn=None, puzzle__theme=theme
    )
    others = others.exclude(item=item).filter(puzzle__digest=draft.house_rules.digest())
    for one in others.select_related("item__owner__user", "puzzle").order_by("-pk")[:COMPARED]:
        if _serialize_question(one.puzzle.setup) == asked:
            by = f", by {one.item.owner.display_name}" if one.item.owner else ""
            said = f"This puzzle already exists: “{one.title}”{by}."
            yield Issue(False, said, links=(("View it", one.puzzle.get_absolute_url()),))
            return


def _serialize_question(setup: Setup) -> str:
    """Return a puzzle's question as a string, so that the questions of two puzzles can be compared.

    `setup` is the dict from which the engine builds the puzzle. The question's wording, its clauses, and the order of
    its moves don't matter.
    """
    said = {key: value for key, value in setup.items() if key not in ("question", "clauses")}
    return json.dumps({**said, "moves": sorted(setup.get("moves", []))}, sort_keys=True)
