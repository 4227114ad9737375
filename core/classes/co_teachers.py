"""Several teachers of one class: invitations, and leaving."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing
from django.db import transaction

from core.classes.enrolment import ClassroomError, locked
from core.classes.models import MOST_TEACHERS, Classroom, Teacher
from core.people.models import Person

LASTS = timedelta(days=7)
SALT = "classes.colleagues"


def invitation(classroom: Classroom) -> str:
    """Return what lets one more teacher in. It ends after some days, and as soon as somebody has come or gone."""
    return signing.dumps([classroom.pk, _who(classroom)], salt=SALT)


def invited_to(text: str) -> Classroom | None:
    """The class that an invitation is for; None if it has ended, or never was one."""
    try:
        pk, who = signing.loads(text, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    classroom = Classroom.objects.filter(pk=pk).first()
    return classroom if classroom and _who(classroom) == who else None


@transaction.atomic
def accept(text: str, person: Person) -> Classroom:
    """Become a teacher of the class that one is invited to. Raises ClassroomError."""
    found = invited_to(text)
    classroom = locked(found) if found else None
    if not classroom or invited_to(text) is None:
        raise ClassroomError("This invitation has ended. Ask your colleague for a new one.")
    if classroom.pupils.filter(person=person).exists():
        raise ClassroomError(f"You are a pupil of {classroom.name}, so you cannot teach it.")
    if classroom.teachers.count() >= MOST_TEACHERS:
        raise ClassroomError(f"{classroom.name} has {MOST_TEACHERS} teachers already, and no room for more.")
    Teacher.objects.get_or_create(classroom=classroom, person=person)
    return classroom


@transaction.atomic
def leave(classroom: Classroom, person: Person) -> None:
    """Teach a class no longer. Raises ClassroomError for the last teacher."""
    locked(classroom)
    if not classroom.teachers.exclude(pk=person.pk).exists():
        raise ClassroomError(f"You are the only teacher of {classroom.name}. Invite a colleague first, or archive it.")
    Teacher.objects.filter(classroom=classroom, person=person).delete()


def _who(classroom: Classroom) -> list[int]:
    return sorted(classroom.teachers.values_list("pk", flat=True))
