"""The teachers' pages for assignments: the form, a class's results, a student's history, and a CSV file."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import games
from core.classes import results
from core.classes.access import get_assignment, get_taught_class
from core.classes.assignment_form import AssignmentChangeForm, AssignmentForm, choose_game
from core.classes.assignment_puzzles import NoPuzzleAboutClause
from core.classes.models import Assignment, Classroom, Student
from core.classes.progress import (
    find_live_board,
    format_duration,
    has_assignment_opened,
    is_assignment_over,
    list_progress,
)
from core.classes.results import FIRST, LATER, NOT, NOT_YET, ResultRow, ResultsTable, StudentMark, list_mistakes
from core.http.decorators import require_form
from core.http.deleted_rows import delete_with_dependents
from core.http.idempotency import idempotent
from core.http.responses import mark_as_download
from core.http.untrusted_text import parse_number
from core.people import get_person
from core.people.requests import HttpRequest
from core.practice.models import Answer
from games.words import capitalize_first, format_count
from variants.services import get_listed_rules_title

COLUMNS = 32
"""The number of students on one page of the results table."""
RECENT = 200
"""The maximum number of a student's answers to list."""

# -- the form ------------------------------------------------------------------------------------------------------


@require_form
@never_cache
@idempotent
def create_assignment(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a new assignment in a class, or create the assignment (POST).

    If a GET request has form data, the response shows what the assignment would contain.
    """
    classroom = get_taught_class(request, code)
    sent = request.POST if request.method == "POST" else request.GET
    teacher = get_person(request)
    game = choose_game(sent.get("game", ""), classroom, teacher)
    if request.method != "POST":
        asked = request.GET if "title" in request.GET else None
        wanted = [*request.GET.getlist("own"), *request.GET.getlist("collection")]
        lessons = request.GET.getlist("lesson")
        return _render_form(request, AssignmentForm(classroom, teacher, game, asked, wanted, lessons=lessons))
    form = AssignmentForm(classroom, teacher, game, request.POST)
    if classroom.archived:
        form.add_error(None, "This class is archived, so you can’t assign anything to it.")
    if form.is_valid():
        try:
            assignment = form.create_assignment()
        except NoPuzzleAboutClause as nothing:
            form.add_error("fresh", form.explain_why_no_puzzle(nothing.clause))
        else:
            messages.success(request, f"“{assignment.title}” is assigned to {classroom}.")
            return redirect(assignment)
    return _render_form(request, form, status=422)


@require_safe
@login_required
@never_cache
def choose_class(request: HttpRequest) -> HttpResponse:
    """Choose the class for a new assignment, or redirect to the form if there is only one class."""
    classes = list(Classroom.objects.taught_by(get_person(request)).filter(archived=None))
    asked = request.GET.urlencode()
    if len(classes) == 1:
        return redirect(f"{reverse('classes:give', args=[classes[0].code])}?{asked}")
    return render(request, "classes/give_some.html", {"active": "teach", "classes": classes, "asked": asked})


def _render_form(request: HttpRequest, form: AssignmentForm, status: int = 200) -> HttpResponse:
    students = form.classroom.students.count()
    context = {
        "active": "teach",
        "classroom": form.classroom,
        "game": form.game,
        "shelf": [one for one in games.all_games().values() if one.lessons or one.puzzle_themes],
        "form": form,
        "students": students,
        "says": form.describe_assignment(students),
    }
    return render(request, "classes/give.html", context, status=status)


@require_form
@never_cache
def change_assignment(request: HttpRequest, code: str, assignment: str) -> HttpResponse:
    """Show the form for an assignment's dates, its title, and when answers are shown, or save it (POST)."""
    found = get_assignment(get_taught_class(request, code), assignment)
    form = AssignmentChangeForm(found, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        form.apply_changes()
        messages.success(request, "Saved. Your students see the change right away.")
        return redirect(found)
    context = {
        "active": "teach",
        "classroom": found.classroom,
        "assignment": found,
        "form": form,
        "answered": _list_answers(found).exists(),
    }
    return render(request, "classes/change.html", context, status=422 if form.is_bound else 200)


@require_POST
@idempotent
def withdraw_assignment(request: HttpRequest, code: str, assignment: str) -> HttpResponse:
    """Delete an assignment if it has no answers. Otherwise close it now, and keep the answers."""
    classroom = get_taught_class(request, code)
    found = get_assignment(classroom, assignment)
    if _list_answers(found).exists():
        now = timezone.now()
        found.due = now
        found.opens = min(found.opens, now)
        found.save(update_fields=["due", "opens"])
        messages.info(request, "It’s closed. Nobody can answer anymore. Answers so far are saved.")
        return redirect(found)
    delete_with_dependents(found)
    messages.success(request, f"“{found.title}” was unassigned. Nobody had answered.")
    return redirect(classroom)


def _list_answers(assignment: Assignment) -> Any:
    return Answer.objects.filter(occasion=assignment.code)


# -- the results ---------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def show_assignment_results(request: HttpRequest, code: str, assignment: str) -> HttpResponse:
    """Show a class's results in an assignment.

    The page polls with the version of the results that it shows, as computed by `compute_version`. If the results
    haven't changed, the response is empty (204).
    """
    found = get_assignment(get_taught_class(request, code), assignment)
    version = results.compute_version(found)
    asking = request.htmx and "version" in request.GET
    if asking and request.GET["version"] == version:
        return HttpResponse(status=204)
    context = _build_results_context(request, found) | {"version": version}
    if request.htmx and not request.htmx.boosted and not request.htmx.history_restore_request:
        context["news"] = _describe_new_answers(request.GET.get("version", ""), version) if asking else ""
        return render(request, "classes/results.html", context)
    return render(request, "classes/assignment.html", context)


def _describe_new_answers(before: str, now: str) -> str:
    """Return the number of new answers as text, or "" if there are none.

    `before` and `now` are the earlier and the current version of the results. A version starts with the number of
    answers.
    """
    more = parse_number(now.split("-")[0], 0) - parse_number(before.split("-")[0], 0)
    return format_count(more, "new answer") if more > 0 else ""


def _build_results_context(request: HttpRequest, found: Assignment) -> dict[str, Any]:
    """Build the template context for the results of the assignment `found`."""
    all_of_it = ResultsTable(found)
    pages = [all_of_it.students[at : at + COLUMNS] for at in range(0, len(all_of_it.students), COLUMNS)] or [[]]
    page = min(max(parse_number(request.GET.get("page"), 1), 1), len(pages)) - 1
    shown = pages[page]
    view = _choose_results_tab(request.GET.get("view", ""), all_of_it)
    rows = all_of_it.clause_rows if view == "clauses" else all_of_it.slot_rows
    picked = next((one for one in shown if str(one.pk) == request.GET.get("student")), shown[0] if shown else None)
    row = next((row for row in rows if row.id == request.GET.get("row")), None)
    start, now = page * COLUMNS, timezone.now()
    return {
        "active": "teach",
        "classroom": found.classroom,
        "board": find_live_board(found.classroom, now),
        "assignment": found,
        "rules": get_listed_rules_title(request.person, found.engine_game, found.house_rules),
        "digest": found.house_rules.digest(),
        "due_in": format_duration(found.due - now) if found.due else "",
        "over": is_assignment_over(found, now),
        "opened": has_assignment_opened(found, now),
        "results": all_of_it,
        "view": view,
        "rows": [(one, _render_marks(one, shown, start, picked)) for one in rows],
        "pages": [(number, one[0].name, one[-1].name) for number, one in enumerate(pages, 1)] if len(pages) > 1 else [],
        "page": page + 1,
        "columns": [(student, student == picked) for student in shown],
        "picked": picked,
        "row": row,
        "detail": _build_row_detail(all_of_it, row, view) if row else None,
        "finding": _build_main_finding(all_of_it),
        "people": _summarize_students(all_of_it, shown) if view == "students" else [],
        "lacking": _count_missing_puzzles(all_of_it) if found.same else 0,
        "asked": {
            "view": view,
            "page": page + 1,
            "student": picked.pk if picked else "",
            "row": row.id if row else "",
        },
    }


def _choose_results_tab(asked: str, found: ResultsTable) -> str:
    if asked in ("puzzles", "students"):
        return asked
    return "clauses" if found.clause_rows else "puzzles"


def _summarize_students(found: ResultsTable, shown: Sequence[Student]) -> list[dict[str, Any]]:
    """Return a dict for each student in `shown`: the number of finished items, of all items, and so on.

    `first` is the number of puzzles that were right on the first try. `found` has the assignment's results.
    """
    lines = []
    for one in shown:
        marks = [(slot, found.get_student_mark(one, slot)) for slot in found.assignment_slots]
        first = sum(mark.sign == FIRST and not slot.lesson for slot, mark in marks)
        done = sum(mark.sign != NOT_YET for _, mark in marks)
        lines.append({"student": one, "done": done, "of": len(marks), "first": first, "passed": found.has_passed(one)})
    return lines


def _render_marks(row: ResultRow, shown: Sequence[Student], start: int, picked: Student | None) -> str:
    """Render the marks in a row of the results table as HTML, for the students on this page of the table (`shown`).

    `start` is the index of the page's first student among all students. The mark of the student `picked` is
    highlighted.
    """
    at = shown.index(picked) if picked else -1
    marks = enumerate(row.marks[start : start + len(shown)])
    return mark_safe("".join(_render_mark(one.sign, one.at, place == at, one.new) for place, one in marks))


@lru_cache(maxsize=256)
def _render_mark(sign: str, at: int, picked: bool, new: bool) -> str:
    """Render one mark in the results table as HTML: the result `sign`, and the number `at` of the first right try.

    A `picked` mark is highlighted. `new` says that the student has just answered. The HTML is cached because a table
    has thousands of marks, but few different ones.
    """
    return render_to_string("classes/mark.html", {"mark": StudentMark(sign, at), "picked": picked, "new": new})


def _count_missing_puzzles(found: ResultsTable) -> int:
    """Return the number of an assignment's puzzles that aren't generated yet. `found` has the assignment's results."""
    return sum(slot.lacking for slot in found.assignment_slots)


def _build_main_finding(found: ResultsTable) -> dict[str, Any]:
    """Return the result that needs the teacher's attention most, such as a rule that many missed, as a dict.

    `found` has the assignment's results. In the dict, `title` and `text` describe the result. If it's about a row of
    the results table, the dict also has this `row`, and the name of the tab (`view`) with the row.
    """
    if not found.has_any_result:
        return {"title": "Nobody has started", "text": _describe_opening(found.assignment)}
    clause = next(iter(found.clause_rows), None)
    puzzle = max(found.slot_rows, key=lambda row: row.wrong_without_missed_clause_count)
    if puzzle.wrong_without_missed_clause_count > (clause.wrong_student_count if clause else 0):
        many = _format_student_count(puzzle.wrong_without_missed_clause_count, puzzle, "got")
        text = f"{many} “{puzzle.title}” wrong. Their answers don’t show which rule they’re missing."
        return {"title": "Teach this next", "text": text, "row": puzzle, "view": "puzzles"}
    if clause and clause.wrong_student_count:
        text = f"{_format_student_count(clause.wrong_student_count, clause, 'missed')} “{clause.title}”."
        return {"title": "Teach this next", "text": text, "row": clause, "view": "clauses"}
    for view, rows in (("clauses", found.clause_rows), ("puzzles", found.slot_rows)):
        for row in rows:
            if row.student_counts_by_result[LATER]:
                text = (
                    f"{_format_student_count(row.student_counts_by_result[LATER], row, 'needed')} another try with "
                    f"“{row.title}” and then got it right."
                )
                return {"title": "Nearly all correct", "text": text, "row": row, "view": view}
    return {"title": "Nothing to reteach", "text": "All answers so far were correct on first try."}


def _format_student_count(number: int, row: ResultRow, verb: str) -> str:
    """Return the start of a sentence about a row of the results table, such as “3 of 12 needed”.

    `number` is the 3 in this example, and `verb` is a verb in the past tense. The 12 are the students who have
    answered.
    """
    return f"{number} of {row.answered_count} {verb}"


def _describe_opening(assignment: Assignment) -> str:
    now = timezone.now()
    if not has_assignment_opened(assignment, now):
        return f"Your students see it in {format_duration(assignment.opens - now)}."
    return f"Your students have seen it for {format_duration(now - assignment.opens)}."


def _build_row_detail(found: ResultsTable, row: ResultRow, view: str) -> dict[str, Any]:
    """Return the details of a row in the results table as a dict, with the students listed by their result.

    `found` has the assignment's results. If `view` is “clauses”, the row is about a clause (a rule of the game), and
    the dict has the most frequent mistakes. Otherwise, the row is about an item, and the dict has its puzzle if all
    students have the same one.
    """
    who = [
        (words, [student for student, mark in zip(found.students, row.marks, strict=True) if mark.sign == sign])
        for sign, words in ((NOT, "Incorrect"), (LATER, "Correct later"), (NOT_YET, capitalize_first(row.waiting)))
    ]
    clause = view == "clauses"
    item = None if clause else next((one for one in found.assignment_slots if str(one.place) == row.id), None)
    common = found.find_common_item(item) if item else None
    return {
        "who": [(words, students) for words, students in who if students],
        "mistakes": list_mistakes(found, row.id) if clause else [],
        "puzzle": common.puzzle if common else None,
    }


# -- one student ---------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def show_student_history(request: HttpRequest, code: str, id: int) -> HttpResponse:
    """Show a teacher one student's assignments, answers, and missed clauses (rules of the game)."""
    classroom = get_taught_class(request, code)
    found = get_object_or_404(classroom.students.select_related("person__user"), pk=id)
    assignments = list(classroom.assignments.all())
    titles = {one.code: one for one in assignments}
    rows = Answer.objects.filter(person=found.person_id, occasion__in=list(titles)).select_related("puzzle")
    rows = rows.defer("puzzle__asked", "puzzle__setup").order_by("-at", "-pk")
    context = {
        "active": "teach",
        "classroom": classroom,
        "student": found,
        "standings": list_progress(found, assignments, timezone.now(), teacher=True),
        "answers": [(row, titles[row.occasion]) for row in rows[:RECENT]],
        "missed": _list_missed_clauses(rows, titles),
    }
    return render(request, "classes/student.html", context)


def _list_missed_clauses(rows: Iterable[Answer], titles: dict[str, Assignment]) -> list[tuple[str, str, str, int]]:
    """Return the clauses that a student's answers (`rows`) missed, the most missed first, at most 12.

    Each is a tuple of its game, its id, its title, and how often it was missed. `titles` maps the assignments' codes to
    the assignments.
    """
    counted: dict[tuple[str, str], int] = {}
    for row in rows:
        for clause in row.missed or ():
            key = (titles[row.occasion].game, clause)
            counted[key] = counted.get(key, 0) + 1
    ordered = sorted(counted.items(), key=lambda one: -one[1])[:12]
    return [(game, id, games.get(game).rulebook.get_clause_title(id), count) for (game, id), count in ordered]


# -- the CSV file --------------------------------------------------------------------------------------------------

HEAD = (
    *("Student", "Number", "Item", "Result", "Correct on try", "Attempts", "Hints", "Seconds", "Last answer (UTC)"),
    "Rules missed",
)


@require_safe
@never_cache
def download_results(request: HttpRequest, code: str, assignment: str) -> HttpResponse:
    """Download the results as CSV, with a row for each student and item."""
    found = get_assignment(get_taught_class(request, code), assignment)
    response = mark_as_download(f"results-{found.code}.csv", HttpResponse(content_type="text/csv; charset=utf-8"))
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(HEAD)
    writer.writerows([escape_formula(one) for one in line] for line in _list_csv_rows(ResultsTable(found)))
    return response


def _list_csv_rows(found: ResultsTable) -> Iterator[list[Any]]:
    for one in found.students:
        for slot in found.assignment_slots:
            mark = found.get_student_mark(one, slot)
            last = found.find_last_answer_time(one, slot)
            yield [
                one.unique_name,
                slot.number,
                slot.title,
                mark.label,
                mark.at or "",
                mark.tries,
                mark.hints,
                mark.seconds,
                f"{last:%Y-%m-%d %H:%M:%S}" if last else "",
                "; ".join(map(found.assignment.engine_game.rulebook.get_clause_title, mark.missed)),
            ]


def escape_formula(value: Any) -> Any:
    """Escape a value so that spreadsheets don't treat it as a formula."""
    risky = isinstance(value, str) and unicodedata.normalize("NFKC", value[:1]).startswith(tuple("=+-@\t\r\n"))
    return f"'{value}" if risky else value
