"""Lets several teachers share a class: they can invite a colleague, accept an invitation, and leave."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing
from django.db import transaction

from core.classes.enrollment import ClassroomError, lock_class
from core.classes.models import MOST_TEACHERS, Classroom, Teacher
from core.people.models import Person

LASTS = timedelta(days=7)
SALT = "classes.colleagues"


def create_invitation(classroom: Classroom) -> str:
    """Return a signed string that invites another teacher to the class.

    The invitation is valid for a week, or until a teacher joins or leaves the class.
    """
    return signing.dumps([classroom.pk, _list_teacher_ids(classroom)], salt=SALT)


def find_invited_class(text: str) -> Classroom | None:
    """Return the class that an invitation is for, or None if the invitation is forged or has expired.

    `text` is the signed string from `create_invitation`. It also expires when a teacher joins or leaves the class.
    """
    try:
        pk, who = signing.loads(text, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    classroom = Classroom.objects.filter(pk=pk).first()
    return classroom if classroom and _list_teacher_ids(classroom) == who else None


@transaction.atomic
def accept_invitation(text: str, person: Person) -> Classroom:
    """Make a person a teacher of the class that an invitation is for, and return the class.

    `text` is the signed string from `create_invitation`. Raises ClassroomError if the invitation isn't valid, the
    person is a student of the class, or the class has too many teachers.
    """
    found = find_invited_class(text)
    classroom = lock_class(found) if found else None
    if not classroom or find_invited_class(text) is None:
        raise ClassroomError("This invitation has expired. Ask your colleague for a new one.")
    if classroom.students.filter(person=person).exists():
        raise ClassroomError(f"You’re a student in {classroom.name}, so you can’t teach it.")
    if classroom.teachers.count() >= MOST_TEACHERS:
        raise ClassroomError(f"{classroom.name} already has {MOST_TEACHERS} teachers, the maximum.")
    Teacher.objects.get_or_create(classroom=classroom, person=person)
    return classroom


@transaction.atomic
def leave_class(classroom: Classroom, person: Person) -> None:
    """Remove a person from the teachers of a class. Raises ClassroomError if the class has no other teacher."""
    lock_class(classroom)
    if not classroom.teachers.exclude(pk=person.pk).exists():
        raise ClassroomError(f"You’re the only teacher of {classroom.name}. Invite a colleague first, or archive it.")
    Teacher.objects.filter(classroom=classroom, person=person).delete()


def _list_teacher_ids(classroom: Classroom) -> list[int]:
    """Return the ids of a class's teachers."""
    return sorted(classroom.teachers.values_list("pk", flat=True))
