"""Tells the people app about a person's progress in lessons, for the data export and the account page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.learn import models, progress
from core.people.models import Person
from core.people.person_data import ActivityInProgress, PersonDataProvider, RowCount, person_data
from core.people.requests import HttpRequest


@person_data.register
class LearningDataProvider(PersonDataProvider):
    """Provides the lesson steps that a person has completed, and the courses that they've started but not finished."""

    name = "learning"
    models = ("learn.StepDone",)

    def export_person_data(self, person: Person) -> Any:
        return models.export_progress(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.steps_done.count(), "step of a lesson", "steps of lessons")

    def list_activities_in_progress(self, request: HttpRequest) -> Iterable[ActivityInProgress]:
        return progress.build_activities_in_progress(request)
