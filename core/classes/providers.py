"""Connects classes to other apps, so that these apps don't have to import this one.

Each class here is registered with another app, which calls its methods. The people app asks for a person's classes, the
learn app for the assignment of a lesson, and the authoring app for the assignments that use a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from core.authoring.puzzles.publishing_warnings import PuzzleAssignment, PuzzleUsageProvider, puzzle_usage
from core.classes import enrollment, progress
from core.classes.export import export_classes
from core.learn.lesson_assignments import LessonAssignment, LessonAssignmentProvider, lesson_assignments
from core.people.models import Person
from core.people.person_data import ActivityInProgress, PersonDataProvider, RowCount, person_data
from core.people.requests import HttpRequest
from games.engine.game import Game


@person_data.register
class ClassDataProvider(PersonDataProvider):
    """Tells the people app about the classes that a person teaches and attends.

    It's used for the export and deletion of a person's data, for the account page, and for the page after signing in.
    """

    name = "classes"
    models = ("classes.Assignment", "classes.Student", "classes.Teacher")

    def export_person_data(self, person: Person) -> Any:
        return export_classes(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.classes_taught.count(), "class you teach", "classes you teach")
        yield RowCount(person.student_of.count(), "class you’re in", "classes you’re in")

    def list_activities_in_progress(self, request: HttpRequest) -> Iterable[ActivityInProgress]:
        return progress.list_unfinished_assignments(request)

    def get_url_after_login(self, person: Person) -> str:
        return progress.find_homework_url(person)

    def list_extra_rows_to_delete(self, people: Iterable[Person]) -> Iterable[QuerySet[Any]]:
        return enrollment.list_rows_deleted_with_people(people)


@lesson_assignments.register
class AssignmentLessonProvider(LessonAssignmentProvider):
    """Tells the learn app which assignment a lesson was opened for, so that the assignment's house rules apply."""

    def find_lesson_assignment(
        self, request: HttpRequest, code: str, game: Game[Any], lesson: str
    ) -> LessonAssignment | None:
        return progress.find_lesson_assignment(request, code, game)


@puzzle_usage.register
class ClassPuzzleUsageProvider(PuzzleUsageProvider):
    """Tells the authoring app which assignments use a puzzle that a person has built."""

    def list_puzzle_assignments(self, person: Person, puzzles: Sequence[int]) -> Iterable[PuzzleAssignment]:
        return progress.list_puzzle_assignments(person, puzzles)
