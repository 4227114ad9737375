"""404 errors for lessons and steps that the house rules in force leave out."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from core.learn.course import course
from games.engine.game import Game
from games.engine.lesson import Lesson, Step
from variants.not_found import NotHere, lost_by, ways_to_switch
from variants.services import InForce


def no_lesson(game: Game[Any], rules: InForce, slug: str) -> NotHere:
    """Return the error for a lesson that isn't in the course: why, and a link to the nearest lesson."""
    slugs = [lesson.slug for lesson in game.lessons]
    if slug not in slugs:
        return NotHere("There is no such lesson.", ("All lessons", reverse("learn:course", args=[game.slug])))
    at = slugs.index(slug)
    lesson, held = game.lessons[at], course(game, rules.options)
    nearest = [held[other][0].lesson for other in (*slugs[at:], *reversed(slugs[:at])) if other in held]
    return NotHere(
        f"“{lesson.title}” is not part of the course by {rules.title}. {_why(game, rules, *lesson.steps)}",
        *((f"Go on with “{one.title}”", reverse("learn:lesson", args=[game.slug, one.slug])) for one in nearest[:1]),
        *_switch(game, slug),
    )


def no_step(game: Game[Any], rules: InForce, lesson: Lesson, id: str) -> NotHere:
    """Return the error for a step that isn't in a lesson: why, and a link to the lesson."""
    way = (f"To “{lesson.title}”", reverse("learn:lesson", args=[game.slug, lesson.slug]))
    step = next((step for step in lesson.steps if step.id == id), None)
    if step is None:
        return NotHere("There is no such step.", way)
    said = f"This step is not part of “{lesson.title}” by {rules.title}. {_why(game, rules, step)}"
    return NotHere(said, way, *_switch(game, lesson.slug))


def _why(game: Game[Any], rules: InForce, *steps: Step) -> str:
    needs = [name for step in steps for name, values in step.needs.items() if rules.options.value(name) not in values]
    return lost_by(game, rules.options, [id for step in steps for id in step.clauses], needs)


def _switch(game: Game[Any], slug: str) -> list[tuple[str, str]]:
    by_book = reverse("learn:lesson", args=[game.slug, slug]) if slug in course(game, game.options()) else ""
    return ways_to_switch(game, by_book)
