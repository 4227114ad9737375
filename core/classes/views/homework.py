"""Students' pages: their assignments, the items of an assignment one after another, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.classes import assignment_puzzles, tasks
from core.classes.access import get_assignment, get_class_and_student
from core.classes.models import Assignment, Student
from core.classes.progress import (
    StudentProgress,
    can_see_results,
    explain_why_assignment_closed,
    find_live_board,
    format_duration,
    get_assignment_item_url,
    get_progress,
    has_assignment_opened,
    list_open_assignments,
    list_past_assignments,
    list_progress,
)
from core.http.decorators import require_form
from core.http.untrusted_text import parse_number
from core.learn.course import LessonStep, get_course
from core.people.requests import HttpRequest
from core.practice.models import Answer

MOST_HELPS = 5
"""The maximum number of clauses to review that are listed."""


@require_safe
@never_cache
def list_assignments(request: HttpRequest, code: str) -> HttpResponse:
    """Show a student's open and past assignments."""
    classroom, student = get_class_and_student(request, code)
    now = timezone.now()
    open_ones = [] if classroom.archived else list_open_assignments(classroom, now)
    over = (
        list(classroom.assignments.filter(opens__lte=now))
        if classroom.archived
        else list_past_assignments(classroom, now)
    )
    found = {one.assignment.pk: one for one in list_progress(student, [*open_ones, *over], now)}
    context = {
        "active": "homework",
        "classroom": classroom,
        "board": None if classroom.archived else find_live_board(classroom, now),
        "student": student,
        "open": [(found[one.pk], format_duration(one.due - now) if one.due else "") for one in open_ones],
        "past": [found[one.pk] for one in over],
    }
    return render(request, "classes/mine.html", context)


@require_form
@never_cache
def continue_assignment(request: HttpRequest, code: str, assignment: str) -> HttpResponse:
    """Redirect to the next unfinished item of an assignment, or show its last page.

    A POST request generates missing puzzles and redirects to this page.
    """
    classroom, student = get_class_and_student(request, code)
    found, now = get_assignment(classroom, assignment), timezone.now()
    if not has_assignment_opened(found, now):
        raise Http404("This assignment isn’t open yet.")
    if request.method == "POST":
        if not explain_why_assignment_closed(found, now):
            _generate_missing_puzzles(found, None if found.same else student)
        return redirect("classes:do", classroom.code, found.code)
    stands = get_progress(student, found, now)
    context = {
        "active": "homework",
        "classroom": classroom,
        "student": student,
        "assignment": found,
        "standing": stands,
    }
    if not stands.closed and "end" not in request.GET:
        comes = stands.find_next_item(_parse_place(request))
        if comes:
            return redirect(get_assignment_item_url(found, comes))
        if stands.has_missing_puzzles:
            return render(request, "classes/making.html", context)
    return render(
        request,
        "classes/done.html",
        context | _build_final_page_context(stands, can_see_results(found, now, student.person_id), student),
    )


def _generate_missing_puzzles(assignment: Assignment, student: Student | None) -> None:
    if not assignment_puzzles.generate_missing_puzzles(assignment, student):
        tasks.make_assignment_puzzles.delay(assignment.pk, student and student.pk)


def _parse_place(request: HttpRequest) -> int:
    """Return the place in the assignment after which to continue (`?after=`), or -1 for the start."""
    return parse_number(request.GET.get("after"), -1)


def _build_final_page_context(stands: StudentProgress, told: bool, student: Student) -> dict[str, Any]:
    """Build the template context for the page at the end of an assignment, with the student's progress (`stands`).

    `told` says whether the student can see the results. If so, the context also has the clauses (rules of the game)
    that the student should review.
    """
    found, now = stands.assignment, timezone.now()
    return {
        "parts": [(part, get_assignment_item_url(found, part)) for part in stands.parts],
        "told": told,
        "digest": found.house_rules.digest(),
        "due_in": format_duration(found.due - now) if found.due and found.due > now else "",
        "helps": _list_review_clauses(stands, student) if told else [],
    }


def _list_review_clauses(stands: StudentProgress, student: Student) -> list[dict[str, Any]]:
    """Return the clauses (rules of the game) that a student missed most in an assignment, at most `MOST_HELPS`.

    Each is a dict with the clause's id, its title, and the lesson that teaches it (or None). A wrong answer that
    doesn't show the missed clause counts for all clauses of its puzzle. Puzzles that can be tried again are left out.
    `stands` is the student's progress in the assignment.
    """
    assignment = stands.assignment
    again = [part.item.puzzle_id for part in stands.parts if part.again and not stands.closed]
    rows = Answer.objects.filter(person=student.person_id, occasion=assignment.code, right=False)
    rows = rows.exclude(puzzle__in=again)
    answers = rows.values_list("missed", "puzzle__clauses")
    missed = Counter(clause for named, touched in answers for clause in named or touched)
    lessons = get_course(assignment.engine_game, assignment.house_rules)
    return [
        {
            "id": id,
            "title": assignment.engine_game.rulebook.get_clause_title(id),
            "lesson": next((places[0].lesson for places in lessons.values() if _is_taught_in(places, id)), None),
        }
        for id, _ in missed.most_common(MOST_HELPS)
    ]


def _is_taught_in(places: Iterable[LessonStep], clause: str) -> bool:
    return any(clause in place.step.clauses for place in places)
