"""Lessons that people write: a draft in the format of the site's own lesson files, and versions that don't change."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils import timezone

from core.authoring.puzzles.models import LONGEST_TITLE, AuthoredWork, DraftChange


class Lesson(AuthoredWork):
    """A lesson that a person writes. `core.authoring.lessons.drafts` describes the format of its draft."""

    called = "lesson"
    most = 200
    opened_at, made_at = "lessons:lesson", "lessons:editor"

    @property
    def newest_version(self) -> LessonVersion | None:
        """The version that the lesson's link opens, or None if the lesson was never published."""
        return self.versions.order_by("-number").first()

    def publish(self, engine: int) -> LessonVersion:
        """Create and return the next version from the current draft. The lesson's row has to be locked.

        `engine` is the version of the game's rules, which is stored with the lesson's version.
        """
        newest = self.newest_version
        number = newest.number + 1 if newest else 1
        return LessonVersion.objects.create(
            lesson=self, number=number, draft=self.draft, title=self.title, engine=engine
        )


class LessonChange(DraftChange):
    """A stored draft of a lesson, so that its author can undo and redo changes."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lesson", "number"], name="lesson_changes_are_counted")]


class LessonVersion(models.Model):
    """A published version of a lesson, which doesn't change. `engine` is the version of the game's rules."""

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
    def authored_work(self) -> Lesson:
        """The lesson of which this is a version."""
        return self.lesson

    @property
    def slug(self) -> str:
        """The version's name in URLs."""
        return f"{self.lesson.code}-{self.number}"

    @property
    def page_url(self) -> str:
        """The URL where students take this version."""
        return reverse("learn:lesson", args=[self.lesson.game, self.slug])
