"""Views for the home page, a game's page, its rulebook, and its course."""

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
from core.http.htmx import MORPH, is_resent_request, render_page_or_part
from core.http.untrusted_text import parse_number
from core.http.web_app import keep_offline
from core.learn.course import (
    LessonStep,
    StepTable,
    find_largest_meld,
    get_card_highlights,
    get_course,
    get_course_steps,
)
from core.learn.custom_lessons import find_custom_lesson_for_reader, list_published_lessons
from core.learn.game_filter import GameFilter, list_families, list_player_counts
from core.learn.home_cards import list_home_cards
from core.learn.lesson_assignments import AGAIN, build_lesson_query_string, find_requested_assignment, get_lesson_rules
from core.learn.missing_steps import build_missing_lesson_error, build_missing_step_error
from core.learn.models import StepDone, select_done_course_steps
from core.learn.progress import (
    CourseProgress,
    get_course_progress,
    get_done_steps_by_game,
    list_started_courses,
    rate_lesson,
)
from core.learn.rules_search import suggest_question
from core.learn.step_context import (
    MOVES,
    build_step_context,
    get_step_action_urls,
    get_step_url,
    get_steps_by_lesson,
    get_url_after_step,
)
from core.people import build_reader_key, get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.rendering.qr_code import render_qr_code
from core.rendering.table_context import (
    build_legal_moves_context,
    build_screen_context,
    describe_move_readings,
    fill_in_violation_names,
)
from games.cards import UNKNOWN
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.interactive_examples import list_clauses_with_interactive_examples
from games.engine.lesson import Answer
from games.engine.rulebook import TABLE, RulebookSection
from games.errors import RulesError
from games.words import format_count, get_first_sentence
from variants.services import RulesInForce, get_rules_in_force

STEP, STEP_PART = "learn/step.html", "learn/step_part.html"
MOST_STEP_CARDS = 7
"""The maximum number of cards of the next step that the home page shows."""

# -- home and game pages ---------------------------------------------------------------------------


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page. A new reader sees the first step of a course, others see what they can do next."""
    cards = list_home_cards(request)
    game, course = next(list_started_courses(request), (None, None))
    is_new = game is None and not any(card.is_personal for card in cards)
    if game is None or course is None:
        game = next(game for game in games.all_games().values() if game.lessons)
        course = CourseProgress(get_course(game, game.options()), ())
    context = {
        "active": "learn",
        "home": True,
        "reader_key": build_reader_key(request),
        "all_games": list(games.all_games().values()),
        "game": game,
    }
    if is_new:
        context["home_cards"] = [card for card in cards if card.is_for_new_readers]
        return render(request, "learn/home.html", context | _build_first_step_context(request, game, course))
    context["home_cards"] = cards
    return render(request, "learn/home_back.html", context | _build_next_step_context(request, game, course))


def _build_first_step_context(request: HttpRequest, game: Game[Any], course: CourseProgress) -> dict[str, Any]:
    """Build the template context for the first step of a course, which the home page shows to new readers.

    It also has the first lesson and the first milestone.
    """
    place = course.rows[0].places[0]
    table = StepTable(game, game.options(), place, _load_moves(request, game, place))
    return {
        **build_step_context(request, game, game.options(), place, table),
        "origin": get_first_sentence(" ".join(game.rulebook.intro.split())),
        "first_lesson": course.rows[0],
        "first_milestone": course.milestones[0],
    }


def _build_next_step_context(request: HttpRequest, game: Game[Any], course: CourseProgress) -> dict[str, Any]:
    """Build the template context for the reader's next step in a course, with some cards from its table."""
    assert course.next_lesson is not None
    place = course.next_lesson.next_step
    screen = StepTable(game, get_rules_in_force(request, game).options, place, []).build_screen()
    marks = get_card_highlights(place.step)
    zones = [zone.cards for zone in screen.zones if zone.owner == 0 and zone.layout == "fan"]
    zones += [zone.cards for zone in screen.zones if zone.layout in ("line", "trick", "grid")]
    cards = max(zones, key=lambda codes: sum(code in marks for code in codes), default=()) or max(
        (zone.cards for zone in screen.zones), key=len, default=()
    )
    return {
        "person": request.person,
        "course": course,
        "lesson": course.next_lesson,
        "step_cards": [(code, marks.get(code, "")) for code in cards[:MOST_STEP_CARDS]],
    }


@require_safe
def list_games(request: HttpRequest) -> HttpResponse:
    """Show the list of games, filtered by the query string, with the reader's progress in each game's course."""
    context = {"active": "learn", **_build_game_list(request, GameFilter.from_query(request.GET))}
    return render_page_or_part(request, "learn/shelf.html", "found", context)


def _build_game_list(request: HttpRequest, wish: GameFilter) -> dict[str, Any]:
    found = [game for game in games.all_games().values() if wish.matches_game(game)]
    done = get_done_steps_by_game(request, *found)
    rows = [{"game": game, "course": get_course_progress(get_rules_in_force(request, game), done)} for game in found]
    return {"shelf": rows, "wish": wish, "families": list_families(), "numbers": list_player_counts()}


@require_safe
def game_page(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show a game's page, which links to its lessons, puzzles, and rules, and to the form for a new table."""
    rules = get_rules_in_force(request, game)
    context = {
        "active": "learn",
        "game": game,
        "rules": rules,
        "course": get_course_progress(rules, get_done_steps_by_game(request, game)),
    }
    return render(request, "learn/game.html", {**context, **_build_game_picture_context(game, rules)})


def _build_game_picture_context(game: Game[Any], rules: RulesInForce) -> dict[str, Any]:
    """Build the template context for a table with cards that illustrates the game.

    It's {} if the course has no lessons.
    """
    places = [place for lesson in get_course(game, rules.options).values() for place in lesson]
    if not places:
        return {}
    place = next((one for one in places if one.step.picture), places[0])
    table = StepTable(game, rules.options, place, [])
    screen = replace(table.build_screen(), prompt="")
    return build_screen_context(
        *(game, screen, table.player_names, 0),
        marks=get_card_highlights(place.step),
        table_label="What the game is about",
        is_turn_shared=table.game_state.is_turn_shared,
    )


# -- the rulebook ----------------------------------------------------------------------------------


@require_safe
@keep_offline
def rulebook_page(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show the rulebook under the current house rules, with a heading and an anchor for each clause."""
    rules = get_rules_in_force(request, game)
    sections = [_build_section_context(section) for section in (*game.rulebook.render_sections(rules.options), TABLE)]
    context = {
        "active": "rules",
        "game": game,
        "rules": rules,
        "sections": sections,
        "tryable": list_clauses_with_interactive_examples(game, rules.options),
    }
    return render(request, "learn/rulebook.html", context | {"worth_asking": suggest_question(game, rules.options)})


def _build_section_context(section: RulebookSection) -> dict[str, Any]:
    """Return a dict with a section's title and its clauses in two lists.

    `entries` has the clauses under these house rules or the standard rules. `others` has clauses that only other house
    rules have.
    """
    shown = [entry for entry in section.entries if entry.has_text]
    return {"title": section.title, "entries": shown, "others": [one for one in section.entries if one not in shown]}


def _list_rulebook_sections(game: Game[Any], rules: RulesInForce) -> list[Any]:
    """Return the sections of the rulebook, without those that have no clause to show.

    A clause is shown if it has a text under these house rules or under the standard rules.
    """
    sections = game.rulebook.render_sections(rules.options)
    return [section for section in sections if any(entry.has_text for entry in section.entries)]


@require_safe
def printable_rules_page(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show the rules on one page for printing, with a QR code of their URL."""
    rules = get_rules_in_force(request, game)
    address = request.build_absolute_uri(f"{reverse('learn:rulebook', args=[game])}?rules={rules.options.digest()}")
    changed = [
        (option, option.describe_value(rules.options.get_option_value(option.name)))
        for option in game.options.list_options()
        if option.name in rules.options.list_nonstandard_values()
    ]
    context = {
        "game": game,
        "rules": rules,
        "sections": _list_rulebook_sections(game, rules),
        "changed": changed,
        "code": render_qr_code(address),
        "address": address,
    }
    return render(request, "learn/print.html", context)


# -- the course ------------------------------------------------------------------------------------


@require_safe
@keep_offline
def course_page(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show a game's lessons, with the reader's progress."""
    rules = get_rules_in_force(request, game)
    progress = get_course_progress(rules, get_done_steps_by_game(request, game))
    context = {
        "active": "learn",
        "game": game,
        "rules": rules,
        "course": progress,
        "shared": list_published_lessons(game),
    }
    return render(request, "learn/course.html", context)


@require_form
@never_cache
def restart_course(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Ask whether the reader wants to start the course over (GET), or start it over (POST)."""
    page = redirect("learn:course", game.slug)
    number = select_done_course_steps(get_person(request), game).values("step").distinct().count()
    if not number:
        messages.info(request, "You haven’t done any steps of this course yet.")
        return page
    if request.method == "POST":
        StepDone.restart_course(get_or_create_person(request), game)
        for key in [key for key, _ in request.session.items() if key.startswith(f"step:{game.slug}/")]:
            del request.session[key]
        messages.success(request, "The course starts over from the first lesson.")
        return page
    steps = format_count(number, "step")
    context = {
        "active": "learn",
        "title": f"Start the {game.title} course over?",
        "lost": [
            f"The {steps} that you’ve done in this course, under any house rules.",
            "The checkmarks for this course’s lessons in collections.",
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
def lesson_done_page(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Show the end of a lesson: its stars, what the reader can do now, a step to repeat, and the next lesson."""
    places, rules = _get_lesson_steps(request, game, lesson), get_lesson_rules(request, game, lesson)
    progress = CourseProgress(
        get_steps_by_lesson(request, game, lesson, rules.options), get_done_steps_by_game(request, game)[game.slug]
    )
    row = progress.get_lesson_progress(lesson)
    later = [one for one in progress.rows[row.number :] if not one.is_complete]
    stars = rate_lesson(request, game, row)
    context = {
        "active": "learn",
        "game": game,
        "course": progress,
        "row": row,
        "next": later[0] if later else progress.next_lesson,
        "stars": stars,
        "again_url": stars
        and stars.missed
        and get_step_url("restart", game, stars.missed) + build_lesson_query_string(request, **{AGAIN: 1}),
        "made": find_largest_meld(game, places),
        "given": find_requested_assignment(request, game, lesson),
        "lent": find_custom_lesson_for_reader(request, game, lesson),
    }
    return render(request, "learn/done.html", context)


@require_safe
def resume_lesson(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Redirect to a lesson's first step that isn't completed, or to the first step if all are."""
    places = _get_lesson_steps(request, game, lesson)
    done = get_done_steps_by_game(request, game)[game.slug]
    place = next((one for one in places if one.id not in done), places[0])
    return redirect(get_step_url("step", game, place) + build_lesson_query_string(request))


@require_safe
@keep_offline
def read_lesson(request: HttpRequest, game: Game[Any], lesson: str) -> HttpResponse:
    """Show a whole lesson on one page for reading, with the answers."""
    rules = get_lesson_rules(request, game, lesson)
    places = _get_lesson_steps(request, game, lesson)
    steps = [_build_reading_context(game, StepTable(game, rules.options, one, [])) for one in places]
    context = {"active": "learn", "game": game, "rules": rules, "lesson": places[0].lesson, "steps": steps}
    return render(request, "learn/read.html", {**context, "lent": find_custom_lesson_for_reader(request, game, lesson)})


def _build_reading_context(game: Game[Any], table: StepTable) -> dict[str, Any]:
    """Build the template context of a step for a page with the whole lesson.

    It has the face-up cards on the step's table, and the moves of the solution in words.
    """
    open_zones = [zone for zone in table.build_screen().zones if zone.cards and UNKNOWN.code not in zone.cards]
    shown = [
        (
            zone.label if zone.owner in (0, None) else f"{table.player_names[zone.owner]}: {zone.label}",
            " ".join(zone.cards),
        )
        for zone in open_zones
    ]
    moves = [game.describe_move(game.parse_move(text)) for text in table.place.step.solution]
    return {"place": table.place, "zones": shown, "moves": moves}


@require_safe
@never_cache
@keep_offline
def step_page(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Show one step of a lesson.

    A number in place of the id, as in old links, redirects to the lesson. A step that has moved to a different lesson
    redirects there.
    """
    if id.isdecimal():
        return redirect(reverse("learn:lesson", args=[game.slug, lesson]) + build_lesson_query_string(request))
    rules = get_lesson_rules(request, game, lesson)
    place = get_course_steps(game, rules.options).get(id)
    if place and place.lesson.slug != lesson:
        return redirect(get_step_url("step", game, place) + build_lesson_query_string(request))
    place = place or _get_step(request, game, lesson, id)[1]  # a step of a custom lesson
    table = StepTable(game, rules.options, place, _load_moves(request, game, place))
    return _render_step(request, game, rules, place, table, whole=True)


@require_POST
def make_move(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Make the reader's move on the table of a lesson step, and show the result or the reason why it's illegal."""
    rules, place = _get_step(request, game, lesson, id)
    table = StepTable(game, rules.options, place, _load_moves(request, game, place))
    if is_resent_request(request, table.moves):
        return _render_step(request, game, rules, place, table)
    try:
        readings = table.table.list_move_readings(0, request.POST.get("move", ""))
    except RulesError as refused:
        return _render_refusal_notice(request, {"message": str(refused)})
    if len(readings) > 1:
        return _render_refusal_notice(request, {"readings": describe_move_readings(game, readings[:8])})
    violation = table.find_violation(readings[0])
    if violation is not None:
        if place.step.kind == "try-illegal" and violation.clause.id in place.step.clauses:
            _mark_step_done(request, game, rules, place)
            return _render_step(request, game, rules, place, table, refused=violation)
        _remember_help(request, game, place, "refused")
        context = {
            "violation": fill_in_violation_names(violation, table.player_names, 0),
            "rules_url": reverse("learn:rulebook", args=[game.slug]),
            "show_url": get_step_url("allowed", game, place)
            + build_lesson_query_string(request, move=str(readings[0])),
        }
        return _render_refusal_notice(request, context)
    if place.step.kind == "try-illegal":
        return _render_refusal_notice(
            request,
            {"title": "That move is legal", "message": "Try an illegal move and see what happens."},
        )
    table.play_reader_move(readings[0])
    _save_moves(request, game, place, table.moves)
    if table.is_step_finished:
        _mark_step_done(request, game, rules, place)
    return _render_step(request, game, rules, place, table)


@require_POST
def answer_step(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Judge the reader's answer to the question of a lesson step. A right answer completes the step."""
    rules, place = _get_step(request, game, lesson, id)
    number = parse_number(request.POST.get("answer"), len(place.answers))
    if number >= len(place.answers):
        return _render_refusal_notice(request, {"message": "Choose one of the answers."})
    chosen = place.answers[number]
    moves: list[tuple[int, str]] = []
    if chosen.right:
        _mark_step_done(request, game, rules, place)
        moves = [(0, text) for text in place.step.solution] if place.step.kind == "predict" else []
    else:
        _remember_help(request, game, place, "refused")
    table = StepTable(game, rules.options, place, moves)
    return _render_step(request, game, rules, place, table, chosen=chosen)


@require_POST
def undo_move(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Undo the reader's last move on the table of a lesson step, and all moves after it."""
    rules, place = _get_step(request, game, lesson, id)
    moves = _load_moves(request, game, place)
    table = StepTable(game, rules.options, place, moves)
    if is_resent_request(request, table.moves):
        return _render_step(request, game, rules, place, table)
    _save_moves(request, game, place, moves[: table.own_move_indexes[-1]] if table.own_move_indexes else [])
    return _render_step(
        request, game, rules, place, StepTable(game, rules.options, place, _load_moves(request, game, place))
    )


@require_POST
def restart_step(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Reset the table of a lesson step to its start."""
    rules, place = _get_step(request, game, lesson, id)
    _save_moves(request, game, place, [])
    return _render_step(request, game, rules, place, StepTable(game, rules.options, place, []))


@require_POST
def continue_to_next_step(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Redirect to the lesson's next step or, after its last step, to the page at the lesson's end.

    If the current step only explains something, it's marked as completed first.
    """
    rules, place = _get_step(request, game, lesson, id)
    if place.step.kind == "show":
        _mark_step_done(request, game, rules, place)
    lessons = get_steps_by_lesson(request, game, lesson, rules.options)
    return HttpResponseRedirect(get_url_after_step(game, lessons, place) + build_lesson_query_string(request))


@require_safe
def show_hints(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Show one of the step's hints. They get more specific from `?rung=1` to the last one."""
    _, place = _get_step(request, game, lesson, id)
    rung = min(max(parse_number(request.GET.get("rung"), 1), 1), max(len(place.step.hints), 1))
    _remember_help(request, game, place, "hinted")
    context = {
        "hint": place.step.hints[rung - 1] if place.step.hints else "",
        "more": rung < len(place.step.hints),
        "more_url": get_step_url("hint", game, place) + build_lesson_query_string(request, rung=rung + 1),
        "urls": get_step_action_urls(game, place, build_lesson_query_string(request)),
        "target": request.htmx.target or "hints",
    }
    if request.htmx:
        return render(request, "learn/hints.html", context)
    return render(request, "learn/hints_page.html", {**context, "game": game, "place": place})


@require_safe
@never_cache
def show_legal_moves(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> HttpResponse:
    """Show a step with the cards of legal moves marked. With `?move=`, repeat why that move is illegal."""
    rules, place = _get_step(request, game, lesson, id)
    if place.step.kind not in MOVES:
        raise Http404("This step has no moves to make.")
    table = StepTable(game, rules.options, place, _load_moves(request, game, place))
    shown = build_legal_moves_context(table.table, 0, request.GET.get("move", ""))
    violation = shown["violation"] and fill_in_violation_names(shown["violation"], table.player_names, 0)
    return _render_step(
        request, game, rules, place, table, whole=not request.htmx, legal={**shown, "violation": violation}
    )


# -- helpers ---------------------------------------------------------------------------------------


def _get_lesson_steps(request: HttpRequest, game: Game[Any], lesson: str) -> Sequence[LessonStep]:
    rules = get_lesson_rules(request, game, lesson)
    places = get_steps_by_lesson(request, game, lesson, rules.options).get(lesson)
    if not places:
        raise build_missing_lesson_error(game, rules, lesson)
    return places


def _get_step(request: HttpRequest, game: Game[Any], lesson: str, id: str) -> tuple[RulesInForce, LessonStep]:
    rules = get_lesson_rules(request, game, lesson)
    for place in _get_lesson_steps(request, game, lesson):
        if place.id == id:
            return rules, place
    raise build_missing_step_error(game, rules, _get_lesson_steps(request, game, lesson)[0].lesson, id)


def _build_session_key(game: Game[Any], place: LessonStep) -> str:
    return f"step:{game.slug}/{place.id}"


def _load_moves(request: HttpRequest, game: Game[Any], place: LessonStep) -> list[tuple[int, str]]:
    kept = request.session.get(_build_session_key(game, place), [])
    return [(seat, text) for seat, text in kept]


def _save_moves(request: HttpRequest, game: Game[Any], place: LessonStep, moves: list[tuple[int, str]]) -> None:
    for old in [key for key, _ in request.session.items() if key.startswith("step:")]:
        del request.session[old]
    if moves:
        request.session[_build_session_key(game, place)] = moves


def _remember_help(request: HttpRequest, game: Game[Any], place: LessonStep, kind: str) -> None:
    """Store in the session that the reader took a hint (`kind` “hinted”) or made a mistake (“refused”) in this step.

    The session keeps this for only one step: until the reader completes a step, or takes a hint or makes a mistake in
    another one.
    """
    key = _build_session_key(game, place)
    helped = request.session.get("helped", {})
    request.session["helped"] = {key: sorted({*helped.get(key, []), kind})}


def _mark_step_done(request: HttpRequest, game: Game[Any], rules: RulesInForce, place: LessonStep) -> None:
    kinds = request.session.pop("helped", {}).get(_build_session_key(game, place), [])
    custom = find_custom_lesson_for_reader(request, game, place.lesson.slug)
    if custom and not custom.counts:
        return
    person = get_or_create_person(request)
    StepDone.mark_step_done(person, game, rules.options, place.id, **dict.fromkeys(kinds, True))


def _render_step(
    request: HttpRequest,
    game: Game[Any],
    rules: RulesInForce,
    place: LessonStep,
    table: StepTable,
    *,
    chosen: Answer | None = None,
    refused: Violation | None = None,
    legal: Mapping[str, Any] | None = None,
    whole: bool = False,
) -> HttpResponse:
    """Render a lesson step: the whole page if `whole`, otherwise only the step's part of the page, for htmx.

    `chosen` is the answer that the reader has chosen, and `refused` the violation if their move was illegal. `legal` is
    the template context for marking legal moves. A request without htmx gets a redirect to the step's page, unless
    `whole`, `chosen`, or `refused` is set: then it gets the whole page.
    """
    part = not whole and request.htmx
    if not (part or whole or chosen or refused):
        return HttpResponseRedirect(get_step_url("step", game, place) + build_lesson_query_string(request))
    context = {
        **build_step_context(request, game, rules.options, place, table, chosen, refused is not None),
        **(legal or {}),
        "by_book": rules.source == "book",
        "reader_key": "" if part else build_reader_key(request),
        "rules": rules,
        "refused": refused and fill_in_violation_names(refused, table.player_names, 0),
    }
    shown = render(request, STEP_PART if part else STEP, context)
    return retarget(reswap(shown, MORPH), "#step") if part else shown


def _render_refusal_notice(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Render a message that says why the reader's move wasn't made in a lesson step, or that an answer is missing.

    With htmx, the response is only the message, and the table stays as it is. Otherwise, it's a page.
    """
    template = "learn/notice.html" if request.htmx else "learn/notice_page.html"
    return render(request, template, context, status=422)
