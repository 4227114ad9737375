"""Who may see what of a class: its teachers, and its pupils. For everybody else it does not exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from core.classes.models import Assignment, Classroom, Pupil
from core.people import get_person
from core.people.models import Person
from core.people.requests import HttpRequest

View = Callable[..., HttpResponse]


def taught(request: HttpRequest, code: str) -> Classroom:
    """The class of this code. Raises Http404 if there is none that who asks teaches, signed in."""
    return taught_by(get_person(request) if request.user.is_authenticated else None, code)


def taught_by(person: Person | None, code: str) -> Classroom:
    """The class of this code. Raises Http404 if there is none that this person teaches."""
    return get_object_or_404(Classroom.objects.taught_by(person), code=code)


def attended(request: HttpRequest, code: str) -> tuple[Classroom, Pupil]:
    """The class of this code and the pupil who asks. Raises Http404 for whoever is not in it."""
    person = get_person(request)
    if person is None:
        raise Http404("There is no such class.")
    pupil = get_object_or_404(Pupil.objects.select_related("classroom__live"), classroom__code=code, person=person)
    return pupil.classroom, pupil


def given(classroom: Classroom, code: str) -> Assignment:
    """Return what this class was given under this code. Raises Http404."""
    return get_object_or_404(classroom.assignments.select_related("classroom__live"), code=code)


def why_closed(classroom: Classroom) -> str:
    """Return why a class is not to be changed; "" if it is."""
    return f"{classroom.name} is archived, so nothing was changed. Bring it back first." if classroom.archived else ""


def of_teachers(view: View) -> View:
    """Give a view the class instead of its code; whoever does not teach it gets nowhere."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        return view(request, taught(request, code), **others)

    return never_cache(guarded)


def while_open(view: View) -> View:
    """The same, for what changes a class: an archived one is only looked at."""

    @wraps(view)
    def guarded(request: HttpRequest, classroom: Classroom, **others: Any) -> HttpResponse:
        if said := why_closed(classroom):
            messages.error(request, said)
            return redirect(classroom)
        return view(request, classroom, **others)

    return of_teachers(guarded)
