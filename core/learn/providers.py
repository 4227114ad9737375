"""The learn app's provider of a person's data for the people app: done steps, and courses in progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.learn import models, progress
from core.people.models import Person
from core.people.person_data import InProgress, PersonDataProvider, RowCount, person_data
from core.people.requests import HttpRequest


@person_data.register
class LearningData(PersonDataProvider):
    """The steps that a person has done."""

    name = "learning"
    models = ("learn.StepDone",)

    def export(self, person: Person) -> Any:
        return models.export_progress(person)

    def count_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.steps_done.count(), "step of a lesson", "steps of lessons")

    def list_in_progress(self, request: HttpRequest) -> Iterable[InProgress]:
        return progress.list_courses_in_progress(request)
