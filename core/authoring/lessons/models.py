"""Lessons that people write: a draft in the form of the site's own lesson files, and versions that do not change."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from core.authoring.puzzles.models import LONGEST_TITLE, Work, WorkChange


class Lesson(Work):
    """A lesson that somebody writes; its draft has the form of `core.authoring.lessons.drafts`."""

    called = "lesson"
    most = 200
    opened_at, made_at = "lessons:lesson", "lessons:editor"

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
    def work(self) -> Lesson:
        """What it is a version of."""
        return self.lesson

    @property
    def slug(self) -> str:
        """What it is called in addresses."""
        return f"{self.lesson.code}-{self.number}"
