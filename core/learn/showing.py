"""What the page of a step is drawn of, and where the steps around it are: plain things, which stay what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse

from core.learn.course import Place, StepTable, course, marks, neighbours
from core.learn.given import query_of
from core.learn.lent import lent_to
from core.learn.progress import steps_done
from core.people.requests import HttpRequest
from core.tables import choices, dress
from games.engine.game import Game
from games.engine.lesson import Answer
from games.engine.options import Options
from games.engine.untold import untold


class Called(NamedTuple):
    """A game as a page names it."""

    slug: str
    title: str


class Asked(NamedTuple):
    """What a page says of a step itself."""

    kind: str
    text: str
    question: str
    done: str
    hints: bool


class Choice(NamedTuple):
    """An answer to choose, whether it is `right`, and whether it was chosen: then also why it is or is not."""

    text: str
    right: bool
    chosen: bool
    why: str


class Trial(NamedTuple):
    """What a page says of a lesson that is not of the game's course."""

    counts: bool
    by: str
    back: str
    newer: str


def step_context(
    request: HttpRequest,
    game: Game[Any],
    options: Options,
    place: Place,
    table: StepTable,
    chosen: Answer | None = None,
    tried: bool = False,
) -> dict[str, Any]:
    """Everything that a step's page is drawn of; `tried` if the move was made that the step is to see refused."""
    lessons = lessons_among(request, game, place.lesson.slug, options)
    before, _ = neighbours(lessons, place)
    done = steps_done(request, game)[game.slug]
    step, urls, query = place.step, urls_of(request, game, place), query_of(request)
    finished = table.finished or bool(chosen and chosen.right) or tried
    stuck = table.stuck
    playing = step.kind in ("do", "try-illegal", "play-on") and not finished and not stuck
    asked = None if finished else step.asked(game)
    screen = untold(table.screen(), asked) if asked else table.screen()
    if not playing:
        screen = replace(screen, prompt="")
    lent = lent_to(request, game, place.lesson.slug)
    return {
        "active": "learn",
        **dress(
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
        "game": Called(game.slug, game.title),
        "title": place.lesson.title,
        "step": Asked(step.kind, step.text, step.question, step.done, bool(step.hints)),
        "choices": tuple(
            Choice(one.text, one.right, one is chosen, one.why if one is chosen else "") for one in place.answers
        ),
        "tried": tried,
        "stuck": stuck,
        "lost": table.lost if stuck else "",
        "made": len(table.own),
        "told": table.told,
        "tempting": choices(game, map(game.parse_move, step.tempting)),
        "urls": urls,
        "before": before and url_of("step", game, before) + query,
        "following": following_of(game, lessons, place) + query,
        "lent": lent and Trial(lent.counts, lent.by, lent.back, lent.newer),
        "finished": finished,
        "about": [(id, game.rulebook.title_of(id)) for id in step.clauses],
        "dots": [(one.id in done, one.id == place.id) for one in lessons[place.lesson.slug]],
    }


def lessons_among(
    request: HttpRequest, game: Game[Any], lesson: str, options: Options
) -> Mapping[str, Sequence[Place]]:
    """The lessons among which one stands: the course by these house rules, or it alone if it is not of the course."""
    found = lent_to(request, game, lesson)
    return {lesson: found.places} if found else course(game, options)


@lru_cache(maxsize=8192)
def url_of(name: str, game: Game[Any], place: Place) -> str:
    return reverse(f"learn:{name}", args=[game.slug, place.lesson.slug, place.id])


def urls_of(request: HttpRequest, game: Game[Any], place: Place) -> dict[str, str]:
    names, query = ("step", "move", "answer", "back", "restart", "onward", "hint"), query_of(request)
    return {name: url_of(name, game, place) + query for name in names}


def following_of(game: Game[Any], lessons: Mapping[str, Sequence[Place]], place: Place) -> str:
    """What comes after a step: the next one, or the end of its lesson."""
    _, following = neighbours(lessons, place)
    if following is None or following.lesson is not place.lesson:
        return reverse("learn:done", args=[game.slug, place.lesson.slug])
    return url_of("step", game, following)
