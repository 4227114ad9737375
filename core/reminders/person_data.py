"""Tells the people app about a person's email reminders, for the data export."""

from __future__ import annotations

from typing import Any

from core.people.models import Person
from core.people.person_data import PersonDataProvider, person_data
from core.reminders.models import ReminderSettings


@person_data.register
class ReminderDataProvider(PersonDataProvider):
    """Provides the email reminders that a person has asked for."""

    name = "reminders"

    def export_person_data(self, person: Person) -> Any:
        chosen = ReminderSettings.objects.filter(user=person.user).first() if person.user else None
        return chosen and chosen.export()
