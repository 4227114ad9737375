"""The Person model: one row per visitor, with or without an account."""

from __future__ import annotations

import secrets
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from core.http.deleted_rows import delete_with_retries
from core.http.time_zone import format_utc
from core.people.person_data import person_data
from core.people.signals import person_merged

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is misread on paper
NOBODYS_NAME = "Guest"
PREFERENCES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "theme": ("auto", ("auto", "light", "dark")),
    "four_colour": (False, (True, False)),
    "motion": ("auto", ("auto", "full", "none")),
    "pace": ("auto", ("auto", "brisk", "steady", "gentle")),
}


def generate_random_code(length: int) -> str:
    """Return a random code of `length` letters and digits. With ten characters or more, it can't be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_code() -> str:
    return generate_random_code(12)


class PersonQuerySet(models.QuerySet["Person"]):
    def without_account(self) -> PersonQuerySet:
        """Return people without an account, who are identified only by their browser's session."""
        return self.filter(user=None)

    def visitors_without_stored_data(self) -> PersonQuerySet:
        """Return visitors without a name and without rows in any other table."""
        found = self.without_account().filter(name="")
        for relation in Person._meta.related_objects:
            theirs = relation.related_model._default_manager.filter(**{relation.field.name: models.OuterRef("pk")})
            found = found.filter(~models.Exists(theirs))
        return found


class Person(models.Model):
    """A visitor for whom something is stored, with or without an account."""

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="person"
    )
    name = models.CharField(max_length=40, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    seen = models.DateTimeField(default=timezone.now, editable=False)

    objects = PersonQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name that others see, which is never the username. A person without a name gets a default name."""
        return self.name or NOBODYS_NAME

    def get_preference(self, name: str) -> Any:
        """Return this person's value of a preference, or its default. Raises KeyError for an unknown preference."""
        usual, allowed = PREFERENCES[name]
        chosen = self.preferences.get(name, usual)
        return chosen if chosen in allowed else usual

    @property
    def style_attributes(self) -> dict[str, str]:
        """The display preferences that differ from the defaults, as data attributes that the style sheets use.

        It's a dict from an attribute's name to its value.
        """
        said = {True: "on", False: "off"}
        return {
            name.replace("_", "-"): said[self.get_preference(name)]
            if name == "four_colour"
            else self.get_preference(name)
            for name, (usual, _) in PREFERENCES.items()
            if self.get_preference(name) != usual
        }

    def save_preferences(self, **wishes: Any) -> None:
        """Save this person's preferences, given by name. Raises ValueError for an unknown preference or value."""
        for name, value in wishes.items():
            if name not in PREFERENCES or value not in PREFERENCES[name][1]:
                raise ValueError(f"The preference “{name}” can’t be “{value}”.")
        self.preferences = {**self.preferences, **wishes}
        self.save(update_fields=["preferences"])

    def merge_into(self, other: Person) -> None:
        """Move everything that is stored about this person to another person, and delete this one."""
        with transaction.atomic():
            person_merged.send(sender=Person, source=self, target=other)
            other.preferences = {**self.preferences, **other.preferences}
            other.name = other.name or self.name
            other.created = min(self.created, other.created)
            other.save()
            self.delete()

    def export_stored_data(self) -> dict[str, Any]:
        """Return everything stored about this person as JSON."""
        me = {
            "code": self.code,
            "name": self.name,
            "username": self.user.get_username() if self.user else None,
            "email": self.user.email if self.user else None,
            "preferences": self.preferences,
            "created": format_utc(self.created),
            "seen": format_utc(self.seen),
        }
        return {
            "person": me,
            **{data.name: data.export_person_data(self) for data in sorted(person_data, key=attrgetter("name"))},
        }

    def list_data_descriptions(self) -> list[str]:
        """Return short descriptions of what is stored about this person, or [] if nothing is."""
        counts = [count for data in person_data for count in data.count_person_rows(self)]
        return [f"the name {self.name}"] * bool(self.name) + [str(count) for count in counts if count.number]

    def delete_with_all_data(self) -> None:
        """Delete this person with their account and all dependent rows."""

        def delete_person_and_user() -> None:
            person = Person.objects.select_for_update(of=("self",)).select_related("user").filter(pk=self.pk).first()
            if not person:
                return
            person.delete()
            if person.user:
                person.user.delete()

        delete_with_retries(delete_person_and_user)
