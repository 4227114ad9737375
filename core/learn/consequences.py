"""The effects of a change of house rules on a course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from core.learn.course import LessonStep, course
from games.engine.game import Game
from games.engine.lesson import Step
from games.engine.options import Options
from variants.services import Consequence
from variants.signals import rules_compared


@receiver(rules_compared)
def changed_steps(
    sender: Any, game: Game[Any], before: Options, after: Options, **kwargs: Any
) -> Iterator[Consequence]:
    """Yield the steps that are added or removed between two rule sets, in the order of the course."""
    old, new = _steps(game, before), _steps(game, after)
    for step in (step for lesson in game.lessons for step in lesson.steps):
        if step in old and step not in new:
            yield _told(game, old[step], "goes away")
        elif step in new and step not in old:
            yield _told(game, new[step], "is added")


def _steps(game: Game[Any], options: Options) -> dict[Step, LessonStep]:
    return {place.step: place for places in course(game, options).values() for place in places}


def _told(game: Game[Any], place: LessonStep, change: str) -> Consequence:
    title = f"“{place.lesson.title}”, step {place.shown}"
    return Consequence("lesson step", title, change, reverse("learn:lesson", args=[game.slug, place.lesson.slug]))
