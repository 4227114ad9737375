"""Lessons that another app has assigned, with the house rules and the page to return to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from core.http.decorators import once_per_request
from core.learn.custom_lessons import get_custom_lesson
from core.people.requests import HttpRequest
from core.registry import Registry
from games.engine.game import Game
from games.engine.options import Options
from variants.not_found import NotUnderTheseRules
from variants.services import RulesInForce, get_rules_in_force, put_in_force

ASKED = "for"
"""The query parameter with the code of what a lesson or a puzzle was assigned for, such as a class's assignment."""


@dataclass(frozen=True)
class LessonAssignment:
    """The purpose of opening a lesson: its title, the assigned house rules, and the URL to go back to.

    `options` is None if nobody has assigned the lesson, and the reader opened it from a collection on their own.
    """

    options: Options | None
    title: str
    back: str


class LessonAssignmentProvider:
    """A provider of assigned lessons."""

    def find(self, request: HttpRequest, code: str, game: Game[Any], lesson: str) -> LessonAssignment | None:
        """Return what the reader takes a lesson for, by its code; None if the code isn't this app's."""
        return None


lesson_assignments: Registry[LessonAssignmentProvider] = Registry()


@once_per_request
def get_lesson_assignment(request: HttpRequest, game: Game[Any], lesson: str) -> LessonAssignment | None:
    """Return what the URL says that the reader takes a lesson for; None if it doesn't say.

    Raises Http404 if the URL names something that the reader can't open.
    """
    code = request.GET.get(ASKED, "")
    if not code:
        return None
    assignment = lesson_assignments.find_first(lambda provider: provider.find(request, code, game, lesson))
    if assignment is None:
        raise Http404("This lesson was not given to you there.")
    return assignment


def get_lesson_rules(request: HttpRequest, game: Game[Any], lesson: str) -> RulesInForce:
    """Return the rules of a lesson: its own, those of its assignment, or those that the reader has in force.

    Raises Http404 if it wasn't assigned to the reader, NotHere if its author has unpublished it.
    """
    custom, assignment = get_custom_lesson(request, game, lesson), get_lesson_assignment(request, game, lesson)
    set_by = assignment.options if assignment else None
    if custom and custom.gone and not set_by:
        raise NotUnderTheseRules(
            "Its maker has taken this lesson back.", ("The course", reverse("learn:course", args=[game.slug]))
        )
    options = custom.options if custom else set_by
    return put_in_force(request, game, options) if options else get_rules_in_force(request, game)


def build_query(request: HttpRequest, **more: int | str) -> str:
    """Return the query string for the URLs of a lesson, which keeps the code of its assignment."""
    code = request.GET.get(ASKED, "")
    said: dict[str, int | str] = {ASKED: code, **more} if code else more
    return f"?{urlencode(said)}" if said else ""
