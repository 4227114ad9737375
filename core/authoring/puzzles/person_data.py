"""Adds built puzzles to people's data exports, and moves them when two people are merged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from core.authoring.puzzles.models import BuiltPuzzle
from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.people.signals import person_merged


@person_data.register
class BuiltPuzzleDataProvider(PersonDataProvider):
    """Adds the puzzles that a person has built to their data export."""

    name = "workshop"
    models = ("workshop.BuiltPuzzle",)

    def export_person_data(self, person: Person) -> Any:
        return BuiltPuzzle.export_works(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.builtpuzzles.count(), "custom puzzle", "custom puzzles")


@receiver(person_merged)
def merge_puzzles(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the built puzzles of `source` to `target`, when a visitor is merged into a person with an account."""
    BuiltPuzzle.objects.filter(owner=source).update(owner=target)
