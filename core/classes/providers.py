"""Providers of classes for people, learning, and the workshop; the one for practice is in `progress`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from core.authoring.puzzles.usage import PuzzleAssignment, PuzzleUsage, puzzle_usage
from core.classes import enrolment, progress
from core.classes.export import export
from core.learn.lesson_assignments import LessonAssignment, LessonAssignments, lesson_assignments
from core.people.models import Person
from core.people.person_data import InProgress, PersonData, RowCount, person_data
from core.people.requests import HttpRequest
from games.engine.game import Game


@person_data.register
class ClassData(PersonData):
    """The classes that a person teaches and attends."""

    name = "classes"
    models = ("classes.Assignment", "classes.Pupil", "classes.Teacher")

    def export(self, person: Person) -> Any:
        return export(person)

    def counts(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.classes_taught.count(), "class you teach", "classes you teach")
        yield RowCount(person.pupil_of.count(), "class you are in", "classes you are in")

    def in_progress(self, request: HttpRequest) -> Iterable[InProgress]:
        return progress.under_way(request)

    def home_url(self, person: Person) -> str:
        return progress.home(person)

    def deleted_with(self, people: Iterable[Person]) -> Iterable[QuerySet[Any]]:
        return enrolment.deleted_with(people)


@lesson_assignments.register
class AssignedLessons(LessonAssignments):
    """Lessons of assignments."""

    def find(self, request: HttpRequest, code: str, game: Game[Any], lesson: str) -> LessonAssignment | None:
        return progress.lesson_assignment(request, code, game)


@puzzle_usage.register
class AssignmentUsage(PuzzleUsage):
    """Puzzles that classes have as assignments."""

    def assignments(self, person: Person, puzzles: Sequence[int]) -> Iterable[PuzzleAssignment]:
        return progress.puzzle_assignments(person, puzzles)
