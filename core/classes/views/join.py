"""Pages where students join a class, with the code of a slip or of a class."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from core.classes import code_throttle, enrollment
from core.classes.enrollment import ClassroomError, find_student_or_class, normalize_code
from core.classes.models import LONGEST_NAME, Classroom, Student, Teacher
from core.classes.roster import parse_roster_line
from core.http.decorators import require_form
from core.http.error_views import too_many_requests
from core.http.idempotency import compute_form_fingerprint
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest

WRONG = "No class or slip has this code. Check it, or sign in if you’ve already used your slip, which works only once."


@require_form
@never_cache
def ask_for_join_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a slip or class, then redirect to the page for joining with this code."""
    if request.method != "POST":
        return render(request, "classes/join.html", {})
    typed = request.POST.get("code", "")
    code = normalize_code(typed)
    found = find_student_or_class(code)
    if found is None or _is_throttled(request, found, code):
        return _refuse_code(request, typed, status=422)
    return redirect("classes:join_with", code)


@require_form
@never_cache
def join_with_code(request: HttpRequest, slip: str) -> HttpResponse:
    """Let a student join a class: with the code of a slip and a password, or with the class code and a name.

    If the form is submitted again because the response was lost, signs in the same student.
    """
    if known := enrollment.find_recent_join(compute_form_fingerprint(request)):
        return _sign_in(request, known)
    code = normalize_code(slip)
    found = find_student_or_class(code)
    if found is None or _is_throttled(request, found, code):
        return _refuse_code(request, slip, status=404)
    if isinstance(found, Student):
        return _join_with_slip(request, found, code)
    return _join_class(request, found)


# -- wrong codes -------------------------------------------------------------------------------------------------------


def _is_throttled(request: HttpRequest, found: Student | Classroom, code: str) -> bool:
    """Return whether the user has to wait because too many wrong codes were tried before this right one.

    `found` is the class or student that the code belongs to. The code of a student's sign-in slip isn't limited,
    because it's too long to guess.
    """
    return isinstance(found, Classroom) and not code_throttle.can_try_code(request, code)


def _refuse_code(request: HttpRequest, typed: str, status: int) -> HttpResponse:
    """Count a wrong code and show the form again, or an error page if there were too many."""
    if not code_throttle.count_wrong_code(request, normalize_code(typed)):
        return too_many_requests(request, minutes=settings.WRONG_CODES_MINUTES)
    return render(request, "classes/join.html", {"typed": typed[:40], "problem": WRONG}, status=status)


# -- with a slip -------------------------------------------------------------------------------------------------------


def _join_with_slip(request: HttpRequest, student: Student, code: str) -> HttpResponse:
    problems: list[str] = []
    if request.method == "POST":
        password = request.POST.get("password", "")
        problems = _list_password_problems(password, student.person.user)
        if not problems:
            try:
                return _sign_in(
                    request, enrollment.set_password_with_slip(code, password, compute_form_fingerprint(request))
                )
            except ClassroomError as refused:
                problems = [str(refused)]
    return _render_page(request, student.classroom, problems, student=student)


def _list_password_problems(password: str, user: User | None = None) -> list[str]:
    try:
        validate_password(password, user)
    except ValidationError as weak:
        return list(weak.messages)
    return []


# -- with the code of a class ------------------------------------------------------------------------------------------


def _join_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    person = get_person(request) if request.user.is_authenticated else None
    if person and Teacher.objects.filter(classroom=classroom, person=person).exists():
        messages.info(request, f"You teach {classroom.name}. Students join it at this link.")
        return redirect(classroom)
    if person and not classroom.archived and classroom.students.filter(person=person).exists():
        messages.info(request, f"You’re already in {classroom.name}.")
        return redirect(classroom.homework_url)
    if request.method != "POST":
        return _render_page(request, classroom, [])
    line = parse_roster_line(request.POST.get("name", ""))
    password = "" if request.user.is_authenticated else request.POST.get("password", "")
    odd = "Type the name your teacher knows you by." if line.refused or line.asks else ""
    problems = [odd] * bool(odd) + (_list_password_problems(password) if password else [])
    if not problems:
        try:
            return _add_student(request, classroom, line.name, password)
        except ClassroomError as refused:
            problems = [str(refused)]
    return _render_page(request, classroom, problems)


def _add_student(request: HttpRequest, classroom: Classroom, name: str, password: str) -> HttpResponse:
    if request.user.is_authenticated:
        student = enrollment.join_with_account(classroom, get_or_create_person(request), name)
        messages.success(request, f"You’re in {classroom.name}.")
        return redirect(student.classroom.homework_url)
    student = enrollment.join_with_new_account(
        classroom, name, password, secrets.token_hex(8), compute_form_fingerprint(request)
    )
    return _sign_in(request, student)


# -- joined ------------------------------------------------------------------------------------------------------------


def _sign_in(request: HttpRequest, student: Student) -> HttpResponse:
    """Sign a student in, and redirect them to their class."""
    user = student.person.user
    assert user
    login(request, user)
    reminder = "This browser remembers you. To use a different one, ask your teacher for a sign-in slip."
    if user.has_usable_password():
        reminder = f"Next time, sign in as {user.get_username()} with your password."
    messages.success(request, f"You’re in {student.classroom.name}. {reminder}")
    return redirect(student.classroom.homework_url)


def _render_page(request: HttpRequest, classroom: Classroom, problems: list[str], **more: Any) -> HttpResponse:
    teacher = classroom.teachers.select_related("user").order_by("teacher__pk").first()
    context = {
        "classroom": classroom,
        "teacher": teacher.name if teacher else "",
        "problems": problems,
        "name": request.POST.get("name", ""),
        "longest": LONGEST_NAME,
        **more,
    }
    return render(request, "classes/join_with.html", context, status=422 if problems else 200)
