"""No admin page makes more database queries when there's more to show."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from django.apps import apps
from django.contrib import admin as site
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from core.api.models import Token
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.lessons.models import Lesson, LessonVersion
from core.authoring.puzzles.models import BuiltPuzzle, Proof, PuzzleVersion, Report
from core.classes.models import Assignment, AssignmentItem, Classroom, ClassRules, LiveBoard, Student, Teacher
from core.learn.models import StepDone
from core.models import IdempotencyKey
from core.people import get_user_person
from core.people.models import Person
from core.play.models import Move, Seat, Shuffle, Table
from core.practice.models import Answer as PuzzleAnswer
from core.practice.models import Attempt, DailyPuzzle, Puzzle, PuzzleStatus, Rating, Review, ReviewPlan, Run
from core.reminders.models import ReminderSettings
from variants.models import Owner, RuleSet, RuleSetChoice, RulesInUse

pytestmark = pytest.mark.django_db
GAME = next(iter(games.all_games().values()))
FEW, MANY = 5, 25


def one_more(number: int, center: dict[str, Any]) -> None:
    """Create one more of each model: unrelated ones, and ones related to the central person, table, and puzzle."""
    user = User.objects.create_user(f"user{number}", f"user{number}@example.org")
    person = get_user_person(user)
    table = Table.objects.create(owner=person, game=GAME.slug, rules="x", seats=2, status="playing", waits_for=[0])
    puzzle = Puzzle.objects.create(code=f"p{number}", game=GAME.slug, theme="any", setup={}, digest="x", rating=1500)
    options = GAME.options.load_preset(GAME.options.presets[-1].name)
    rule_set = RuleSet.objects.create(
        game=GAME.slug,
        name=f"Rules {number}",
        values=options.list_nonstandard_values(),
        owner=Owner.PERSON,
        person=person,
    )
    chosen = {"person": person, "puzzle": puzzle}
    for who in ({"person": center["person"]}, {"puzzle": center["puzzle"]}, {}):
        Attempt.objects.create(**(chosen | who))
        PuzzleAnswer.objects.create(**(chosen | who), number=1, given="x", right=True, rules="x", version=1, hints=0)
    PuzzleStatus.objects.create(puzzle=center["puzzle"], digest=f"d{number}", status="holds", version=1)
    PuzzleStatus.objects.create(puzzle=puzzle, digest="x", status="holds", version=1)
    DailyPuzzle.objects.create(date=date(2026, 11, 1) + timedelta(days=number), puzzle=puzzle, level="easy")
    classroom = Classroom.objects.create(name=f"Class {number}")
    for who in (person, center["person"]):
        slug = f"game{number}"
        Rating.objects.create(person=who, game=slug)
        ReviewPlan.objects.create(person=who, game=slug)
        Run.objects.create(person=who, game=slug)
        now = timezone.now()
        Review.objects.create(person=who, game=slug, clause="any", card={}, due=now, last=now, right_last=True)
        StepDone.objects.create(person=who, game=slug, step="first")
        IdempotencyKey.objects.create(person=who, key=slug, request="x")
        RuleSetChoice.objects.create(person=who, game=slug, rule_set=rule_set)
        Teacher.objects.create(classroom=classroom, person=who)
        Student.objects.create(classroom=classroom, person=who, name="Any")
    Teacher.objects.create(classroom=center["classroom"], person=person)
    Student.objects.create(classroom=center["classroom"], person=person, name="Any")
    ClassRules.objects.create(classroom=center["classroom"], game=f"game{number}")
    ClassRules.objects.create(classroom=classroom, game=GAME.slug)
    student = Student.objects.filter(classroom=classroom).earliest("pk")
    given = Assignment.objects.create(classroom=classroom, by=center["person"], title="Any", game=GAME.slug)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle, student=student)
    LiveBoard.objects.create(classroom=classroom, assignment=given, place=0)
    RulesInUse.objects.create(game=GAME.slug, digest=f"d{number}")
    Seat.objects.create(table=table, number=0, person=person)
    Seat.objects.create(table=table, number=1, left=center["person"])
    Seat.objects.create(table=center["table"], number=number, person=person, left=person)
    for at in (table, center["table"]):
        Move.objects.create(table=at, number=number, seat=0, text="any")
        Shuffle.objects.create(table=at, number=number, deal=0, salt="x", text="any", digest="x")
    Table.objects.create(owner=center["person"], game=GAME.slug, rules="x", seats=2)
    for whose in (user, center["user"]):
        Token.create_with_secret(whose, f"Program {number}", ["play"], 7)
    for at, whose in ((puzzle, person), (None, center["person"])):
        item = BuiltPuzzle.objects.create(owner=whose, game=GAME.slug, title=f"Item {number}")
        at = at or Puzzle.objects.create(code=f"v{number}", game=GAME.slug, theme="x", setup={}, digest="x", rating=1)
        version = PuzzleVersion.objects.create(item=item, number=1, puzzle=at, title="Any", proven=True)
        Report.objects.create(version=version, text="It is wrong.")
        Proof.objects.create(item=item, asks=f"any {number}", draft={}, times=1)
        collection = Collection.objects.create(owner=whose, title=f"Collection {number}")
        CollectionEntry.objects.create(collection=collection, puzzle=at, number=1)
        lesson = Lesson.objects.create(owner=whose, game=GAME.slug, title=f"Lesson {number}")
        LessonVersion.objects.create(lesson=lesson, number=1, draft={}, title="Any", engine=1)
    address = EmailAddress.objects.create(user=center["user"], email=f"more{number}@example.org")
    EmailConfirmation.objects.create(email_address=address, key=f"key{number}")
    EmailAddress.objects.create(user=user, email=f"own{number}@example.org")
    ReminderSettings.objects.create(user=user)
    Group.objects.create(name=f"Group {number}")


@pytest.fixture
def center() -> dict[str, Any]:
    """A person, a table, and a puzzle that everything is related to."""
    user = User.objects.create_user("center")
    person = get_user_person(user)
    table = Table.objects.create(owner=person, game=GAME.slug, rules="x", seats=2, status="playing", waits_for=[0])
    puzzle = Puzzle.objects.create(code="center", game=GAME.slug, theme="any", setup={}, digest="x", rating=1500)
    classroom = Classroom.objects.create(name="Center")
    return {"user": user, "person": person, "table": table, "puzzle": puzzle, "classroom": classroom}


def shown(model: type[models.Model], center: dict[str, Any]) -> Any:
    """Return the object whose pages are opened: the central one of its model, or the first one."""
    found = [one for one in center.values() if isinstance(one, model)]
    return found[0] if found else model._default_manager.earliest("pk")


def pages(center: dict[str, Any]) -> Iterator[str]:
    """Yield every list, and for one object of each model the forms to change, delete, and add, and its history."""
    for model in site.site._registry:
        own = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        one = shown(model, center)
        yield from (own, f"{own}add/")
        yield from (f"{own}{one.pk}/{page}/" for page in ("change", "delete", "history"))
    yield f"/admin/variants/ruleset/add/?game={GAME.slug}"
    yield "/admin/"


def asked(admin: Client, page: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = admin.get(page)
    assert answer.status_code in (200, 403), page
    return len(queries)


def selected(admin: Client, model: type[models.Model], action: str) -> int:
    """Return the number of queries on the page that confirms deleting or closing all selected objects."""
    own = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    chosen = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    with CaptureQueriesContext(connection) as queries:
        answer = admin.post(own, {"action": action, "_selected_action": chosen})
    assert answer.status_code == 200, (own, action)
    return len(queries)


def test_every_model_that_the_admin_shows_is_made_here(center: dict[str, Any]) -> None:
    one_more(1, center)
    for model in site.site._registry:
        assert model._default_manager.exists(), model
    assert {model for model in site.site._registry if model._meta.app_label in apps.app_configs}


@pytest.mark.slow
def test_more_rows_take_no_more_queries(admin: Client, center: dict[str, Any]) -> None:
    for number in range(1, FEW + 1):
        one_more(number, center)
    opened = list(pages(center))
    ContentType.objects.get_for_models(*apps.get_models())  # these are remembered once they were asked for
    few = {page: asked(admin, page) for page in opened}
    actions = [
        (Table, "delete_selected"),
        (Table, "close_tables"),
        (Person, "delete_selected"),
        (User, "delete_selected"),
    ]
    few_chosen = [selected(admin, *one) for one in actions]
    for number in range(FEW + 1, MANY + 1):
        one_more(number, center)
    many = {page: asked(admin, page) for page in opened}
    assert {page: (few[page], many[page]) for page in opened if few[page] != many[page]} == {}
    assert few_chosen == [selected(admin, *one) for one in actions]
