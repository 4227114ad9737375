"""Lessons that are not of a game's own course: another app finds them by what stands in their place in an address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.learn.course import LessonStep, course
from core.people.identity import person_of
from core.people.models import Person
from core.people.requests import HttpRequest
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
class Shared:
    """A lesson that somebody has written for everybody."""

    title: str
    by: str
    url: str


Find = Callable[["Person | None", Game[Any], str], "CustomLesson | None"]
_finders: list[Find] = []


def on_lent(find: Find) -> Find:
    """Let `find(person, game, slug)` say which lesson of a game this is for a person; None if it knows of none."""
    if find not in _finders:
        _finders.append(find)
    return find


Share = Callable[[Game[Any]], Sequence[Shared]]
_sharers: list[Share] = []


def on_shared(share: Share) -> Share:
    """Let `share(game)` say which lessons people have written for everybody."""
    if share not in _sharers:
        _sharers.append(share)
    return share


def shared(game: Game[Any]) -> list[Shared]:
    """The lessons of a game that people have written for everybody."""
    return [one for share in _sharers for one in share(game)]


def lent(person: Person | None, game: Game[Any], slug: str) -> CustomLesson | None:
    """The lesson that is called so, if it is not one of the game's course."""
    if any(lesson.slug == slug for lesson in game.lessons):
        return None
    return next((found for find in _finders if (found := find(person, game, slug))), None)


def places_of(game: Game[Any], options: Options, slug: str) -> Sequence[LessonStep]:
    """The steps of a lesson, of the course by these house rules or of somebody's; none if there is none."""
    found = None if slug in course(game, options) else lent(None, game, slug)
    return found.places if found else course(game, options).get(slug, ())


def lent_to(request: HttpRequest, game: Game[Any], slug: str) -> CustomLesson | None:
    """The same for the reader; it is looked for once a request."""
    found: dict[str, CustomLesson | None] = request.__dict__.setdefault("_lent", {})
    if slug not in found:
        found[slug] = lent(person_of(request), game, slug)
    return found[slug]
