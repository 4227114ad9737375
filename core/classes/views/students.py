"""A teacher's pages for one student."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.classes import enrollment
from core.classes.access import active_class_teacher_required, teacher_required
from core.classes.enrollment import ClassroomError
from core.classes.models import LONGEST_NAME, Classroom, Student
from core.classes.roster import parse_roster_line
from core.classes.views.classes import build_class_context, format_last_seen
from core.http.idempotency import idempotent
from core.http.time_zone import get_time_zone
from core.people import get_or_create_person
from core.people.requests import HttpRequest


@require_safe
@teacher_required
def show_student(request: HttpRequest, classroom: Classroom, student: int) -> HttpResponse:
    """Show one student: name, slip, moving to a different class, and removal."""
    return _render_page(request, classroom, _get_student(classroom, student))


@require_POST
@active_class_teacher_required
def rename_student(request: HttpRequest, classroom: Classroom, student: int) -> HttpResponse:
    """Change the name of a student of the class to the submitted one."""
    found, sent = _get_student(classroom, student), request.POST.get("name", "")
    line = parse_roster_line(sent)
    if line.refused:
        return _render_page(request, classroom, found, name_problem=line.refused, name=sent)
    classroom.students.filter(pk=found.pk).update(name=line.name)
    messages.success(request, f"The name is now {line.name}.")
    return redirect("classes:enrolled", classroom.code, found.pk)


@require_POST
@idempotent
@active_class_teacher_required
def move_student(request: HttpRequest, classroom: Classroom, student: int) -> HttpResponse:
    """Move a student to another class that the teacher teaches."""
    found = _get_student(classroom, student)
    others = Classroom.objects.taught_by(get_or_create_person(request))
    other = get_object_or_404(others.exclude(pk=classroom.pk), code=request.POST.get("to", ""))
    try:
        enrollment.move_student(found, other)
    except ClassroomError as refused:
        return _render_page(request, classroom, found, move_problem=str(refused))
    messages.success(request, f"{found.name} is in {other.name} now.")
    return redirect(other)


@require_POST
@idempotent
@teacher_required
def remove_student(request: HttpRequest, classroom: Classroom, student: int) -> HttpResponse:
    """Remove a student after the teacher has confirmed it."""
    found = _get_student(classroom, student)
    if not request.POST.get("sure"):
        return _render_page(request, classroom, found, remove_problem="Check the box to confirm.")
    enrollment.remove_student(found)
    messages.success(request, f"{found.name} is no longer in {classroom.name}.")
    return redirect(classroom)


def _get_student(classroom: Classroom, number: int) -> Student:
    return get_object_or_404(classroom.students.select_related("person__user"), pk=number)


def _render_page(request: HttpRequest, classroom: Classroom, student: Student, **problems: str) -> HttpResponse:
    others = Classroom.objects.taught_by(get_or_create_person(request)).filter(archived=None)
    context = build_class_context(request, classroom) | {
        "student": student,
        "seen": format_last_seen(student.person.seen, get_time_zone(request)),
        "others": others.exclude(pk=classroom.pk),
        "longest": LONGEST_NAME,
        **problems,
    }
    return render(request, "classes/enrolled.html", context, status=422 if problems else 200)
