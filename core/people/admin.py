"""Admin pages for people and accounts, with search, removal of names, and deletion of all dependent rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from core.admin import DeletionSummaryAdmin
from core.people.models import NOBODYS_NAME, Person, PersonQuerySet
from core.people.person_data import person_data


@admin.register(Person)
class PersonAdmin(DeletionSummaryAdmin):
    list_display = ("display_name", "code", "user", "created", "seen")
    list_filter = ("created", ("user", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("code", "name", "user__username", "user__email")
    readonly_fields = ("code", "created", "seen")
    raw_id_fields = ("user",)
    actions = ("reset_display_names",)

    def list_extra_rows_to_delete(self, chosen: Sequence[Person]) -> Iterator[QuerySet[Any]]:
        return _list_extra_rows_to_delete(chosen)

    @admin.action(description=f"Remove names (others see “{NOBODYS_NAME}”", permissions=["change"])
    def reset_display_names(self, request: HttpRequest, chosen: PersonQuerySet) -> None:
        """Replace the display names of the chosen people with the default name, for names that are offensive.

        The usernames of their accounts stay the same.
        """
        for person in chosen:
            self.log_change(request, person, f"Removed the name “{person.display_name}”.")
        number = chosen.update(name=NOBODYS_NAME)
        messages.info(request, f"{number} name{'' if number == 1 else 's'} removed.")


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(DeletionSummaryAdmin, UserAdmin):  # type: ignore[type-arg]
    """Django's admin for users. Its deletion page counts the rows that are deleted along with an account."""

    def list_extra_rows_to_delete(self, chosen: Sequence[User]) -> Iterator[QuerySet[Any]]:
        return _list_extra_rows_to_delete([*Person.objects.filter(user__in=chosen)])


def _list_extra_rows_to_delete(people: Iterable[Person]) -> Iterator[QuerySet[Any]]:
    return (rows for data in person_data for rows in data.list_extra_rows_to_delete(people))
