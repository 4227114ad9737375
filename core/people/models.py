"""Person: one row per visitor, with or without an account."""

from __future__ import annotations

import secrets
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from core.http.deleted_rows import retry_deletion
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


def random_code(length: int) -> str:
    """So many letters and digits, drawn at random; ten or more are guessed by nobody."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_code() -> str:
    return random_code(12)


class PersonQuerySet(models.QuerySet["Person"]):
    def visitors(self) -> PersonQuerySet:
        """People without an account: nobody but their browser knows them."""
        return self.filter(user=None)

    def without_traces(self) -> PersonQuerySet:
        """Nameless visitors of whom nothing is kept but that they were here."""
        found = self.visitors().filter(name="")
        for relation in Person._meta.related_objects:
            theirs = relation.related_model._default_manager.filter(**{relation.field.name: models.OuterRef("pk")})
            found = found.filter(~models.Exists(theirs))
        return found


class Person(models.Model):
    """Somebody who came by and did something worth keeping."""

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
        return self.called

    @property
    def called(self) -> str:
        """The name others see. What somebody signs in with is for nobody else."""
        return self.name or NOBODYS_NAME

    def preference(self, name: str) -> Any:
        """Return what this person prefers, or what most do. Raises KeyError for an unknown preference."""
        usual, allowed = PREFERENCES[name]
        chosen = self.preferences.get(name, usual)
        return chosen if chosen in allowed else usual

    @property
    def look(self) -> dict[str, str]:
        """What this person prefers pages to look like, as the attributes that styles go by; only what is not usual."""
        said = {True: "on", False: "off"}
        return {
            name.replace("_", "-"): said[self.preference(name)] if name == "four_colour" else self.preference(name)
            for name, (usual, _) in PREFERENCES.items()
            if self.preference(name) != usual
        }

    def prefer(self, **wishes: Any) -> None:
        """Keep these preferences. Raises ValueError for one that does not exist."""
        for name, value in wishes.items():
            if name not in PREFERENCES or value not in PREFERENCES[name][1]:
                raise ValueError(f"There is no preference {name}={value!r}.")
        self.preferences = {**self.preferences, **wishes}
        self.save(update_fields=["preferences"])

    def merge_into(self, other: Person) -> None:
        """Hand everything over to `other` and be gone."""
        with transaction.atomic():
            person_merged.send(sender=Person, source=self, target=other)
            other.preferences = {**self.preferences, **other.preferences}
            other.name = other.name or self.name
            other.created = min(self.created, other.created)
            other.save()
            self.delete()

    def export(self) -> dict[str, Any]:
        """Everything the house knows of this person."""
        me = {
            "code": self.code,
            "name": self.name,
            "username": self.user.get_username() if self.user else None,
            "email": self.user.email if self.user else None,
            "preferences": self.preferences,
            "created": self.created.isoformat(),
            "seen": self.seen.isoformat(),
        }
        return {"person": me, **{data.name: data.export(self) for data in sorted(person_data, key=attrgetter("name"))}}

    def kept(self) -> list[str]:
        """Return what the house keeps of this person, in short; nothing for somebody of whom there is nothing."""
        counts = [count for data in person_data for count in data.counts(self)]
        return [f"the name {self.name}"] * bool(self.name) + [str(count) for count in counts if count.number]

    def forget(self) -> None:
        """Delete this person, the account, and all that hangs on them."""

        def delete() -> None:
            person = Person.objects.select_for_update(of=("self",)).select_related("user").filter(pk=self.pk).first()
            if not person:
                return
            person.delete()
            if person.user:
                person.user.delete()

        retry_deletion(delete)
