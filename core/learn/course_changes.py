"""Tells which lesson steps are added or removed when house rules change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from core.learn.course import LessonStep, get_course
from games.engine.game import Game
from games.engine.lesson import Step
from games.engine.options import Options
from variants.services import Consequence
from variants.signals import rules_compared


@receiver(rules_compared)
def list_changed_steps(
    sender: Any, game: Game[Any], before: Options, after: Options, **kwargs: Any
) -> Iterator[Consequence]:
    """Yield the lesson steps that a change of house rules adds or removes, in course order.

    `before` and `after` are the old and the new house rules.
    """
    old, new = _index_lesson_steps(game, before), _index_lesson_steps(game, after)
    for step in (step for lesson in game.lessons for step in lesson.steps):
        if step in old and step not in new:
            yield _describe_step_change(game, old[step], "is removed")
        elif step in new and step not in old:
            yield _describe_step_change(game, new[step], "is added")


def _index_lesson_steps(game: Game[Any], options: Options) -> dict[Step, LessonStep]:
    return {place.step: place for places in get_course(game, options).values() for place in places}


def _describe_step_change(game: Game[Any], place: LessonStep, change: str) -> Consequence:
    title = f"“{place.lesson.title}”, step {place.shown}"
    return Consequence("lesson step", title, change, reverse("learn:lesson", args=[game.slug, place.lesson.slug]))
