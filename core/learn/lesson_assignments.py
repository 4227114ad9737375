"""Lessons that somebody has set: another app says by which house rules they are taken, and where they lead back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from core.http.decorators import once_per_request
from core.learn.custom_lessons import custom_lesson
from core.people.requests import HttpRequest
from core.registry import Registry
from games.engine.game import Game
from games.engine.options import Options
from variants.not_found import NotHere
from variants.services import InForce, hold, rules_in_force

ASKED = "for"
"""The name under which an address says the code of what a lesson or a puzzle was set for."""


@dataclass(frozen=True)
class LessonAssignment:
    """By which house rules lessons were set, by what that is called, and the address that it goes on at.

    Without `options` nobody has set them: the reader goes through them by themselves.
    """

    options: Options | None
    title: str
    back: str


class LessonAssignments:
    """What learning asks of apps that set lessons."""

    def find(self, request: HttpRequest, code: str, game: Game[Any], lesson: str) -> LessonAssignment | None:
        """Return what this code says that the reader takes a lesson for; None if it's none of this app's."""
        return None


lesson_assignments: Registry[LessonAssignments] = Registry()


@once_per_request
def lesson_assignment(request: HttpRequest, game: Game[Any], lesson: str) -> LessonAssignment | None:
    """Return what the address says that the reader takes a lesson for, if it says so.

    Raises Http404 where the address names something that isn't the reader's.
    """
    code = request.GET.get(ASKED, "")
    if not code:
        return None
    assignment = lesson_assignments.first(lambda provider: provider.find(request, code, game, lesson))
    if assignment is None:
        raise Http404("This lesson was not given to you there.")
    return assignment


def rules_of_lesson(request: HttpRequest, game: Game[Any], lesson: str) -> InForce:
    """The rules that a lesson is taken by: its own, or those it was set by, for this page alone, or the reader's.

    Raises Http404 where it was not set for the reader, or NotHere where its maker has taken it back.
    """
    custom, assignment = custom_lesson(request, game, lesson), lesson_assignment(request, game, lesson)
    set_by = assignment.options if assignment else None
    if custom and custom.gone and not set_by:
        raise NotHere(
            "Its maker has taken this lesson back.", ("The course", reverse("learn:course", args=[game.slug]))
        )
    options = custom.options if custom else set_by
    return hold(request, game, options) if options else rules_in_force(request, game)


def query_of(request: HttpRequest, **more: int | str) -> str:
    """Return what the addresses of a lesson end with, so that it stays what it was set for."""
    code = request.GET.get(ASKED, "")
    said: dict[str, int | str] = {ASKED: code, **more} if code else more
    return f"?{urlencode(said)}" if said else ""
