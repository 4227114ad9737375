"""The context of a step's page, and the URLs of the steps around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse

from core.learn.course import LessonStep, StepTable, course, marks, neighbours
from core.learn.custom_lessons import custom_lesson
from core.learn.lesson_assignments import query_of
from core.learn.progress import steps_done
from core.people.requests import HttpRequest
from core.rendering.table_context import choices, screen_context
from games.engine.game import Game
from games.engine.lesson import Answer
from games.engine.options import Options

MOVES = ("do", "try-illegal", "play-on")
"""The kinds of step in which the reader makes moves."""


class Choice(NamedTuple):
    """An answer to choose, and whether it's right and chosen; `why` explains it only if it was chosen."""

    text: str
    right: bool
    chosen: bool
    why: str


def step_context(
    request: HttpRequest,
    game: Game[Any],
    options: Options,
    place: LessonStep,
    table: StepTable,
    chosen: Answer | None = None,
    tried: bool = False,
) -> dict[str, Any]:
    """Return the context of a step's page. `tried` says that the illegal move of the step was tried and refused."""
    lent, query = custom_lesson(request, game, place.lesson.slug), query_of(request)
    lessons = lessons_among(request, game, place.lesson.slug, options)
    done = steps_done(request, game)[game.slug]
    if table.moves or chosen or tried or lent:
        page = _page(game, lessons, place, table, query, chosen, tried)
    else:
        page = _opening(game, options, place, query)
    return {
        **page,
        "lent": lent,
        "dots": [(one.id in done, one.id == place.id) for one in lessons[place.lesson.slug]],
    }


@lru_cache(maxsize=1024)
def _opening(game: Game[Any], options: Options, place: LessonStep, query: str) -> dict[str, Any]:
    """Return the context of a step of the course before any move; it's cached, since it's the same for everyone."""
    return _page(game, course(game, options), place, StepTable(game, options, place, []), query)


def _page(
    game: Game[Any],
    lessons: Mapping[str, Sequence[LessonStep]],
    place: LessonStep,
    table: StepTable,
    query: str,
    chosen: Answer | None = None,
    tried: bool = False,
) -> dict[str, Any]:
    """Return the part of the context that doesn't depend on the reader."""
    before, _ = neighbours(lessons, place)
    step, urls = place.step, urls_of(game, place, query)
    finished = table.finished or bool(chosen and chosen.right) or tried
    stuck = table.stuck
    playing = step.kind in MOVES and not finished and not stuck
    screen = table.screen(asking=not finished)
    if not playing:
        screen = replace(screen, prompt="")
    return {
        "active": "learn",
        **screen_context(
            game,
            screen,
            table.names,
            0,
            marks={} if table.moves else marks(step),
            move_url=urls["move"] if playing else "",
            undo_url=urls["back"] if playing and table.own else "",
            so_far=len(table.moves),
            rules_url=reverse("learn:rulebook", args=[game.slug]),
        ),
        "title": place.lesson.title,
        "step": step,
        "choices": tuple(
            Choice(one.text, one.right, one is chosen, one.why if one is chosen else "") for one in place.answers
        ),
        "working": step.working(game, table.start) if chosen and chosen.right else "",
        "tried": tried,
        "stuck": stuck,
        "lost": table.lost if stuck else "",
        "made": len(table.own),
        "told": table.told,
        "tempting": choices(game, map(game.parse_move, step.tempting)),
        "urls": urls,
        "before": before and url_of("step", game, before) + query,
        "following": following_of(game, lessons, place) + query,
        "finished": finished,
        "about": [(id, game.rulebook.title_of(id)) for id in step.clauses],
    }


def lessons_among(
    request: HttpRequest, game: Game[Any], lesson: str, options: Options
) -> Mapping[str, Sequence[LessonStep]]:
    """Return the lessons that a lesson belongs to: the course, or a custom lesson alone."""
    found = custom_lesson(request, game, lesson)
    return {lesson: found.places} if found else course(game, options)


@lru_cache(maxsize=8192)
def url_of(name: str, game: Game[Any], place: LessonStep) -> str:
    return reverse(f"learn:{name}", args=[game.slug, place.lesson.slug, place.id])


def urls_of(game: Game[Any], place: LessonStep, query: str) -> dict[str, str]:
    names = ("step", "move", "answer", "back", "restart", "onward", "hint")
    return {name: url_of(name, game, place) + query for name in names}


def following_of(game: Game[Any], lessons: Mapping[str, Sequence[LessonStep]], place: LessonStep) -> str:
    """Return the URL after a step: that of the next step, or of the end of the lesson."""
    _, following = neighbours(lessons, place)
    if following is None or following.lesson is not place.lesson:
        return reverse("learn:done", args=[game.slug, place.lesson.slug])
    return url_of("step", game, following)
