"""Tells the people app about a person's tables, for the data export and for the list of what is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.play.models import export_person_tables


@person_data.register
class PlayDataProvider(PersonDataProvider):
    """Provides the tables and seats of a person: their data for the export, and the number of seats."""

    name = "tables"
    models = ("play.Table", "play.Seat", "play.FormerPlayer")

    def export_person_data(self, person: Person) -> Any:
        return export_person_tables(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.seats.count(), "seat at a table", "seats at tables")
