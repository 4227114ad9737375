"""Connects collections to other apps: to people's data exports, and to the pages of puzzles and lessons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.authoring.collections import reader_progress
from core.authoring.collections.models import export_collections
from core.learn.lesson_assignments import LessonAssignment, LessonAssignmentProvider, lesson_assignments
from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import AttemptContext, AttemptContextProvider, attempt_contexts
from core.practice.models import Puzzle
from games.engine.game import Game


@person_data.register
class CollectionDataProvider(PersonDataProvider):
    """Adds a person's collections to their data export."""

    name = "collections"
    models = ("collections.Collection",)

    def export_person_data(self, person: Person) -> Any:
        return export_collections(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        singular, plural = "collection", "collections"
        yield RowCount(person.collections.count(), singular, plural)


@attempt_contexts.register
class CollectionPuzzleContextProvider(AttemptContextProvider):
    """Provides the contexts of puzzles that the reader solves as part of a collection.

    A context says for what purpose, and with which limits and links, a puzzle is solved.
    """

    def find_attempt_context(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        return reader_progress.find_puzzle_context(request, code, puzzle)


@lesson_assignments.register
class CollectionLessonProvider(LessonAssignmentProvider):
    """Tells the learn app that the reader takes a lesson as part of a collection.

    The lesson's page then shows the collection's title, and links to the collection's next entry.
    """

    def find_lesson_assignment(
        self, request: HttpRequest, code: str, game: Game[Any], lesson: str
    ) -> LessonAssignment | None:
        return reader_progress.find_lesson_context(request, code, game, lesson)
