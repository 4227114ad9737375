"""Pages for the live board, on which a class answers a puzzle together and then sees the answer.

They show how many students chose each answer, but no names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.classes.access import get_class_and_student, get_taught_class
from core.classes.models import Assignment, AssignmentItem, Classroom, LiveBoard
from core.classes.progress import (
    explain_why_assignment_closed,
    find_live_board,
    get_live_board_query_string,
    list_open_assignments,
)
from core.http.decorators import require_form
from core.people.requests import HttpRequest
from core.practice.models import Answer, Attempt, Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.rendering.table_context import build_screen_context

ENDED = "The live board has ended, because it was on for an hour or closed for three minutes."
MOST_ROWS = 8
"""The maximum number of different answers listed for a question without options."""


# -- the teacher's screen ------------------------------------------------------------------------------------------


@require_form
@never_cache
def show_live_board(request: HttpRequest, code: str) -> HttpResponse:
    """Show the teacher the class's live board or, if none is running, the assignments that it can be started with.

    POST requests come from the board's buttons.
    """
    classroom, now = get_taught_class(request, code), timezone.now()
    if request.method == "POST":
        _apply_button_press(request, classroom)
        return _redirect_back(request, classroom)
    found, is_part = find_live_board(classroom, now), request.htmx and "version" in request.GET
    if found is None:
        _delete_ended_boards(request, classroom, now)
        if is_part:
            return HttpResponseClientRefresh()
        choices = (
            []
            if classroom.archived
            else [one for one in list_open_assignments(classroom, now) if _list_common_items(one)]
        )
        return render(
            request, "classes/board_start.html", {"active": "teach", "classroom": classroom, "choices": choices}
        )
    found.record_teacher_poll(now)
    if is_part and request.GET["version"] == _compute_version(found):
        return HttpResponse(status=204)
    context = {"active": "teach", "classroom": classroom, **_build_context(found)}
    return render(request, "classes/board_part.html" if is_part else "classes/board.html", context)


def _redirect_back(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Redirect to the page where a button of the board was pressed."""
    page = request.POST.get("back", "")
    if page == "teach":
        return redirect("classes:teach")
    assignment = classroom.assignments.filter(code=page).first() if page else None
    return redirect(assignment or (classroom if page == "class" else reverse("classes:board", args=[classroom.code])))


def _delete_ended_boards(request: HttpRequest, classroom: Classroom, now: datetime) -> None:
    """Delete a class's live board if it isn't running anymore, and show the teacher a message about it."""
    for board in LiveBoard.objects.filter(classroom=classroom):
        if not board.is_running(now):
            board.delete()
            messages.info(request, ENDED)


def _list_common_items(assignment: Assignment) -> list[AssignmentItem]:
    """Return the items of an assignment that are puzzles and that all students have."""
    return list(assignment.items.filter(student=None, puzzle__isnull=False).select_related("puzzle"))


@transaction.atomic
def _apply_button_press(request: HttpRequest, classroom: Classroom) -> None:
    """Start the live board, show the answer, show the next puzzle, or end the board, as the teacher's button says.

    If the teacher's page shows a different puzzle than the board, nothing happens, except when the button ends the
    board.
    """
    found = LiveBoard.objects.select_for_update().filter(classroom=classroom).select_related("assignment").first()
    pressed, now = request.POST.get("do", ""), timezone.now()
    if found and not found.is_running(now):
        found.delete()
        found = None
    if pressed == "start":
        return None if found else _start_board(request, classroom)
    if found is None or (pressed != "end" and request.POST.get("place") != str(found.place)):
        return None
    places = [item.place for item in _list_common_items(found.assignment)]
    later = next((place for place in places if place > found.place), None)
    if pressed == "show":
        found.shown = True
    elif pressed == "next" and later is not None:
        found.place, found.shown = later, False
    elif pressed in ("end", "next"):
        found.delete()
        messages.success(request, "The live board has ended. The answers are in the table.")
        return None
    found.save(update_fields=["place", "shown"])
    return None


def _start_board(request: HttpRequest, classroom: Classroom) -> None:
    now = timezone.now()
    given = classroom.assignments.filter(code=request.POST.get("assignment", "")).select_related("classroom").first()
    items = _list_common_items(given) if given else []
    if given is None or not items or explain_why_assignment_closed(given, now):
        messages.error(
            request,
            "You can’t show this assignment on the board. It isn’t open, or no puzzle is the same for everyone.",
        )
        return
    first = {"assignment": given, "place": items[0].place, "shown": False, "seen": now}
    LiveBoard.objects.get_or_create(classroom=classroom, defaults=first)


def _find_current_item(found: LiveBoard) -> AssignmentItem | None:
    """Return the assignment's item whose puzzle is on the live board `found`, or None if it no longer exists."""
    return found.assignment.items.filter(student=None, place=found.place).select_related("puzzle").first()


def _list_first_answers(found: LiveBoard) -> Any:
    """Return a queryset of the students' first answers to the puzzle on the live board `found`."""
    puzzle = found.assignment.items.filter(student=None, place=found.place).values("puzzle")[:1]
    here = Answer.objects.filter(person__student_of__classroom=found.classroom_id, number=1)
    return here.filter(occasion=found.assignment.code, puzzle=puzzle)


def _compute_version(found: LiveBoard) -> str:
    return f"{found.assignment_id}-{found.place}-{int(found.shown)}-{_list_first_answers(found).count()}"


def _build_context(found: LiveBoard) -> dict[str, Any]:
    items = _list_common_items(found.assignment)
    at = next((number for number, item in enumerate(items) if item.place == found.place), 0)
    puzzle = items[at].puzzle
    assert puzzle is not None
    given = list(_list_first_answers(found).values_list("given", "right"))
    return {
        "board": found,
        "version": _compute_version(found),
        "puzzle": puzzle,
        "posed": puzzle.engine_puzzle,
        "number": at + 1,
        "of": len(items),
        "last": at + 1 == len(items),
        "count": len(given),
        "students": found.classroom.students.count(),
        "right": sum(right for _, right in given),
        "rows": _list_answer_counts(puzzle, [one for one, _ in given]) if found.shown else [],
        "why": puzzle.engine_puzzle.explanation,
        **build_table_context(puzzle, found.shown),
    }


def build_table_context(puzzle: Puzzle, answered: bool) -> dict[str, Any]:
    """Build the template context that shows a puzzle's cards on the table, without any moves to make.

    If `answered` is true, cards that are hidden until the puzzle is answered are shown, too. For a puzzle without a
    table, the context has only the game.
    """
    tries = PuzzleSession(puzzle, [])
    if tries.game_state is None:
        return {"game": puzzle.engine_game}
    return build_screen_context(
        *(puzzle.engine_game, tries.build_screen(playing=False, answered=answered), tries.seat_names, 0),
        is_turn_shared=tries.game_state.is_turn_shared,
    )


@dataclass(frozen=True)
class AnswerCount:
    """A possible answer on the live board: how many students chose it, and whether it's right.

    `of` is the number of students who have answered.
    """

    text: str
    cards: str
    right: bool
    count: int
    of: int
    reason: str = ""
    answer: str = ""
    """The right label in a matching question."""


def _list_answer_counts(puzzle: Puzzle, given: Sequence[Any]) -> list[AnswerCount]:
    """Return an `AnswerCount` for each answer option: how many students chose it. `given` are the students' answers.

    If options have to be matched with labels, it counts the students who chose the right label. For a puzzle without
    options, it counts each different answer, the most frequent first.
    """
    posed, of = puzzle.engine_puzzle, len(given)
    if posed.form == "match":
        labels, key = dict(posed.labels), posed.key
        right = {one.id: sum(answer.get(one.id) == key[one.id] for answer in given) for one in posed.options}
        return [
            AnswerCount(
                one.text, one.cards, True, right[one.id], of, posed.reasons.get(one.id, ""), labels[key[one.id]]
            )
            for one in posed.options
        ]
    if posed.form in ("tick", "one"):
        chosen: Counter[str] = Counter(id for one in given for id in ([one] if isinstance(one, str) else one))
        key = [posed.key] if isinstance(posed.key, str) else posed.key
        return [
            AnswerCount(one.text, one.cards, one.id in key, chosen[one.id], of, posed.reasons.get(one.id, ""))
            for one in posed.options
        ]
    said = Counter(" · ".join(one) if isinstance(one, list) else str(one) for one in given)
    return [AnswerCount(text, "", text == str(posed.key), count, of) for text, count in said.most_common(MOST_ROWS)]


# -- the students' screens -----------------------------------------------------------------------------------------


@require_safe
@never_cache
def show_board_to_student(request: HttpRequest, code: str) -> HttpResponse:
    """Show a student their class's live board: a question, a request to wait, or the result."""
    (classroom, student), now = get_class_and_student(request, code), timezone.now()
    found = None if classroom.archived else find_live_board(classroom, now)
    if found:
        found.record_student_poll(student, now)
    item = _find_current_item(found) if found else None
    attempt = None
    if found and item:
        mine = Attempt.objects.filter(person=student.person_id, puzzle=item.puzzle_id, occasion=found.assignment.code)
        attempt = mine.filter(tries__gt=0).first()
    version = f"{found.assignment_id}-{found.place}-{int(found.shown)}-{int(bool(attempt))}" if found else "none"
    if request.htmx and request.GET.get("version") == version:
        return HttpResponse(status=204)
    context: dict[str, Any] = {"active": "homework", "classroom": classroom, "board": found, "version": version}
    if found and item and item.puzzle:
        address = item.puzzle.get_absolute_url() + get_live_board_query_string(found.assignment)
        context |= {"question": item.puzzle.engine_puzzle.question, "attempt": attempt, "address": address}
    part = request.htmx and "version" in request.GET
    return render(request, "classes/follow_part.html" if part else "classes/follow.html", context)
