"""Lessons that people write: a draft in the form of the site's own lesson files, and versions that do not change."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from core.people.models import Person
from core.workshop.models import LONGEST_TITLE, Work, WorkChange
from games.errors import HouseError

MOST_LESSONS = 200
"""So many lessons one person keeps."""


class FullShelf(HouseError):
    """Somebody keeps as many lessons as there is room for."""

    def __init__(self) -> None:
        super().__init__(f"You keep {MOST_LESSONS} lessons already. Delete drafts that you do not need any more.")


class Lesson(Work):
    """A lesson that somebody writes; its draft has the form of `core.lessons.drafts`."""

    called = "lesson"
    owner = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="lessons")

    def get_absolute_url(self) -> str:
        return reverse("lessons:lesson", args=[self.code])

    @classmethod
    def begin(cls, owner: Person, game: str, draft: dict[str, Any], title: str = "", origin: str = "") -> Lesson:
        """Begin a lesson. Raises FullShelf."""
        if owner.lessons.count() >= MOST_LESSONS:
            raise FullShelf
        return cls.objects.create(owner=owner, game=game, draft=draft, title=title[:LONGEST_TITLE], origin=origin)

    @property
    def newest(self) -> Version | None:
        """The version that its link opens."""
        return self.versions.order_by("-number").first()

    def publish(self, engine: int) -> Version:
        """Make the next version of the draft as it stands. To be called while the row is locked."""
        newest = self.newest
        number = newest.number + 1 if newest else 1
        return Version.objects.create(lesson=self, number=number, draft=self.draft, title=self.title, engine=engine)


class Change(WorkChange):
    """A change of a lesson."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lesson", "number"], name="lesson_changes_are_counted")]


class Version(models.Model):
    """A lesson as it was published: it is not changed any more. `engine` is the version of the game's rules then."""

    lesson = models.ForeignKey(Lesson, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    draft = models.JSONField()
    title = models.CharField(max_length=LONGEST_TITLE)
    engine = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["lesson", "number"]
        constraints = [models.UniqueConstraint(fields=["lesson", "number"], name="lesson_versions_are_counted")]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"

    @property
    def slug(self) -> str:
        """What it is called in addresses."""
        return f"{self.lesson.code}-{self.number}"


NEWEST = 5


def newest_lessons(person: Person | None) -> list[Lesson]:
    """What this person (None: nobody yet) has written last."""
    return list(person.lessons.prefetch_related("versions")[:NEWEST]) if person else []


def own_lesson(person: Person | None, code: str) -> Lesson:
    """A lesson of this person's. Raises Http404."""
    if person is None:
        raise Http404("There is no such lesson here.")
    return get_object_or_404(Lesson, code=code, owner=person)


def move_lessons(old: Person, new: Person) -> None:
    """Give what one person has written to another."""
    Lesson.objects.filter(owner=old).update(owner=new)


def export_lessons(person: Person) -> list[dict[str, Any]]:
    """What this person has written, as JSON."""
    return [
        {"code": one.code, "title": one.title, "game": one.game, "draft": one.draft} for one in person.lessons.all()
    ]
