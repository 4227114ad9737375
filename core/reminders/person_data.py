"""The personal data in the reminders app: its export."""

from __future__ import annotations

from typing import Any

from core.people.models import Person
from core.people.person_data import PersonDataProvider, person_data
from core.reminders.models import ReminderSettings


@person_data.register
class ReminderDataProvider(PersonDataProvider):
    """Provides the reminders that a person has asked for."""

    name = "reminders"

    def export_person_data(self, person: Person) -> Any:
        chosen = ReminderSettings.objects.filter(user=person.user).first() if person.user else None
        return chosen and chosen.export()
