"""Finds the assignment or collection that a lesson was opened from, with its house rules and the URL to return to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from core.http.decorators import once_per_request
from core.learn.custom_lessons import find_custom_lesson_for_reader
from core.people.requests import HttpRequest
from core.registry import Registry
from games.engine.game import Game
from games.engine.options import Options
from variants.not_found import ExplainedNotFound
from variants.services import RulesInForce, get_rules_in_force, override_rules_in_force

ASKED = "for"
"""The query parameter with a code that says why a lesson or puzzle is opened, such as that of a class's assignment."""
AGAIN = "again"
"""The query parameter for a step that is repeated at the end of its lesson."""


@dataclass(frozen=True)
class LessonAssignment:
    """The assignment or collection that a lesson was opened from: its title, house rules, and the URL to return to.

    `options` is None for a collection, because it doesn't set house rules.
    """

    options: Options | None
    title: str
    back: str


class LessonAssignmentProvider:
    """The interface for apps that assign lessons or have collections of lessons.

    An app registers a subclass that overrides the method. By default, it finds nothing.
    """

    def find_lesson_assignment(
        self, request: HttpRequest, code: str, game: Game[Any], lesson: str
    ) -> LessonAssignment | None:
        """Return the assignment or collection with this code, from which the reader has opened the lesson.

        Returns None if the code isn't from this app, or if the reader can't open the lesson with it.
        """
        return None


lesson_assignments: Registry[LessonAssignmentProvider] = Registry()


@once_per_request
def find_requested_assignment(request: HttpRequest, game: Game[Any], lesson: str) -> LessonAssignment | None:
    """Return the assignment or collection whose code is in the lesson's URL, or None if the URL has no code.

    Raises Http404 if the reader can't open the lesson with this code.
    """
    code = request.GET.get(ASKED, "")
    if not code:
        return None
    assignment = lesson_assignments.find_first_answer(
        lambda provider: provider.find_lesson_assignment(request, code, game, lesson)
    )
    if assignment is None:
        raise Http404("This lesson isn’t part of that assignment.")
    return assignment


def get_lesson_rules(request: HttpRequest, game: Game[Any], lesson: str) -> RulesInForce:
    """Return the house rules for a lesson, and make them the current rules for this request.

    They're the rules of a custom lesson, or those of the assignment, or else the reader's. Raises Http404 if the lesson
    wasn't assigned to the reader, and ExplainedNotFound if the author has unpublished it.
    """
    custom, assignment = (
        find_custom_lesson_for_reader(request, game, lesson),
        find_requested_assignment(request, game, lesson),
    )
    set_by = assignment.options if assignment else None
    if custom and custom.gone and not set_by:
        raise ExplainedNotFound(
            "The author has unpublished this lesson.", ("The course", reverse("learn:course", args=[game.slug]))
        )
    options = custom.options if custom else set_by
    return override_rules_in_force(request, game, options) if options else get_rules_in_force(request, game)


def build_lesson_query_string(request: HttpRequest, **more: int | str) -> str:
    """Build the query string for a link to another page of a lesson. Returns "" if it has no parameters.

    It keeps two parameters of this request: the code of the assignment or collection, and `again` for a step that is
    repeated at the end of its lesson. `more` are further parameters.
    """
    code = request.GET.get(ASKED, "")
    passed_on = ({ASKED: code} if code else {}) | ({AGAIN: 1} if AGAIN in request.GET else {})
    parameters: dict[str, int | str] = {**passed_on, **more}
    return f"?{urlencode(parameters)}" if parameters else ""
