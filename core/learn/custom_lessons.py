"""Lessons that people wrote, which aren't part of a game's own course. They come from other apps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.http.decorators import once_per_request
from core.learn.course import LessonStep, get_course
from core.people.identity import get_person
from core.people.models import Person
from core.people.requests import HttpRequest
from core.registry import Registry
from games.engine.game import Game
from games.engine.options import Options


@dataclass(frozen=True)
class CustomLesson:
    """A lesson that a person wrote: its steps (`places`), its house rules, and its author (`by`).

    `back` is the URL to return to. `counts` says whether completed steps are saved. `gone` says that the author has
    unpublished the lesson, so that only people to whom it was assigned can still open it. `newer` is the URL of a newer
    version, or "" if there is none.
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
    """A lesson that is published for everyone: its title, author, and URL."""

    title: str
    by: str
    url: str


class CustomLessonProvider:
    """The interface for apps that have lessons outside of the games' own courses.

    An app registers a subclass that overrides the methods. By default, they find no lessons.
    """

    def find_lesson(self, person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
        """Return the game's lesson with this slug if the person can open it, or None."""
        return None

    def list_published_lessons(self, game: Game[Any]) -> Sequence[PublishedLesson]:
        """Return the lessons of a game that are published for everyone."""
        return ()


lesson_sources: Registry[CustomLessonProvider] = Registry()


def list_published_lessons(game: Game[Any]) -> list[PublishedLesson]:
    """Return the lessons of a game that are published for everyone, from all sources."""
    return [lesson for source in lesson_sources for lesson in source.list_published_lessons(game)]


def find_custom_lesson(person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
    """Return the lesson with this slug outside of the game's own course, if a person can open it, or None.

    Also returns None if the game's own course has a lesson with this slug.
    """
    if any(lesson.slug == slug for lesson in game.lessons):
        return None
    return lesson_sources.find_first_answer(lambda source: source.find_lesson(person, game, slug))


def get_course_or_custom_lesson_steps(game: Game[Any], options: Options, slug: str) -> Sequence[LessonStep]:
    """Return the steps of the lesson with this slug, or () if there is none.

    It's a lesson of the game's own course under these house rules, or else a lesson that a person wrote and that
    everyone can open.
    """
    found = None if slug in get_course(game, options) else find_custom_lesson(None, game, slug)
    return found.places if found else get_course(game, options).get(slug, ())


@once_per_request
def find_custom_lesson_for_reader(request: HttpRequest, game: Game[Any], slug: str) -> CustomLesson | None:
    """Return the lesson with this slug outside of the game's own course, if the reader can open it, or None."""
    return find_custom_lesson(get_person(request), game, slug)
