"""Views of the home page, a game's page, its rulebook, and its course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.http.decorators import require_form
from core.http.htmx import MORPH, made_already, page_or_part
from core.http.outside_text import parse_number
from core.learn.course import LessonStep, StepTable, course, made, marks, steps_of
from core.learn.custom_lessons import custom_lesson, published_lessons
from core.learn.game_filter import GameFilter, families, numbers_of_players
from core.learn.lesson_assignments import lesson_assignment, query_of, rules_of_lesson
from core.learn.missing_steps import no_lesson, no_step
from core.learn.models import StepDone, of_course
from core.learn.progress import Progress, begun, progress_of, steps_done
from core.learn.rules_search import worth_asking
from core.learn.step_context import MOVES, following_of, lessons_among, step_context, url_of, urls_of
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.rendering.qr_code import picture_code
from core.rendering.table_context import choices, legal_context, named, screen_context
from games.cards import UNKNOWN
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.lesson import Answer
from games.engine.rulebook import TABLE, Section
from games.engine.try_examples import can_be_tried
from games.errors import HouseError
from games.words import figure
from variants.services import InForce, rules_in_force

STEP, STEP_PART = "learn/step.html", "learn/step_part.html"

# -- home and game pages ---------------------------------------------------------------------------


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Render the home page, with the first step of the first course to play at once."""
    first = next(game for game in games.all_games().values() if game.lessons)
    place = next(iter(course(first, first.options()).values()))[0]
    table = StepTable(first, first.options(), place, _kept(request, first, place))
    step = step_context(request, first, first.options(), place, table)
    context = {**step, **_shelf(request, GameFilter()), "home": True, "going_on": _going_on(request)}
    return render(request, "learn/home.html", context)


def _going_on(request: HttpRequest) -> dict[str, Any] | None:
    """Return the unfinished course that the reader worked on last, or None."""
    game, progress = next(begun(request), (None, None))
    return {"game": game, "course": progress} if game else None


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """Render the list of games, filtered by the query string, with the reader's progress in each."""
    context = {"active": "learn", **_shelf(request, GameFilter.read(request.GET))}
    return page_or_part(request, "learn/shelf.html", "found", context)


def _shelf(request: HttpRequest, wish: GameFilter) -> dict[str, Any]:
    found = [game for game in games.all_games().values() if wish.fits(game)]
    done = steps_done(request, *found)
    rows = [{"game": game, "course": progress_of(rules_in_force(request, game), done)} for game in found]
    return {"shelf": rows, "wish": wish, "families": families(), "numbers": numbers_of_players()}


@require_safe
def game(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Render the page of a game: learn, practice, play, rules."""
    rules = rules_in_force(request, game)
    context = {"active": "learn", "game": game, "rules": rules, "course": progress_of(rules, steps_done(request, game))}
    return render(request, "learn/game.html", {**context, **_picture(game, rules)})


def _picture(game: Game[Any], rules: InForce) -> dict[str, Any]:
    """Return the context of a table that shows what the game is about; empty if the game has no course here."""
    places = [place for lesson in course(game, rules.options).values() for place in lesson]
    if not places:
        return {}
    place = next((one for one in places if one.step.picture), places[0])
    table = StepTable(game, rules.options, place, [])
    screen = replace(table.screen(), prompt="")
    return screen_context(game, screen, table.names, 0, marks=marks(place.step), table_label="What the game is about")


# -- the rulebook ----------------------------------------------------------------------------------


@require_safe
def rulebook(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Render the rulebook under the house rules in force, with a heading and an anchor for each clause."""
    rules = rules_in_force(request, game)
    sections = [_told_apart(section) for section in (*game.rulebook.under(rules.options), TABLE)]
    context = {
        "active": "rules",
        "game": game,
        "rules": rules,
        "sections": sections,
        "tryable": can_be_tried(game, rules.options),
    }
    return render(request, "learn/rulebook.html", context | {"worth_asking": worth_asking(game, rules.options)})


def _told_apart(section: Section) -> dict[str, Any]:
    """Return a section's clauses: those under these rules or the standard rules, and `others` of other house rules."""
    shown = [entry for entry in section.entries if entry.told]
    return {"title": section.title, "entries": shown, "others": [one for one in section.entries if one not in shown]}


def _sections(game: Game[Any], rules: InForce) -> list[Any]:
    """Return the sections of the rulebook that have clauses under these house rules."""
    sections = game.rulebook.under(rules.options)
    return [section for section in sections if any(entry.told for entry in section.entries)]


@require_safe
def print_sheet(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Render the rules on one page to print, with a QR code of their URL."""
    rules = rules_in_force(request, game)
    address = request.build_absolute_uri(f"{reverse('learn:rulebook', args=[game])}?rules={rules.options.digest()}")
    changed = [
        (option, option.sentence(rules.options.value(option.name)))
        for option in game.options.all()
        if option.name in rules.options.changed()
    ]
    context = {
        "game": game,
        "rules": rules,
        "sections": _sections(game, rules),
        "changed": changed,
        "code": picture_code(address),
        "address": address,
    }
    return render(request, "learn/print.html", context)


# -- the course ------------------------------------------------------------------------------------


@require_safe
def course_page(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Render the lessons of a game, with the reader's progress."""
    rules = rules_in_force(request, game)
    progress = progress_of(rules, steps_done(request, game))
    context = {"active": "learn", "game": game, "rules": rules, "course": progress, "shared": published_lessons(game)}
    return render(request, "learn/course.html", context)


@require_form
@never_cache
def start_over(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Ask whether the reader wants to start the course over (GET), and start it over (POST)."""
    page = redirect("learn:course", game.slug)
    number = of_course(get_person(request), game).values("step").distinct().count()
    if not number:
        messages.info(request, "You haven’t done any steps of this course.")
        return page
    if request.method == "POST":
        StepDone.start_over(get_or_create_person(request), game)
        for key in [key for key, _ in request.session.items() if key.startswith(f"step:{game.slug}/")]:
            del request.session[key]
        messages.success(request, "The course starts at its first lesson again.")
        return page
    steps = figure(number, "step")
    context = {
        "active": "learn",
        "title": f"Start the {game.title} course over?",
        "lost": [
            f"The {steps} that you’ve done in this course, under any house rules.",
            "The checkmarks in collections that hold lessons of this course.",
        ],
        "stays": [
            "What your classes see: the steps count for assignments as before.",
            "Your steps in lessons that others wrote.",
            "Your rating, your answers to puzzles, your reviews, your house rules, and your tables.",
        ],
        "back": reverse("learn:course", args=[game.slug]),
    }
    return render(request, "start_over.html", context)


@require_safe
@never_cache
def done(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Render the end of a lesson: what the reader made and can do now, and what comes next."""
    places, rules = _places(request, game, lesson), rules_of_lesson(request, game, lesson)
    progress = Progress(lessons_among(request, game, lesson, rules.options), steps_done(request, game)[game.slug])
    row = progress.row(lesson)
    later = [one for one in progress.rows[row.number :] if not one.complete]
    context = {
        "active": "learn",
        "game": game,
        "course": progress,
        "row": row,
        "next": later[0] if later else progress.here,
        "made": made(game, places),
        "given": lesson_assignment(request, game, lesson),
        "lent": custom_lesson(request, game, lesson),
    }
    return render(request, "learn/done.html", context)


@require_safe
def lesson(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Redirect to the first step of a lesson that isn't done yet, or to its first step."""
    places = _places(request, game, lesson)
    done = steps_done(request, game)[game.slug]
    place = next((one for one in places if one.id not in done), places[0])
    return redirect(url_of("step", game, place) + query_of(request))


@require_safe
def read(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Render a whole lesson on one page to read, with the answers."""
    rules = rules_of_lesson(request, game, lesson)
    places = _places(request, game, lesson)
    steps = [_told(game, StepTable(game, rules.options, one, [])) for one in places]
    context = {"active": "learn", "game": game, "rules": rules, "lesson": places[0].lesson, "steps": steps}
    return render(request, "learn/read.html", {**context, "lent": custom_lesson(request, game, lesson)})


def _told(game: Game[Any], table: StepTable) -> dict[str, Any]:
    """Return a step to read: its face-up cards, and the moves of a solution in words."""
    open_zones = [zone for zone in table.screen().zones if zone.cards and UNKNOWN.code not in zone.cards]
    shown = [
        (zone.label if zone.owner in (0, None) else f"{table.names[zone.owner]}: {zone.label}", " ".join(zone.cards))
        for zone in open_zones
    ]
    moves = [game.in_words(game.parse_move(text)) for text in table.place.step.solution]
    return {"place": table.place, "zones": shown, "moves": moves}


@require_safe
@never_cache
def step(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Render one step of a lesson.

    A number in place of the id, which old links have, redirects to the lesson. A step that has moved to another lesson
    redirects there.
    """
    if id.isdecimal():
        return redirect(reverse("learn:lesson", args=[game.slug, lesson]) + query_of(request))
    rules = rules_of_lesson(request, game, lesson)
    place = steps_of(game, rules.options).get(id)
    if place and place.lesson.slug != lesson:
        return redirect(url_of("step", game, place) + query_of(request))
    place = place or _place(request, game, lesson, id)[1]  # a step of a custom lesson
    table = StepTable(game, rules.options, place, _kept(request, game, place))
    return _step(request, game, rules, place, table, whole=True)


@require_POST
def move(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Make a move on a step's table."""
    rules, place = _place(request, game, lesson, id)
    table = StepTable(game, rules.options, place, _kept(request, game, place))
    if made_already(request, table.moves):
        return _step(request, game, rules, place, table)
    try:
        readings = table.table.read(0, request.POST.get("move", ""))
    except HouseError as refused:
        return _notice(request, {"message": str(refused)})
    if len(readings) > 1:
        return _notice(request, {"readings": choices(game, readings[:8])})
    violation = table.why_not(readings[0])
    if violation is not None:
        _mark_aided(request, game, place)
        if place.step.kind == "try-illegal" and violation.clause.id in place.step.clauses:
            _finish(request, game, rules, place)
            return _step(request, game, rules, place, table, refused=violation)
        context = {
            "violation": named(violation, table.names, 0),
            "rules_url": reverse("learn:rulebook", args=[game.slug]),
            "show_url": url_of("allowed", game, place) + query_of(request, move=str(readings[0])),
        }
        return _notice(request, context)
    if place.step.kind == "try-illegal":
        return _notice(
            request,
            {"message": "That one is allowed. This step is about the move that is not: try it and see what happens."},
        )
    table.play(readings[0])
    _keep(request, game, place, table.moves)
    if table.finished:
        _finish(request, game, rules, place)
    return _step(request, game, rules, place, table)


@require_POST
def answer(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Answer the question of a step."""
    rules, place = _place(request, game, lesson, id)
    number = parse_number(request.POST.get("answer"), len(place.answers))
    if number >= len(place.answers):
        return _notice(request, {"message": "Choose one of the answers."})
    chosen = place.answers[number]
    moves: list[tuple[int, str]] = []
    if chosen.right:
        _finish(request, game, rules, place)
        moves = [(0, text) for text in place.step.solution] if place.step.kind == "predict" else []
    else:
        _mark_aided(request, game, place)
    table = StepTable(game, rules.options, place, moves)
    return _step(request, game, rules, place, table, chosen=chosen)


@require_POST
def take_back(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Take back the reader's last move, and all moves after it."""
    rules, place = _place(request, game, lesson, id)
    moves = _kept(request, game, place)
    table = StepTable(game, rules.options, place, moves)
    if made_already(request, table.moves):
        return _step(request, game, rules, place, table)
    _keep(request, game, place, moves[: table.own[-1]] if table.own else [])
    return _step(request, game, rules, place, StepTable(game, rules.options, place, _kept(request, game, place)))


@require_POST
def restart(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Reset a step's table to its start."""
    rules, place = _place(request, game, lesson, id)
    _keep(request, game, place, [])
    return _step(request, game, rules, place, StepTable(game, rules.options, place, []))


@require_POST
def onward(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Mark a step that only shows something as done, and redirect to the next."""
    rules, place = _place(request, game, lesson, id)
    if place.step.kind == "show":
        _finish(request, game, rules, place)
    lessons = lessons_among(request, game, lesson, rules.options)
    return HttpResponseRedirect(following_of(game, lessons, place) + query_of(request))


@require_safe
def hint(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Render the hints of a step up to `?rung=`, from 1 to 4."""
    _, place = _place(request, game, lesson, id)
    up_to = min(max(parse_number(request.GET.get("rung"), 1), 1), max(len(place.step.hints), 1))
    _mark_aided(request, game, place)
    context = {
        "hints": place.step.hints[:up_to],
        "more": up_to < len(place.step.hints),
        "more_url": url_of("hint", game, place) + query_of(request, rung=up_to + 1),
        "urls": urls_of(game, place, query_of(request)),
        "target": request.htmx.target or "hints",
    }
    if request.htmx:
        return render(request, "learn/hints.html", context)
    return render(request, "learn/hints_page.html", {**context, "game": game, "place": place})


@require_safe
@never_cache
def allowed(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Show a step with the cards of legal moves marked, and say again why a `?move=` is refused."""
    rules, place = _place(request, game, lesson, id)
    if place.step.kind not in MOVES:
        raise Http404("There is no move to make in this step.")
    table = StepTable(game, rules.options, place, _kept(request, game, place))
    shown = legal_context(table.table, 0, request.GET.get("move", ""))
    violation = shown["violation"] and named(shown["violation"], table.names, 0)
    return _step(request, game, rules, place, table, whole=not request.htmx, legal={**shown, "violation": violation})


# -- helpers ---------------------------------------------------------------------------------------


def _places(request: HttpRequest, game: Game[Any], lesson: str) -> Sequence[LessonStep]:
    rules = rules_of_lesson(request, game, lesson)
    places = lessons_among(request, game, lesson, rules.options).get(lesson)
    if not places:
        raise no_lesson(game, rules, lesson)
    return places


def _place(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> tuple[InForce, LessonStep]:
    rules = rules_of_lesson(request, game, lesson)
    for place in _places(request, game, lesson):
        if place.id == id:
            return rules, place
    raise no_step(game, rules, _places(request, game, lesson)[0].lesson, id)


def _key(game: Game[Any], place: LessonStep) -> str:
    return f"step:{game.slug}/{place.id}"


def _kept(request: HttpRequest, game: Game[Any], place: LessonStep) -> list[tuple[int, str]]:
    kept = request.session.get(_key(game, place), [])
    return [(seat, text) for seat, text in kept]


def _keep(request: HttpRequest, game: Game[Any], place: LessonStep, moves: list[tuple[int, str]]) -> None:
    for old in [key for key, _ in request.session.items() if key.startswith("step:")]:
        del request.session[old]
    if moves:
        request.session[_key(game, place)] = moves


def _mark_aided(request: HttpRequest, game: Game[Any], place: LessonStep) -> None:
    request.session["aided"] = _key(game, place)


def _finish(request: HttpRequest, game: Game[Any], rules: InForce, place: LessonStep) -> None:
    aided = request.session.pop("aided", "") == _key(game, place)
    found = custom_lesson(request, game, place.lesson.slug)
    if found and not found.counts:
        return
    StepDone.note(get_or_create_person(request), game, rules.options, place.id, unaided=not aided)


def _step(
    request: HttpRequest,
    game: Game[Any],
    rules: InForce,
    place: LessonStep,
    table: StepTable,
    *,
    chosen: Answer | None = None,
    refused: Violation | None = None,
    legal: Mapping[str, Any] | None = None,
    whole: bool = False,
) -> HttpResponse:
    """Return the response with a step: the whole page if `whole`, else, after an action, its part for htmx.

    Without htmx, redirect to the step's page, or render the page if it has an answer or a refusal to show. `legal` is
    the context that marks legal moves.
    """
    part = not whole and request.htmx
    if not (part or whole or chosen or refused):
        return HttpResponseRedirect(url_of("step", game, place) + query_of(request))
    context = {
        **step_context(request, game, rules.options, place, table, chosen, refused is not None),
        **(legal or {}),
        "by_book": rules.source == "book",
        "rules": rules,
        "refused": refused and named(refused, table.names, 0),
    }
    shown = render(request, STEP_PART if part else STEP, context)
    return retarget(reswap(shown, MORPH), "#step") if part else shown


def _notice(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Return a refusal: only the notice changes, and the table stays as it is."""
    template = "learn/notice.html" if request.htmx else "learn/notice_page.html"
    return render(request, template, context, status=422)
