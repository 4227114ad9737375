"""The registry that lets apps export, count, and delete a person's data, and list their activities in progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from core.people.requests import HttpRequest
from core.registry import Registry

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.people.models import Person


class ActivityInProgress(NamedTuple):
    """Something that a person hasn't finished yet, such as a course.

    It has a title, the URL of its page, what's next, and how much of it is done.
    """

    title: str
    url: str
    next: str
    done: int
    total: int


class RowCount(NamedTuple):
    """The number of rows of one kind, with the noun for them in the singular and plural."""

    number: int
    singular: str
    plural: str

    def __str__(self) -> str:
        return f"{self.number} {self.singular if self.number == 1 else self.plural}"


class PersonDataProvider:
    """The interface through which an app tells the people app what it stores about a person.

    Each app with a foreign key to Person registers a subclass.
    """

    name = ""
    """The key of this app's data in the export."""
    models: tuple[str, ...] = ()
    """Labels of the models with a foreign key to Person that this provider covers, such as "practice.Attempt"."""

    def export_person_data(self, person: Person) -> Any:
        """Return this app's data about a person as JSON."""
        return None

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        """Return how many rows this app stores for a person, for each kind of row."""
        return ()

    def list_activities_in_progress(self, request: HttpRequest) -> Iterable[ActivityInProgress]:
        """Return what the reader is working on, for the reader's account page."""
        return ()

    def get_url_after_login(self, person: Person) -> str:
        """Return the URL of the page that this person sees after signing in, or "" for the default page."""
        return ""

    def list_extra_rows_to_delete(self, people: Iterable[Person]) -> Iterable[QuerySet[Any]]:
        """Return querysets of further rows to delete: those that belong to these people without a foreign key."""
        return ()


person_data: Registry[PersonDataProvider] = Registry()
