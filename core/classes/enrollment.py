"""Adds students to classes, lets them sign in with the code on their slip, and removes them.

A slip is a piece of paper that the teacher hands to a student. It has a code that works once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Lower
from django.dispatch import receiver
from django.utils import timezone

from core.classes.models import (
    JOINING_LENGTH,
    LONGEST_NAME,
    MOST_STUDENTS,
    SLIP_LENGTH,
    Assignment,
    Classroom,
    Student,
    Teacher,
    class_code,
    hash_code,
    slip_code,
)
from core.classes.roster import clean_text, generate_usernames, list_namesake_positions, pick_display_names
from core.http.idempotency import FORM_LIFETIME, is_expired, lock_key, store_result
from core.http.untrusted_text import normalize_for_comparison
from core.models import IdempotencyKey
from core.people.models import Person, new_code
from core.people.signals import person_merged
from core.practice.models import derive_code_from_name
from games.errors import RulesError

REFUSE, ADD, LEAVE_OUT = "refuse", "add", "leave-out"
NAMESAKES = (REFUSE, ADD, LEAVE_OUT)
"""The ways to handle a name that is already in the class or the list."""
MOST_CLASSES = 60
"""The maximum number of classes per teacher, including archived ones."""


class ClassroomError(RulesError):
    """Raised for a change that a class doesn't allow. The message says why."""


class NamesakesError(ClassroomError):
    """Raised if names are already in the class or occur twice in the list, so that the user decides about them.

    `places` are the indexes of these names in the list. The message doesn't contain the names, because API clients
    store messages in their logs.
    """

    def __init__(self, places: Sequence[int]) -> None:
        self.places = list(places)
        number = len(self.places)
        many, them, others = (
            ("1 name is", "it", "another student") if number == 1 else (f"{number} names are", "them", "other students")
        )
        super().__init__(
            f"{many} already in the class or on the list, so nothing was changed. "
            f"Send “namesakes” with “{ADD}” to add {them} as {others}, or with “{LEAVE_OUT}” to leave {them} out."
        )


@dataclass(frozen=True)
class SignInSlip:
    """A slip for a student to sign in with: the student, and the one-time code as plain text.

    The database has only the code's hash, so the slip can't be shown again.
    """

    student: Student
    code: str


# -- classes -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def create_class(teacher: Person, name: str, names: Sequence[str], seed: str, namesakes: str = ADD) -> Classroom:
    """Create a class with these students. If a form is submitted twice with the same seed, the class is created once.

    The class's code and the usernames are derived from `seed`, a random text. `namesakes` says what happens to a name
    that occurs again: it's added (ADD), it's left out (LEAVE_OUT), or NamesakesError is raised (REFUSE). Raises
    ClassroomError, for example if the teacher has too many classes.
    """
    Person.objects.select_for_update().get(pk=teacher.pk)
    code = derive_code_from_name(f"class/{teacher.pk}/{seed}")
    made = Classroom.objects.taught_by(teacher).filter(code=code).first()
    if made:
        return made
    if Classroom.objects.taught_by(teacher).count() >= MOST_CLASSES:
        raise ClassroomError(f"You already teach {MOST_CLASSES} classes, the maximum.")
    classroom = Classroom.objects.create(name=name, code=code)
    Teacher.objects.create(classroom=classroom, person=teacher)
    enroll_with_namesake_policy(classroom, names, seed, namesakes)
    return classroom


def lock_class(classroom: Classroom) -> Classroom:
    """Reload a class with its row locked until the end of the transaction, and return it."""
    return Classroom.objects.select_for_update().get(pk=classroom.pk)


def get_remaining_capacity(classroom: Classroom | None) -> int:
    """Return how many more students can join a class. None stands for a class that isn't created yet."""
    return MOST_STUDENTS - (classroom.students.count() if classroom else 0)


def rename_class(classroom: Classroom, name: str) -> None:
    """Change the name of a class. Raises ClassroomError if the new name is empty or too long."""
    name = clean_text(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise ClassroomError(
            f"A name can have at most {LONGEST_NAME} characters." if name else "Give the class a name."
        )
    classroom.name = name
    classroom.save(update_fields=["name"])


def archive_or_restore_class(classroom: Classroom, away: bool) -> None:
    """Archive a class, or restore it if `away` is false."""
    classroom.archived = (classroom.archived or timezone.now()) if away else None
    classroom.save(update_fields=["archived"])


def renew_class_code(classroom: Classroom) -> None:
    """Replace a class's code. The old one no longer works. Raises ClassroomError if no unused code is found."""
    for _ in range(10):
        code = class_code()
        if not Classroom.objects.filter(joining=code).exists():
            classroom.joining = code
            classroom.save(update_fields=["joining"])
            return
    raise ClassroomError("We couldn’t create a new code. Try again.")


# -- students ----------------------------------------------------------------------------------------------------------


def generate_free_usernames(names: Sequence[str], seed: str) -> list[str]:
    """Generate a username for each name. No account has one of these usernames yet.

    The same seed gives the same usernames until one of them is taken.
    """
    gone: set[str] = set()
    while True:
        found = generate_usernames(names, seed, gone)
        accounts = User.objects.annotate(login=Lower("username")).filter(login__in=found)
        clash = set(accounts.values_list("login", flat=True))
        if not clash:
            return found
        gone |= clash


@transaction.atomic
def enroll_with_namesake_policy(classroom: Classroom, names: Sequence[str], seed: str, namesakes: str) -> list[Student]:
    """Add students with these names to a class, and return the new students.

    `namesakes` says what happens to a name that is already in the class or earlier in the list: it's added (ADD), it's
    left out (LEAVE_OUT), or NamesakesError is raised (REFUSE). Names are compared without regard to case. The usernames
    are derived from `seed`, a random text. Raises ClassroomError, for example if the class has no room.
    """
    classroom = lock_class(classroom)
    places = (
        list_namesake_positions(names, classroom.students.values_list("name", flat=True)) if namesakes != ADD else []
    )
    if places and namesakes == REFUSE:
        raise NamesakesError(places)
    names = [name for place, name in enumerate(names) if place not in places]
    return enroll_students(classroom, names, seed) if names else []


@transaction.atomic
def enroll_students(classroom: Classroom, names: Sequence[str], seed: str) -> list[Student]:
    """Add students with these names to a class, and create an account for each of them. Return the students.

    The accounts have no passwords yet. Usernames are derived from `seed`, a random text. If a form is submitted twice
    with the same seed, the students are added once. Raises ClassroomError, for example if the class has no room.
    """
    classroom = lock_class(classroom)
    known = list(classroom.students.filter(person__user__username__in=generate_usernames(names, seed)))
    if names and len(known) == len(names):
        return known
    if len(names) > get_remaining_capacity(classroom):
        raise ClassroomError(explain_class_size_exceeded(classroom, len(names)))
    for _ in range(3):
        try:
            with transaction.atomic():
                return _create_students(classroom, names, seed)
        except IntegrityError:  # another request took one of the usernames in the meantime
            continue
    raise ClassroomError("Those usernames were just taken. Try again.")


def explain_class_size_exceeded(classroom: Classroom | None, number: int) -> str:
    """Return a message that says why the class has no room for this number of students."""
    if not classroom or get_remaining_capacity(classroom) == MOST_STUDENTS:
        return f"A class can have at most {MOST_STUDENTS} students, not {number:,}."
    free = get_remaining_capacity(classroom)
    if not free:
        return f"{classroom.name} is full. A class can have at most {MOST_STUDENTS} students."
    return f"{classroom.name} has room for {free} more student{'' if free == 1 else 's'}, not {number:,}."


def _create_students(classroom: Classroom, names: Sequence[str], seed: str) -> list[Student]:
    """Create an account, a `Person`, and a `Student` for each of these names. The usernames are derived from `seed`."""
    logins = generate_free_usernames(names, seed)
    users = User.objects.bulk_create(User(username=login, password=make_password(None)) for login in logins)
    used = classroom.students.values_list("person__name", flat=True)
    called = pick_display_names(len(names), SystemRandom(), used)
    people = Person.objects.bulk_create(
        Person(user=user, name=name, code=new_code()) for user, name in zip(users, called, strict=True)
    )
    return Student.objects.bulk_create(
        Student(classroom=classroom, person=person, name=name, made_here=True)
        for person, name in zip(people, names, strict=True)
    )


@transaction.atomic
def create_slips(classroom: Classroom, chosen: Iterable[int]) -> list[SignInSlip]:
    """Create a sign-in slip with a new code for each chosen student, and return the slips. The old codes stop working.

    `chosen` are the primary keys of the students. Students whose accounts weren't made for the class get no slip.
    """
    students = classroom.students.select_for_update(of=("self",)).select_related("person__user")
    slips = [SignInSlip(student, slip_code()) for student in students.filter(pk__in=list(chosen), made_here=True)]
    for slip in slips:
        slip.student.key = hash_code(slip.code)
    Student.objects.bulk_update([slip.student for slip in slips], ["key"])
    return slips


@transaction.atomic
def remove_student(student: Student) -> None:
    """Remove a student from their class. If the account was made for the class and isn't used elsewhere, delete it."""
    if not Student.objects.select_for_update().filter(pk=student.pk).exists():
        return  # another request has removed them already
    person = Person.objects.select_related("user").get(pk=student.person_id)
    elsewhere = person.student_of.exclude(pk=student.pk).exists() or Teacher.objects.filter(person=person).exists()
    student.delete()
    if student.made_here and not elsewhere:
        person.delete_with_all_data()


@transaction.atomic
def move_student(student: Student, other: Classroom) -> None:
    """Move a student to another class.

    Raises ClassroomError if that class is archived, is full, or already has the student, or if the student is no longer
    in the old class.
    """
    other = lock_class(other)
    if other.archived:
        raise ClassroomError(f"{other.name} is archived, so you can’t move anyone to it.")
    if not get_remaining_capacity(other):
        raise ClassroomError(explain_class_size_exceeded(other, 1))
    if other.students.filter(person=student.person_id).exists():
        raise ClassroomError(f"{student.name} is already in {other.name}.")
    if not Student.objects.filter(pk=student.pk, classroom=student.classroom_id).update(classroom=other):
        raise ClassroomError(f"{student.name} is no longer in this class.")


# -- joining -----------------------------------------------------------------------------------------------------------


def normalize_code(code: str) -> str:
    """Normalize a typed code: remove spaces and punctuation, and replace full-width letters with plain ones."""
    return "".join(filter(str.isalnum, normalize_for_comparison(code)))[: 2 * SLIP_LENGTH]


def format_code(code: str) -> str:
    """Format a code in two halves with a space between them, which is easier to read."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def find_student_or_class(code: str) -> Student | Classroom | None:
    """Return the student for the code of a slip, the class for a class code, or None for a wrong code."""
    if len(code) == SLIP_LENGTH:
        return Student.objects.filter(key=hash_code(code)).select_related("classroom", "person__user").first()
    return Classroom.objects.filter(joining=code).first() if len(code) == JOINING_LENGTH else None


@transaction.atomic
def set_password_with_slip(code: str, password: str, form: str = "") -> Student:
    """Set a student's password with the code of their slip, and return the student. The code then stops working.

    `form` identifies the submitted form. If it's submitted again because the response was lost, the same student is
    returned. Raises ClassroomError.
    """
    waiting = Student.objects.select_for_update(of=("self",)).filter(key=hash_code(code))
    student = waiting.select_related("classroom", "person__user").first()
    if not student and (known := find_recent_join(form)):
        return known
    if not student or not student.person.user:
        raise ClassroomError(
            "This code was already used. Sign in with your username, or ask your teacher for a new slip."
        )
    _check_not_archived(student.classroom)
    user = student.person.user
    user.set_password(password)
    user.save(update_fields=["password"])
    student.key, student.joined = "", student.joined or timezone.now()
    student.save(update_fields=["key", "joined"])
    _store_join(form, student)
    _update_last_seen(student.person)
    return student


@transaction.atomic
def join_with_account(classroom: Classroom, person: Person, name: str) -> Student:
    """Add a person to a class with their existing account, and return the student.

    Raises ClassroomError if the class is archived or full.
    """
    classroom = lock_class(classroom)
    _check_not_archived(classroom)
    known = classroom.students.filter(person=person).first()
    if known:
        return known
    if not get_remaining_capacity(classroom):
        raise ClassroomError(explain_class_size_exceeded(classroom, 1))
    return Student.objects.create(classroom=classroom, person=person, name=name, joined=timezone.now())


@transaction.atomic
def join_with_new_account(classroom: Classroom, name: str, password: str, seed: str, form: str = "") -> Student:
    """Create an account, add it to a class as a student, and return the student.

    Without a password, only this browser can use the account. The username is derived from `seed`, a random text.
    `form` identifies the submitted form. If it's submitted again because the response was lost, the same student is
    returned. Raises ClassroomError.
    """
    classroom = lock_class(classroom)
    _check_not_archived(classroom)
    if known := find_recent_join(form):
        return known
    [student] = enroll_students(classroom, [name], seed)
    user = student.person.user
    if password and user:
        user.set_password(password)
        user.save(update_fields=["password"])
    student.joined = timezone.now()
    student.save(update_fields=["joined"])
    _store_join(form, student)
    return student


def find_recent_join(form: str) -> Student | None:
    """Return the student who recently joined a class by submitting this form, or None.

    `form` is the id of a submitted form. It's known already if the form is submitted again because the response was
    lost.
    """
    row = IdempotencyKey.objects.filter(person=None, key=f"join {form}").first() if form else None
    if row is None or row.result is None or is_expired(row, FORM_LIFETIME):
        return None
    return Student.objects.filter(pk=row.result).select_related("classroom", "person__user").first()


def _store_join(form: str, student: Student) -> None:
    """Store which student joined by submitting a form, whose id is `form`. Do nothing if the id is "".

    If the form is submitted again, `find_recent_join` returns this student.
    """
    if form:
        store_result(lock_key(None, f"join {form}", FORM_LIFETIME), student.pk)


def _check_not_archived(classroom: Classroom) -> None:
    if classroom.archived:
        raise ClassroomError(f"{classroom.name} is archived, so nobody can join it.")


def _update_last_seen(person: Person) -> None:
    person.seen = timezone.now()
    person.save(update_fields=["seen"])


# -- deletion and merging ----------------------------------------------------------------------------------------------


def delete_classes_without_teachers() -> None:
    """Delete classes without teachers, so that the site doesn't keep students' names that nobody needs.

    Also deletes accounts that were made for these classes and never used.
    """
    for rows in _list_classes_and_unused_accounts(Classroom.objects.filter(teacher=None)):
        rows.delete()


def list_rows_deleted_with_people(people: Iterable[Person]) -> list[models.QuerySet[Any]]:
    """Return querysets of the rows to delete when these people are deleted, in the order of deletion.

    The rows are classes that only these people teach, and accounts that were made for these classes and never used.
    They have to be deleted explicitly, because no foreign key cascades to them.
    """
    others = Teacher.objects.exclude(person__in=people).values("pk")
    return _list_classes_and_unused_accounts(
        Classroom.objects.filter(teacher__person__in=people).exclude(teacher__in=others)
    )


def _list_classes_and_unused_accounts(classes: models.QuerySet[Classroom]) -> list[models.QuerySet[Any]]:
    """Return two querysets, to be deleted in this order: unused accounts, and these classes.

    The accounts were made for these classes.
    """
    codes = set(classes.values_list("pk", flat=True))
    unused = Student.objects.filter(classroom__in=codes, made_here=True, joined=None)
    accounts = User.objects.filter(person__student_of__in=[*unused.values_list("pk", flat=True)])
    return [accounts, Classroom.objects.filter(pk__in=codes)]


@receiver(person_merged)
def merge_classes(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the classes of `source` to `target`, when a visitor is merged into a person with an account.

    Those are classes that `source` teaches or attends. A class isn't moved if `target` already has the same role in it,
    as a teacher or as a student. The assignments that `source` has given become those of `target`.
    """
    for model in (Teacher, Student):
        own = list(model._default_manager.filter(person=target).values_list("classroom", flat=True))
        model._default_manager.filter(person=source).exclude(classroom__in=own).update(person=target)
    Assignment.objects.filter(by=source).update(by=target)


def set_default_display_name(instance: Person, update_fields: Iterable[str] | None = None, **_: Any) -> None:
    """Set a random display name before a person without a name is saved, if their account was made for a class.

    Otherwise, other people would see the username, which can contain the student's first name.
    """
    nameless = instance.pk and not instance.name and (update_fields is None or "name" in update_fields)
    if nameless and instance.student_of.filter(made_here=True).exists():
        [instance.name] = pick_display_names(1, SystemRandom())
