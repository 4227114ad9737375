"""Adds a person's API tokens to their data export."""

from __future__ import annotations

from typing import Any

from core.api.models import Token
from core.people.models import Person
from core.people.person_data import PersonDataProvider, person_data


@person_data.register
class TokenDataProvider(PersonDataProvider):
    """Adds a person's API tokens to their data export."""

    name = "tokens"

    def export_person_data(self, person: Person) -> Any:
        from core.api.me.serializers import TokenSerializer  # imported late: workers never need the framework

        tokens = Token.kept.active_for(person.user) if person.user else []
        return TokenSerializer(tokens, many=True).data
