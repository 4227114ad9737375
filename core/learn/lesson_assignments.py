"""Lessons that somebody has set: another app says by which house rules they are taken, and where they lead back to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode

from core.learn.custom_lessons import lent_to
from core.people.requests import HttpRequest
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


Find = Callable[[HttpRequest, str, Game[Any], str], "LessonAssignment | None"]
_finders: list[Find] = []


def on_given(find: Find) -> Find:
    """Let `find(request, code, game, lesson)` say what a lesson was set for; None if it was not, for who asks."""
    if find not in _finders:
        _finders.append(find)
    return find


def given_of(request: HttpRequest, game: Game[Any], lesson: str) -> LessonAssignment | None:
    """Return what a lesson was set for; asked again, it says the same for as long as the request is answered.

    Raises Http404 where the address names something that is not the reader's.
    """
    known: dict[tuple[str, str], LessonAssignment | None] = request.__dict__.setdefault("_given", {})
    if (game.slug, lesson) not in known:
        code = request.GET.get(ASKED, "")
        known[game.slug, lesson] = _found(request, code, game, lesson) if code else None
    return known[game.slug, lesson]


def _found(request: HttpRequest, code: str, game: Game[Any], lesson: str) -> LessonAssignment:
    found = next((one for find in _finders if (one := find(request, code, game, lesson))), None)
    if found is None:
        raise Http404("This lesson was not given to you there.")
    return found


def rules_of_lesson(request: HttpRequest, game: Game[Any], lesson: str) -> InForce:
    """The rules that a lesson is taken by: its own, or those it was set by, for this page alone, or the reader's.

    Raises Http404 where it was not set for the reader, or NotHere where its maker has taken it back.
    """
    lent, given = lent_to(request, game, lesson), given_of(request, game, lesson)
    set_by = given.options if given else None
    if lent and lent.gone and not set_by:
        raise NotHere(
            "Its maker has taken this lesson back.", ("The course", reverse("learn:course", args=[game.slug]))
        )
    options = lent.options if lent else set_by
    return hold(request, game, options) if options else rules_in_force(request, game)


def query_of(request: HttpRequest, **more: int | str) -> str:
    """Return what the addresses of a lesson end with, so that it stays what it was set for."""
    code = request.GET.get(ASKED, "")
    said: dict[str, int | str] = {ASKED: code, **more} if code else more
    return f"?{urlencode(said)}" if said else ""
