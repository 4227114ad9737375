"""What other apps do when a visitor gets an account, and what they know of a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from core.people.requests import HttpRequest

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.people.models import Person

Merge = Callable[["Person", "Person"], None]
Export = Callable[["Person"], Any]
Count = Callable[["Person"], int]
Going = Callable[[Iterable["Person"]], Iterable["QuerySet[Any]"]]
Authorize = Callable[[str, str], "Person | None"]


class InProgress(NamedTuple):
    """Something that a person is busy with: what it is, where it goes on, and how much of how much is done."""

    title: str
    url: str
    next: str
    done: int
    total: int


Home = Callable[["Person"], str]
Busy = Callable[[HttpRequest], Iterable[InProgress]]

mergers: list[Merge] = []
exporters: dict[str, Export] = {}
counts: dict[tuple[str, str], Count] = {}
authorizers: list[Authorize] = []
busy: list[Busy] = []
homes: list[Home] = []
goings: list[Going] = []


def on_merge(merge: Merge) -> Merge:
    """Call `merge(from_person, into_person)` when a visitor turns out to be somebody with an account.

    It must hand over everything of `from_person`, which is deleted afterwards, in the same transaction.
    """
    if merge not in mergers:
        mergers.append(merge)
    return merge


def on_export(name: str, export: Export) -> Export:
    """Put what `export(person)` returns, something JSON can hold, under `name` into the file a person may take away."""
    if exporters.setdefault(name, export) is not export:
        raise ValueError(f"Two apps export {name!r}.")
    return export


def on_count(one: str, many: str, count: Count) -> None:
    """Let a person be told in short what is kept of them: `count(person)` of "step of a lesson", "steps of lessons"."""
    counts[one, many] = count


def on_own_page(find: Busy) -> None:
    """Show on a person's own page what `find(request)` says they are busy with."""
    if find not in busy:
        busy.append(find)


def on_home(find: Home) -> Home:
    """Lead people who sign in to the address that `find(person)` gives; "" for those who have none there."""
    if find not in homes:
        homes.append(find)
    return find


def on_going(find: Going) -> None:
    """Let `find(people)` name the rows that are deleted with people though they do not hang on them."""
    if find not in goings:
        goings.append(find)


def on_authorization(authorize: Authorize) -> Authorize:
    """Let `authorize(header, scope)` say whom an Authorization header speaks for, or None."""
    if authorize not in authorizers:
        authorizers.append(authorize)
    return authorize
