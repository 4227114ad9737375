"""The lesson editor, where a lesson is written step by step, and the pages of published lessons."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

import games
from core.authoring.lessons import toml_files
from core.authoring.lessons.drafts import KINDS, MOST_MISSED, MOST_WRONG, LessonDraft, format_value_for_input
from core.authoring.lessons.first_drafts import build_first_draft, create_lesson_from_draft
from core.authoring.lessons.models import Lesson
from core.authoring.lessons.publishing import DRAFT, check_publishable, get_draft, publish_version
from core.authoring.puzzles import editing
from core.authoring.puzzles.builder_choices import (
    build_position_editor_context,
    list_fact_choices,
    list_goal_choices,
    list_rule_set_choices,
)
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import TooManyWorks, Visibility
from core.http.decorators import require_form
from core.http.htmx import MORPH
from core.http.idempotency import idempotent
from core.http.untrusted_text import parse_number
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from games.engine.game import Game
from games.errors import RulesError
from variants.not_found import ExplainedNotFound
from variants.services import get_rules_in_force

TABS = {"step": "This step", "file": "File", "history": "History", "publish": "Publish"}
MOVES = {"add": 1, "double": 1, "down": 1, "up": -1}
"""The change of the selected step's index after each kind of change."""
VISIBILITIES = [one for one in Visibility.choices if one[0] != Visibility.CLASS]
"""The possible visibilities of lessons. A lesson hides nothing from students, so none is for classes only."""


@require_safe
@never_cache
def list_lessons(request: HttpRequest) -> HttpResponse:
    """Show the user's lessons, grouped by game."""
    person = get_person(request)
    lessons = person.lessons.prefetch_related("versions").order_by("game", "created") if person else []
    courses = [(games.get(slug), list(found)) for slug, found in groupby(lessons, key=lambda one: one.game)]
    return render(request, "lessons/shelf.html", {"active": "teach", "courses": courses})


@require_form
@never_cache
@idempotent
def create_lesson(request: HttpRequest) -> HttpResponse:
    """Create a lesson: empty, as a copy of one of the site's lessons, or from a pasted file."""
    if request.method != "POST":
        return _render_new_page(request)
    try:
        lesson = _create_lesson_from_form(request)
    except RulesError as refused:
        return _render_new_page(request, str(refused), status=422)
    return redirect(lesson.editor_url)


def _render_new_page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"active": "teach", "shelf": games.all_games().values(), "problem": problem, "sent": request.POST}
    return render(request, "lessons/new.html", context, status=status)


def _create_lesson_from_form(request: HttpRequest) -> Lesson:
    """Create the lesson that the form asks for. Raises RulesError."""
    slug, _, of_site = request.POST.get("game", "").partition("/")
    game = games.all_games().get(slug)
    if game is None:
        raise BadChange("Choose a game.")
    options, text = get_rules_in_force(request, game).options, request.POST.get("file", "").strip()
    return create_lesson_from_draft(get_or_create_person(request), *build_first_draft(game, options, text, of_site))


def _get_own_lesson(request: HttpRequest, code: str) -> Lesson:
    """Return the user's lesson with this code. Raises Http404 if it doesn't exist or isn't the user's."""
    return Lesson.get_own_work(get_person(request), code)


# -- the editor ------------------------------------------------------------------------------------


@require_safe
@never_cache
def show_lesson_editor(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page where the user edits the draft of a lesson."""
    return _render_editor(request, _get_own_lesson(request, code), at=parse_number(request.GET.get("at"), 0))


@require_POST
def change_draft(request: HttpRequest, code: str) -> HttpResponse:
    """Apply a change to the draft, undo or redo one, or restore a draft from the history."""
    at = parse_number(request.POST.get("at") or request.GET.get("at"), 0)
    lesson, problem, status = editing.apply_form_change(
        request, _get_own_lesson(request, code), lambda own: _build_change_function(own, request, at)
    )
    opened = at + (MOVES.get(request.POST.get("do", ""), 0) if status == 200 else 0)
    return _render_editor(request, lesson, at=opened, problem=problem, status=status)


def _build_change_function(lesson: Lesson, request: HttpRequest, at: int) -> Callable[[Lesson], None]:
    """Apply the change in the form to a lesson's draft, and return a function that saves the changed draft.

    The function is called later, when the lesson's row is locked. `at` is the index of the selected step. Raises
    RulesError if the change is impossible.
    """
    sent = {**{name: str(value) for name, value in request.POST.items()}, "at": str(at)}
    made = get_draft(lesson).apply_change(sent)
    return lambda lesson: lesson.save_draft(made.content, made.title)


@require_POST
def publish_lesson(request: HttpRequest, code: str) -> HttpResponse:
    """Publish the draft as the next version of the lesson."""
    lesson = _get_own_lesson(request, code)
    try:
        version = publish_version(check_publishable(lesson), request.POST.get("visibility", ""))
    except RulesError as refused:
        return _render_editor(request, lesson, problem=str(refused), status=422)
    messages.success(request, f"Version {version.number} is published. Every step was checked against the rules.")
    return redirect(f"{lesson.editor_url}?tab=publish")


@require_POST
@idempotent
def withdraw_or_delete_lesson(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw a published lesson, or republish a withdrawn one. Delete one that was never published."""
    lesson = _get_own_lesson(request, code)
    is_kept = editing.withdraw_or_delete(request, lesson, "Student progress is saved.")
    return redirect(lesson.editor_url) if is_kept else redirect("lessons:shelf")


@require_POST
@idempotent
def copy_lesson(request: HttpRequest, code: str) -> HttpResponse:
    """Create a copy of a lesson."""
    lesson = _get_own_lesson(request, code)
    try:
        made = Lesson.create_for(
            get_or_create_person(request), lesson.game, lesson.draft, lesson.title, f"a copy of {lesson.code}"
        )
    except TooManyWorks as full:
        return _render_editor(request, lesson, problem=str(full), status=422)
    return redirect(made.editor_url)


@require_safe
@never_cache
def download_file(request: HttpRequest, code: str) -> HttpResponse:
    """Download the draft as a file in the format of the site's own lessons."""
    lesson = _get_own_lesson(request, code)
    return toml_files.download_lesson(get_draft(lesson), lesson.code)


@require_safe
@never_cache
def download_course(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Download all of the user's lessons for a game as a course, the oldest lesson first."""
    person = get_person(request)
    lessons = person.lessons.filter(game=game.slug).order_by("created") if person else Lesson.objects.none()
    drafts = [(get_draft(one), one.code) for one in lessons]
    if not drafts:
        raise Http404("You haven’t written any lessons for this game.")
    return toml_files.download_course(game.slug, drafts)


# -- public pages ----------------------------------------------------------------------------------


@require_safe
def redirect_to_newest_version(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the newest version of a lesson."""
    found = get_object_or_404(Lesson, code=code)
    newest = found.newest_version
    if newest is None:
        if get_person(request) == found.owner:
            return redirect(found.editor_url)
        raise ExplainedNotFound("This lesson isn’t published yet.", ("All games", reverse("learn:shelf")))
    return redirect("learn:lesson", found.game, newest.slug)


# -- the page --------------------------------------------------------------------------------------


def _render_editor(
    request: HttpRequest, lesson: Lesson, *, at: int = 0, problem: str = "", status: int = 200
) -> HttpResponse:
    draft = get_draft(lesson)
    at = min(max(at, 0), len(draft.steps) - 1)
    tab = request.POST.get("tab") or request.GET.get("tab", "step")
    context = {
        "active": "teach",
        "work": lesson,
        "draft": draft,
        "game": draft.game,
        "problem": problem,
        "typed": editing.get_refused_card_text(request, status),
        "pasted": request.POST.get("file", "") if problem else "",
        "at": at,
        "tab": tab if tab in TABS else "step",
        "tabs": TABS,
        "kinds": KINDS.items(),
        "change_url": f"{reverse('lessons:change', args=[lesson.code])}?at={at}",
        "trial": _get_trial_url(lesson, draft, at),
        "rows": [_build_step_row(draft, number) for number in range(len(draft.steps))],
        "mistakes": draft.mistakes,
        "here": [one for one in draft.mistakes if one.step == at],
        "overall": [one for one in draft.mistakes if one.step is None],
        **_build_step_context(draft, at),
        **_build_tab_context(request, lesson, draft, at, tab),
    }
    context |= build_position_editor_context(draft.get_position_draft(at))
    if request.htmx and request.method == "POST":
        answer = render(request, "lessons/editor_part.html", context)
        return retarget(reswap(answer, MORPH), "#builder")
    return render(request, "lessons/editor.html", context, status=status)


def _build_step_row(draft: LessonDraft, number: int) -> dict[str, Any]:
    """Build a step's row in the list of steps."""
    step = draft.steps[number]
    clause = next(iter(step["clauses"].split()), "")
    return {
        "number": number,
        "title": step["id"].replace("-", " ").capitalize(),
        "kind": KINDS.get(step["kind"], step["kind"]),
        "about": draft.game.rulebook.get_clause_title(clause) if clause in draft.game.clauses else "",
        "mistakes": sum(one.step == number for one in draft.mistakes),
    }


def _build_step_context(draft: LessonDraft, at: int) -> dict[str, Any]:
    """Build the template context for the form of the selected step, whose index is `at`."""
    step, game = draft.steps[at], draft.game
    sections = game.rulebook.render_sections(draft.house_rules)
    return {
        "step": step,
        "wrong_keys": {one.key for one in draft.mistakes if one.step == at},
        "clauses": [(section.title, [one for one in section.entries if one.has_text]) for section in sections],
        "taught": [(id, game.rulebook.get_clause_title(id)) for id in step["clauses"].split() if id in game.clauses],
        "facts": list_fact_choices(game, draft.get_position_draft(at)["seats"]),
        "goals": list_goal_choices(game),
        "proven": draft.compute_answer(at),
        "moves": draft.list_move_choices(at) if step["kind"] in ("do", "try-illegal", "predict") else [],
        "reached": draft.list_reached_goals(at) if step["kind"] == "do" else [],
        "right": _format_answer(step.get("right", [])),
        "wrong": [_format_answer(one) for one in [*step.get("wrong", []), *[[]] * MOST_WRONG][:MOST_WRONG]],
        "missed": [*step.get("missed", []), *[["", ""]] * MOST_MISSED][:MOST_MISSED],
    }


def _format_answer(said: list[Any]) -> tuple[str, str, str]:
    """Return an answer's text, value, and reason as the author would type them.

    `said` is a list of these three, as in lesson files. If it's empty, all three texts are "".
    """
    text, value, why = said if len(said) == 3 else ("", "", "")
    return text, format_value_for_input(value), why


def _build_tab_context(request: HttpRequest, lesson: Lesson, draft: LessonDraft, at: int, tab: str) -> dict[str, Any]:
    """Build the template context for the editor's open tab: the lesson's file, publishing, or the house rules.

    `at` is the index of the selected step, whose lines in the file are shown.
    """
    if tab == "file":
        return {"lines": _list_file_lines(draft, at)}
    if tab == "publish":
        return {
            "versions": list(lesson.versions.order_by("-number")),
            "visibilities": VISIBILITIES,
            "link": request.build_absolute_uri(lesson.get_absolute_url()),
        }
    return {"rule_sets": list_rule_set_choices(get_person(request), draft.game, draft.house_rules)}


def _list_file_lines(draft: LessonDraft, at: int) -> list[tuple[str, bool]]:
    """Return the lines of the lesson's file for the step with the index `at`.

    Each line is paired with whether its key has an error, so that the page can highlight it.
    """
    wrong, key, found = {one.key for one in draft.mistakes if one.step == at}, "", []
    for line in toml_files.dump_toml({"step": [draft.file_content["step"][at]]}).splitlines():
        begins = re.match(r"(\w+) = ", line)
        key = begins[1] if begins else key
        found.append((line, key in wrong))
    return found


def _get_trial_url(lesson: Lesson, draft: LessonDraft, at: int) -> str:
    """Return the URL for trying the draft: the selected step if it can be shown, or else the lesson."""
    slug = f"{lesson.code}-{DRAFT}"
    if draft.find_step(at) and draft.get_position_draft(at).state:
        return reverse("learn:step", args=[lesson.game, slug, f"{slug}-{draft.steps[at]['id']}"])
    return reverse("learn:lesson", args=[lesson.game, slug])
