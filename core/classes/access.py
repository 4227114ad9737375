"""Access to classes: teachers and students see only their own. For everyone else, a class doesn't exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from core.classes.models import Assignment, Classroom, Student
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest

View = Callable[..., HttpResponse]


def get_taught_class(request: HttpRequest, code: str) -> Classroom:
    """Return the class with this code, if the signed-in user teaches it. Raises Http404 otherwise."""
    return get_class_of_teacher(get_person(request) if request.user.is_authenticated else None, code)


def get_class_of_teacher(person: Person | None, code: str) -> Classroom:
    """Return the class with this code, if this person teaches it. Raises Http404 otherwise."""
    return get_object_or_404(Classroom.objects.taught_by(person), code=code)


def get_class_and_student(request: HttpRequest, code: str) -> tuple[Classroom, Student]:
    """Return the class with this code and the user's `Student` in it. Raises Http404 for anyone but its students."""
    person = get_person(request)
    if person is None:
        raise Http404("That class doesn’t exist.")
    student = get_object_or_404(Student.objects.select_related("classroom__live"), classroom__code=code, person=person)
    return student.classroom, student


def get_assignment(classroom: Classroom, code: str) -> Assignment:
    """Return the assignment of this class with this code. Raises Http404 if there is none."""
    return get_object_or_404(classroom.assignments.select_related("classroom__live"), code=code)


def explain_why_read_only(classroom: Classroom) -> str:
    """Return the reason why a class can't be changed, or "" if it can."""
    return f"{classroom.name} is archived, so nothing was changed. Restore it first." if classroom.archived else ""


def teacher_required(view: View) -> View:
    """Decorate a view of a class, so that it gets the `Classroom` instead of the code in the URL.

    Raises Http404 unless the signed-in user teaches the class.
    """

    @wraps(view)
    def wrapped_view(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        return view(request, get_taught_class(request, code), **others)

    return never_cache(wrapped_view)


def active_class_teacher_required(view: View) -> View:
    """Decorate a view that changes a class, so that it gets the `Classroom` instead of the code in the URL.

    Raises Http404 unless the signed-in user teaches the class. If the class is archived, the view isn't called.
    Instead, the user gets an error message and is redirected to the class.
    """

    @wraps(view)
    def wrapped_view(request: HttpRequest, classroom: Classroom, **others: Any) -> HttpResponse:
        if said := explain_why_read_only(classroom):
            messages.error(request, said)
            return redirect(classroom)
        return view(request, classroom, **others)

    return teacher_required(wrapped_view)
