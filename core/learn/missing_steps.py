"""404 errors for lessons and steps that don't exist under the current house rules."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from core.learn.course import get_course
from games.engine.game import Game
from games.engine.lesson import Lesson, Step
from variants.not_found import ExplainedNotFound, explain_how_to_restore_clauses, list_links_to_other_rules
from variants.services import RulesInForce


def build_missing_lesson_error(game: Game[Any], rules: RulesInForce, slug: str) -> ExplainedNotFound:
    """Build the 404 error for a lesson that the course doesn't have under these house rules.

    The error page says why the lesson is missing, and links to the nearest lesson that the course has.
    """
    slugs = [lesson.slug for lesson in game.lessons]
    if slug not in slugs:
        course = reverse("learn:course", args=[game.slug])
        return ExplainedNotFound("That lesson doesn’t exist.", ("All lessons", course))
    at = slugs.index(slug)
    lesson, held = game.lessons[at], get_course(game, rules.options)
    nearest = [held[other][0].lesson for other in (*slugs[at:], *reversed(slugs[:at])) if other in held]
    return ExplainedNotFound(
        f"“{lesson.title}” isn’t in the course under {rules.title}. "
        f"{_explain_missing_steps(game, rules, *lesson.steps)}",
        *((f"Continue with “{one.title}”", reverse("learn:lesson", args=[game.slug, one.slug])) for one in nearest[:1]),
        *_list_rule_switch_links(game, slug),
    )


def build_missing_step_error(game: Game[Any], rules: RulesInForce, lesson: Lesson, id: str) -> ExplainedNotFound:
    """Build the 404 error for a step that a lesson doesn't have under these house rules.

    The error page says why the step is missing, and links to the lesson.
    """
    way = (f"To “{lesson.title}”", reverse("learn:lesson", args=[game.slug, lesson.slug]))
    step = next((step for step in lesson.steps if step.id == id), None)
    if step is None:
        return ExplainedNotFound("That step doesn’t exist.", way)
    said = f"This step isn’t in “{lesson.title}” under {rules.title}. {_explain_missing_steps(game, rules, step)}"
    return ExplainedNotFound(said, way, *_list_rule_switch_links(game, lesson.slug))


def _explain_missing_steps(game: Game[Any], rules: RulesInForce, *steps: Step) -> str:
    needs = [
        name
        for step in steps
        for name, values in step.needs.items()
        if rules.options.get_option_value(name) not in values
    ]
    return explain_how_to_restore_clauses(game, rules.options, [id for step in steps for id in step.clauses], needs)


def _list_rule_switch_links(game: Game[Any], slug: str) -> list[tuple[str, str]]:
    by_book = reverse("learn:lesson", args=[game.slug, slug]) if slug in get_course(game, game.options()) else ""
    return list_links_to_other_rules(game, by_book)
