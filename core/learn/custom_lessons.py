"""Lessons that are not of a game's own course: another app finds them by what stands in their place in an address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.http.decorators import once_per_request
from core.learn.course import LessonStep, course
from core.people.identity import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.registry import Registry
from games.engine.game import Game
from games.engine.options import Options


@dataclass(frozen=True)
class CustomLesson:
    """A lesson by somebody, with the house rules that it is taken by and where one goes back to from it.

    `counts` says whether it is written down what is done of it, `gone` whether it was taken back: then it is only for
    those to whom it was given. `newer` is where there is a newer version.
    """

    places: Sequence[LessonStep]
    options: Options
    by: str
    back: str
    counts: bool = True
    gone: bool = False
    newer: str = ""


@dataclass(frozen=True)
class PublishedLesson:
    """A lesson that a teacher has published for everybody."""

    title: str
    by: str
    url: str


class LessonSource:
    """What learning asks of apps that keep lessons."""

    def find(self, person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
        """Return the lesson of a game with this slug, if a person may take it."""
        return None

    def published(self, game: Game[Any]) -> Sequence[PublishedLesson]:
        """Return the lessons of a game that people have published for everybody."""
        return ()


lesson_sources: Registry[LessonSource] = Registry()


def published_lessons(game: Game[Any]) -> list[PublishedLesson]:
    """Return the lessons of a game that people have published for everybody."""
    return [lesson for source in lesson_sources for lesson in source.published(game)]


def find_custom_lesson(person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
    """Return the lesson with this slug, if it isn't one of the game's course."""
    if any(lesson.slug == slug for lesson in game.lessons):
        return None
    return lesson_sources.first(lambda source: source.find(person, game, slug))


def places_of(game: Game[Any], options: Options, slug: str) -> Sequence[LessonStep]:
    """The steps of a lesson, of the course by these house rules or of somebody's; none if there is none."""
    found = None if slug in course(game, options) else find_custom_lesson(None, game, slug)
    return found.places if found else course(game, options).get(slug, ())


@once_per_request
def custom_lesson(request: HttpRequest, game: Game[Any], slug: str) -> CustomLesson | None:
    """Return the lesson with this slug for the reader, if it isn't one of the game's course."""
    return find_custom_lesson(get_person(request), game, slug)
