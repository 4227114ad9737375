"""Who may see what of a class: its teachers, and its pupils. For all others there is no such class."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from core.classes.models import Assignment, Classroom, Pupil
from core.people import person_of
from core.people.requests import HttpRequest


def taught(request: HttpRequest, code: str) -> Classroom:
    """The class of this code, for one of its teachers. Raises Http404 for all others."""
    return get_object_or_404(Classroom.objects.taught_by(person_of(request)), code=code)


def attended(request: HttpRequest, code: str) -> tuple[Classroom, Pupil]:
    """The class of this code and the pupil who asks. Raises Http404 for whoever is not in it."""
    person = person_of(request)
    if person is None:
        raise Http404("There is no such class.")
    pupil = get_object_or_404(Pupil.objects.select_related("classroom__live"), classroom__code=code, person=person)
    return pupil.classroom, pupil


def given(classroom: Classroom, code: str) -> Assignment:
    """What this class was given under this code. Raises Http404."""
    return get_object_or_404(classroom.assignments.select_related("classroom__live"), code=code)
