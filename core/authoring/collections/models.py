"""Collections: puzzles and lessons, in an order that the collection's owner has chosen."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

import games
from core.authoring.lessons.models import LessonVersion
from core.authoring.puzzles.models import LONGEST_TITLE, PuzzleVersion, find_published_version, item_code
from core.people.models import Person
from core.people.signals import person_merged
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.lesson import Lesson

Published = PuzzleVersion | LessonVersion
"""A published version of a built puzzle or of a custom lesson."""


class Collection(models.Model):
    """Puzzles and lessons, in an order that the owner has chosen. Anyone with the link can open the collection."""

    code = models.CharField(max_length=20, unique=True, default=item_code, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="collections")
    title = models.CharField(max_length=LONGEST_TITLE)
    changed = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("collections:collection", args=[self.code])

    @property
    def editor_url(self) -> str:
        """The URL where the owner edits the collection."""
        return reverse("collections:arrange", args=[self.code])


class CollectionEntry(models.Model):
    """An entry in a collection: a puzzle, a version of a custom lesson (`written`), or a lesson of a game's own course.

    `game` and `lesson` (its slug) say which lesson of which course. If the author of a built puzzle or custom lesson
    publishes a newer version, the entry keeps the old one.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, null=True, related_name="collected")
    written = models.ForeignKey(LessonVersion, on_delete=models.PROTECT, null=True, related_name="collected")
    game = models.SlugField(max_length=40, blank=True)
    lesson = models.SlugField(max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "puzzle"], name="collected_once"),
            models.CheckConstraint(
                name="one_thing_at_a_place",
                condition=Q(puzzle__isnull=False, written=None, lesson="")
                | Q(puzzle=None, written__isnull=False, lesson="")
                | (Q(puzzle=None, written=None) & ~Q(game="") & ~Q(lesson="")),
            ),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.collection}, {self.number}"

    @property
    def engine_game(self) -> Game[Any]:
        """The entry's game. Raises NoSuchGame if the site no longer has it."""
        if self.puzzle:
            return self.puzzle.engine_game
        return self.written.lesson.engine_game if self.written else games.get(self.game)

    @property
    def published_version(self) -> Published | None:
        """The published version of a built puzzle or custom lesson, or None for the site's own puzzles and lessons."""
        return find_published_version(self.puzzle) if self.puzzle else self.written

    @property
    def course_lesson(self) -> Lesson | None:
        """The lesson of the game's course, or None if the entry is something else or the course no longer has it."""
        return next((one for one in self.engine_game.lessons if one.slug == self.lesson), None)

    @property
    def lesson_slug(self) -> str:
        """The lesson's name in URLs, or "" for a puzzle."""
        return self.written.slug if self.written else self.lesson

    @property
    def is_lesson(self) -> bool:
        return bool(self.lesson_slug)

    @property
    def url(self) -> str:
        """The URL where the puzzle is solved or the lesson is taken."""
        if self.puzzle:
            return self.puzzle.get_absolute_url()
        return reverse("learn:lesson", args=[self.engine_game.slug, self.lesson_slug])

    @property
    def name(self) -> str:
        """The entry's name in the API and in forms: a puzzle's code, or a lesson's game and slug."""
        return self.puzzle.code if self.puzzle else f"{self.engine_game.slug}/{self.lesson_slug}"

    @property
    def version_independent_key(self) -> tuple[Any, ...]:
        """A key that is the same for all versions of the entry's puzzle or lesson."""
        work = self.published_version.authored_work if self.published_version else None
        return (type(work), work.pk) if work else (self.puzzle_id, self.game, self.lesson)

    @property
    def title(self) -> str:
        """The author's title or, if there is none, the title of the puzzle's theme or of the lesson."""
        if self.published_version and self.published_version.title:
            return self.published_version.title
        if self.puzzle:
            return self.puzzle.engine_theme.title
        return self.course_lesson.title if self.course_lesson else self.lesson_slug


@receiver(person_merged)
def merge_collections(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the collections of `source` to `target`, when a visitor is merged into a person with an account."""
    Collection.objects.filter(owner=source).update(owner=target)


def export_collections(person: Person) -> list[dict[str, Any]]:
    """Return the code, title, and names of the entries of each of a person's collections, for the data export."""
    return [
        {"code": one.code, "title": one.title, "entries": [entry.name for entry in one.entries.all()]}
        for one in person.collections.prefetch_related("entries__puzzle", "entries__written__lesson")
    ]
