"""Connects lessons that people write to other apps, such as the data export and the course pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.dispatch import receiver

from core.authoring.lessons import publishing
from core.authoring.lessons.models import Lesson
from core.learn.custom_lessons import CustomLesson, CustomLessonProvider, PublishedLesson, lesson_sources
from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.people.signals import person_merged
from games.engine.game import Game


@person_data.register
class LessonDataProvider(PersonDataProvider):
    """Adds the lessons that a person has written to their data export."""

    name = "lessons"
    models = ("lessons.Lesson",)

    def export_person_data(self, person: Person) -> Any:
        return Lesson.export_works(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.lessons.count(), "custom lesson", "custom lessons")


@receiver(person_merged)
def merge_lessons(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the lessons of `source` to `target`, when a visitor is merged into a person with an account."""
    Lesson.objects.filter(owner=source).update(owner=target)


@lesson_sources.register
class AuthoredLessonProvider(CustomLessonProvider):
    """Provides the learn app with lessons that people have written, so that its pages can list and show them."""

    def find_lesson(self, person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
        return publishing.find_lesson(person, game, slug)

    def list_published_lessons(self, game: Game[Any]) -> Sequence[PublishedLesson]:
        return publishing.list_published_lessons(game)
