"""Tells the people app about a person's puzzles, for the data export and for the list of what is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.practice.models import export_practice


@person_data.register
class PracticeDataProvider(PersonDataProvider):
    """Provides a person's answers, attempts, ratings, reviews, and runs."""

    name = "practice"
    models = (
        "practice.Answer",
        "practice.Attempt",
        "practice.Rating",
        "practice.Review",
        "practice.ReviewPlan",
        "practice.Run",
    )

    def export_person_data(self, person: Person) -> Any:
        return export_practice(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.attempts.count(), "answer to a puzzle", "answers to puzzles")
        yield RowCount(person.runs.count(), "timed run", "timed runs")
