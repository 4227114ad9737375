"""How pupils come into a class, get in with a slip, and leave it."""

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
    MOST_PUPILS,
    SLIP_LENGTH,
    Assignment,
    Classroom,
    Pupil,
    Teacher,
    class_code,
    hashed,
    slip_code,
)
from core.classes.roster import find_namesakes, login_names, table_names, tidy
from core.http.idempotency import FORM_LIFETIME, is_expired, keep_result, lock_key
from core.http.outside_text import fold_text
from core.models import IdempotencyKey
from core.people.models import Person, new_code
from core.people.signals import person_merged
from core.practice.models import code_of
from games.errors import HouseError

REFUSE, ADD, LEAVE_OUT = "refuse", "add", "leave-out"
NAMESAKES = (REFUSE, ADD, LEAVE_OUT)
"""What to do with a name that is in a class or list already."""
MOST_CLASSES = 60
"""So many classes one teacher makes, archived ones among them."""


class ClassroomError(HouseError):
    """A class cannot be changed like that; the message says why."""


class Namesakes(ClassroomError):
    """Names that are in a class or list already. Whoever sends them has to say whether they're other people.

    `places` are theirs in the list, from 0; the text doesn't name them, since programs keep it in their logs.
    """

    def __init__(self, places: Sequence[int]) -> None:
        self.places = list(places)
        many = "1 name is" if len(self.places) == 1 else f"{len(self.places)} names are"
        super().__init__(
            f"{many} in the class or the list already. Nothing was changed. "
            f"Send “namesakes”: “{ADD}” if these are other people, “{LEAVE_OUT}” to leave them out."
        )


@dataclass(frozen=True)
class Slip:
    """What a pupil is handed: who it is for, and the code in clear, which is kept nowhere."""

    pupil: Pupil
    code: str


# -- classes -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def make_class(teacher: Person, name: str, names: Sequence[str], seed: str, namesakes: str = ADD) -> Classroom:
    """A new class with these pupils, once for a seed: the same form sent twice makes one. `namesakes` says what to do
    with names that come twice. Raises ClassroomError.
    """
    Person.objects.select_for_update().get(pk=teacher.pk)
    code = code_of(f"class/{teacher.pk}/{seed}")
    made = Classroom.objects.taught_by(teacher).filter(code=code).first()
    if made:
        return made
    if Classroom.objects.taught_by(teacher).count() >= MOST_CLASSES:
        raise ClassroomError(f"You teach {MOST_CLASSES} classes already, and there is no room for more.")
    classroom = Classroom.objects.create(name=name, code=code)
    Teacher.objects.create(classroom=classroom, person=teacher)
    enrol_names(classroom, names, seed, namesakes)
    return classroom


def locked(classroom: Classroom) -> Classroom:
    """The class, which nobody else changes until the transaction is over."""
    return Classroom.objects.select_for_update().get(pk=classroom.pk)


def room_in(classroom: Classroom | None) -> int:
    """Return how many more pupils fit in a class; None is one that is not made yet."""
    return MOST_PUPILS - (classroom.pupils.count() if classroom else 0)


def rename(classroom: Classroom, name: str) -> None:
    """Give a class another name. Raises ClassroomError if it is none."""
    name = tidy(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise ClassroomError(f"Up to {LONGEST_NAME} letters, please." if name else "A class needs a name.")
    classroom.name = name
    classroom.save(update_fields=["name"])


def archive(classroom: Classroom, away: bool) -> None:
    """Put a class away, or bring it back."""
    classroom.archived = (classroom.archived or timezone.now()) if away else None
    classroom.save(update_fields=["archived"])


def renew_joining(classroom: Classroom) -> None:
    """Give a class another joining code; the old one leads nowhere any more."""
    for _ in range(10):
        code = class_code()
        if not Classroom.objects.filter(joining=code).exists():
            classroom.joining = code
            classroom.save(update_fields=["joining"])
            return
    raise ClassroomError("There is no new code just now. Try again.")


# -- pupils ------------------------------------------------------------------------------------------------------------


def free_logins(names: Sequence[str], seed: str) -> list[str]:
    """A login name for each name that nobody has; the same for the same seed, as long as nobody takes one of them."""
    gone: set[str] = set()
    while True:
        found = login_names(names, seed, gone)
        accounts = User.objects.annotate(login=Lower("username")).filter(login__in=found)
        clash = set(accounts.values_list("login", flat=True))
        if not clash:
            return found
        gone |= clash


@transaction.atomic
def enrol_names(classroom: Classroom, names: Sequence[str], seed: str, namesakes: str) -> list[Pupil]:
    """Take these pupils in; `namesakes` says what to do with names that are there already, in whatever case.

    Raises ClassroomError.
    """
    classroom = locked(classroom)
    places = find_namesakes(names, classroom.pupils.values_list("name", flat=True)) if namesakes != ADD else []
    if places and namesakes == REFUSE:
        raise Namesakes(places)
    names = [name for place, name in enumerate(names) if place not in places]
    return enrol(classroom, names, seed) if names else []


@transaction.atomic
def enrol(classroom: Classroom, names: Sequence[str], seed: str) -> list[Pupil]:
    """Take these pupils in, each with an account that opens with a slip. Raises ClassroomError.

    With the same seed, which is the same form sent twice, they come in once.
    """
    classroom = locked(classroom)
    known = list(classroom.pupils.filter(person__user__username__in=login_names(names, seed)))
    if names and len(known) == len(names):
        return known
    if len(names) > room_in(classroom):
        raise ClassroomError(no_room(classroom, len(names)))
    for _ in range(3):
        try:
            with transaction.atomic():
                return _made(classroom, names, seed)
        except IntegrityError:  # somebody took one of the login names at the same moment
            continue
    raise ClassroomError("The login names were taken just now. Try again.")


def no_room(classroom: Classroom | None, number: int) -> str:
    """Return why so many pupils do not fit in."""
    if not classroom or room_in(classroom) == MOST_PUPILS:
        return f"A class has up to {MOST_PUPILS} pupils, and these are {number:,}."
    free = room_in(classroom)
    if not free:
        return f"{classroom.name} is full: a class has up to {MOST_PUPILS} pupils."
    return f"A class has up to {MOST_PUPILS} pupils. There is room for {free} more, and these are {number:,}."


def _made(classroom: Classroom, names: Sequence[str], seed: str) -> list[Pupil]:
    logins = free_logins(names, seed)
    users = User.objects.bulk_create(User(username=login, password=make_password(None)) for login in logins)
    used = classroom.pupils.values_list("person__name", flat=True)
    called = table_names(len(names), SystemRandom(), used)
    people = Person.objects.bulk_create(
        Person(user=user, name=name, code=new_code()) for user, name in zip(users, called, strict=True)
    )
    return Pupil.objects.bulk_create(
        Pupil(classroom=classroom, person=person, name=name, made_here=True)
        for person, name in zip(people, names, strict=True)
    )


@transaction.atomic
def make_slips(classroom: Classroom, chosen: Iterable[int]) -> list[Slip]:
    """New codes for these pupils, as far as their accounts were made here; codes they were given before end."""
    pupils = classroom.pupils.select_for_update(of=("self",)).select_related("person__user")
    slips = [Slip(pupil, slip_code()) for pupil in pupils.filter(pk__in=list(chosen), made_here=True)]
    for slip in slips:
        slip.pupil.key = hashed(slip.code)
    Pupil.objects.bulk_update([slip.pupil for slip in slips], ["key"])
    return slips


@transaction.atomic
def remove(pupil: Pupil) -> None:
    """Take a pupil out. An account that was made for the class, and serves for nothing else, goes with all its data."""
    if not Pupil.objects.select_for_update().filter(pk=pupil.pk).first():  # somebody else was faster
        return
    person = Person.objects.select_related("user").get(pk=pupil.person_id)
    elsewhere = person.pupil_of.exclude(pk=pupil.pk).exists() or Teacher.objects.filter(person=person).exists()
    pupil.delete()
    if pupil.made_here and not elsewhere:
        person.forget()


@transaction.atomic
def move(pupil: Pupil, other: Classroom) -> None:
    """Put a pupil into another class. Raises ClassroomError."""
    other = locked(other)
    if other.archived:
        raise ClassroomError(f"{other.name} is archived.")
    if not room_in(other):
        raise ClassroomError(no_room(other, 1))
    if other.pupils.filter(person=pupil.person_id).exists():
        raise ClassroomError(f"{pupil.name} is in {other.name} already.")
    if not Pupil.objects.filter(pk=pupil.pk, classroom=pupil.classroom_id).update(classroom=other):
        raise ClassroomError(f"{pupil.name} is not in this class any more.")


# -- joining -----------------------------------------------------------------------------------------------------------


def normalize_code(code: str) -> str:
    """Return a code as it's kept, however it was typed: full-width letters are letters."""
    return "".join(filter(str.isalnum, fold_text(code)))[: 2 * SLIP_LENGTH]


def format_code(code: str) -> str:
    """A code as it is read best: in two halves."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def way_in(code: str) -> Pupil | Classroom | None:
    """Return what a code opens: the place of a pupil, or a class."""
    if len(code) == SLIP_LENGTH:
        return Pupil.objects.filter(key=hashed(code)).select_related("classroom", "person__user").first()
    return Classroom.objects.filter(joining=code).first() if len(code) == JOINING_LENGTH else None


@transaction.atomic
def use_slip(code: str, password: str, form: str = "") -> Pupil:
    """Choose a password with the code of a slip, which ends by that; `form` is remembered. Raises ClassroomError."""
    waiting = Pupil.objects.select_for_update(of=("self",)).filter(key=hashed(code))
    pupil = waiting.select_related("classroom", "person__user").first()
    if not pupil and (known := just_joined(form)):
        return known
    if not pupil or not pupil.person.user:
        raise ClassroomError(
            "This code has been used already. Sign in with your login name, or ask your teacher for a new one."
        )
    _check_open(pupil.classroom)
    user = pupil.person.user
    user.set_password(password)
    user.save(update_fields=["password"])
    pupil.key, pupil.joined = "", pupil.joined or timezone.now()
    pupil.save(update_fields=["key", "joined"])
    _remember(form, pupil)
    _seen(pupil.person)
    return pupil


@transaction.atomic
def join_with_account(classroom: Classroom, person: Person, name: str) -> Pupil:
    """Let somebody in with the account they have. Raises ClassroomError."""
    classroom = locked(classroom)
    _check_open(classroom)
    known = classroom.pupils.filter(person=person).first()
    if known:
        return known
    if not room_in(classroom):
        raise ClassroomError(no_room(classroom, 1))
    return Pupil.objects.create(classroom=classroom, person=person, name=name, joined=timezone.now())


@transaction.atomic
def join_anew(classroom: Classroom, name: str, password: str, seed: str, form: str = "") -> Pupil:
    """Let somebody in with a new account; without a password, only this browser knows it. Raises ClassroomError.

    Whoever sends the same `form` again, since its answer was lost, is in already.
    """
    classroom = locked(classroom)
    _check_open(classroom)
    if known := just_joined(form):
        return known
    [pupil] = enrol(classroom, [name], seed)
    user = pupil.person.user
    if password and user:
        user.set_password(password)
        user.save(update_fields=["password"])
    pupil.joined = timezone.now()
    pupil.save(update_fields=["joined"])
    _remember(form, pupil)
    return pupil


def just_joined(form: str) -> Pupil | None:
    """Return who has come in by this form a moment ago."""
    row = IdempotencyKey.objects.filter(person=None, key=f"join {form}").first() if form else None
    if row is None or row.result is None or is_expired(row, FORM_LIFETIME):
        return None
    return Pupil.objects.filter(pk=row.result).select_related("classroom", "person__user").first()


def _remember(form: str, pupil: Pupil) -> None:
    if form:
        keep_result(lock_key(None, f"join {form}", FORM_LIFETIME), pupil.pk)


def _check_open(classroom: Classroom) -> None:
    if classroom.archived:
        raise ClassroomError(f"{classroom.name} is archived. Nobody can join it now.")


def _seen(person: Person) -> None:
    person.seen = timezone.now()
    person.save(update_fields=["seen"])


# -- going -------------------------------------------------------------------------------------------------------------


def close_untaught() -> None:
    """Close the classes that nobody teaches any more: names of pupils are kept for nobody.

    With them go the accounts that nobody has ever used.
    """
    for rows in _with_accounts(Classroom.objects.filter(teacher=None)):
        rows.delete()


def deleted_with(people: Iterable[Person]) -> list[models.QuerySet[Any]]:
    """Accounts and classes that are deleted with these people, though they do not hang on them."""
    others = Teacher.objects.exclude(person__in=people).values("pk")
    return _with_accounts(Classroom.objects.filter(teacher__person__in=people).exclude(teacher__in=others))


def _with_accounts(classes: models.QuerySet[Classroom]) -> list[models.QuerySet[Any]]:
    """The accounts made for these classes that nobody has ever used, and the classes: to be deleted in this order."""
    codes = set(classes.values_list("pk", flat=True))
    unused = Pupil.objects.filter(classroom__in=codes, made_here=True, joined=None)
    accounts = User.objects.filter(person__pupil_of__in=[*unused.values_list("pk", flat=True)])
    return [accounts, Classroom.objects.filter(pk__in=codes)]


@receiver(person_merged)
def merge_classes(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move what a person teaches and attends; where both have a place in a class, the target keeps their own."""
    for model in (Teacher, Pupil):
        own = list(model._default_manager.filter(person=target).values_list("classroom", flat=True))
        model._default_manager.filter(person=source).exclude(classroom__in=own).update(person=target)
    Assignment.objects.filter(by=source).update(by=target)


def keep_nameless(instance: Person, update_fields: Iterable[str] | None = None, **_: Any) -> None:
    """Whoever has an account of a class is never seen by its login name: without a name they get one for the table."""
    nameless = instance.pk and not instance.name and (update_fields is None or "name" in update_fields)
    if nameless and instance.pupil_of.filter(made_here=True).exists():
        [instance.name] = table_names(1, SystemRandom())
