"""What a change of house rules does to a course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from core.learn.course import Place, course
from games.engine.game import Game
from games.engine.options import Options
from variants.services import Consequence


def changed_steps(game: Game[Any], before: Options, after: Options) -> Iterator[Consequence]:
    """The steps that come or go between two rule sets, in the order of the course."""
    old, new = _steps(game, before), _steps(game, after)
    order = [lesson.slug for lesson in game.lessons]
    for key in sorted(old.keys() ^ new.keys(), key=lambda key: (order.index(key[0]), key[1])):
        yield _told(game, old[key], "goes away") if key in old else _told(game, new[key], "is added")


def _steps(game: Game[Any], options: Options) -> dict[tuple[str, int], Place]:
    lessons = course(game, options).values()
    return {(place.lesson.slug, place.number): place for places in lessons for place in places}


def _told(game: Game[Any], place: Place, change: str) -> Consequence:
    title = f"“{place.lesson.title}”, step {place.number + 1}"
    return Consequence("lesson step", title, change, reverse("learn:lesson", args=[game.slug, place.lesson.slug]))
