"""What apps know of a person: what they keep for them, and what they're busy with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from core.people.requests import HttpRequest
from core.registry import Registry

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.people.models import Person


class InProgress(NamedTuple):
    """Something that a person is busy with: what it is, where it goes on, and how much of how much is done."""

    title: str
    url: str
    next: str
    done: int
    total: int


class RowCount(NamedTuple):
    """How many rows of a kind there are, with the singular and the plural of what they are."""

    number: int
    singular: str
    plural: str

    def __str__(self) -> str:
        return f"{self.number} {self.singular if self.number == 1 else self.plural}"


class PersonData:
    """What an app keeps for people. Each app that has a model with a key to Person registers a subclass."""

    name = ""
    """The key of its export, in the file that a person can download."""
    models: tuple[str, ...] = ()
    """The labels of the models with a key to Person that it answers for, such as "practice.Attempt"."""

    def export(self, person: Person) -> Any:
        """Return as JSON what is kept for a person."""
        return None

    def counts(self, person: Person) -> Iterable[RowCount]:
        """Return how much is kept for a person."""
        return ()

    def in_progress(self, request: HttpRequest) -> Iterable[InProgress]:
        """Return what the reader is busy with, for their own page."""
        return ()

    def home_url(self, person: Person) -> str:
        """Return where this person goes after signing in; "" for the usual page."""
        return ""

    def deleted_with(self, people: Iterable[Person]) -> Iterable[QuerySet[Any]]:
        """Return rows that are deleted with people though they have no key to them."""
        return ()


person_data: Registry[PersonData] = Registry()
