"""A course and a rating can be started over: the page asks first, and nothing else of the person is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.forms.models import model_to_dict
from django.test import Client

from core.api.models import SCOPES, Token
from core.classes.models import Assignment, AssignmentItem, Student
from core.learn.models import StepDone
from core.practice.models import Attempt, Puzzle, Rating, Review, ReviewPlan
from tests.classes.conftest import GAME, School, send

COURSE, RATING = f"/games/{GAME.slug}/start-over/", f"/practice/{GAME.slug}/start-over/"
OTHER_GAME = "lorum"
LESSON = GAME.lessons[0]


@pytest.fixture
def assignment(school: School) -> Assignment:
    """Homework of Ben's with a lesson and a puzzle, both done, beside all else that he has done for himself."""
    given = school.give(fresh=0)
    AssignmentItem.objects.create(assignment=given, place=0, lesson=LESSON.slug)
    AssignmentItem.objects.create(
        assignment=given, place=1, puzzle=Puzzle.generate_puzzle(GAME, GAME.options(), name="homework")
    )
    person = school.students["Ben"].person
    for step in LESSON.list_valid_steps(GAME, GAME.options()):
        StepDone.mark_step_done(person, GAME, GAME.options(), step.id)
    StepDone.objects.create(person=person, game=GAME.slug, step="of-a-written-lesson")
    StepDone.objects.create(person=person, game=OTHER_GAME, step="any")
    school.answer("Ben", given, given.items.get(place=1).puzzle, right=True)
    ReviewPlan.objects.create(person=person, game=GAME.slug)
    for number in range(2):
        send(
            school.clients["Ben"], Puzzle.generate_puzzle(GAME, GAME.options(), name=f"own {number}"), right=number == 0
        )
    Rating.objects.create(person=person, game=OTHER_GAME, rating=1700)
    return given


def rows() -> dict[tuple[str, int], dict[str, Any]]:
    """All rows about people, by model and key."""
    labels = ("people", "learn", "practice", "classes", "play", "variants", "workshop", "lessons", "collections")
    return {
        (model.__name__, row.pk): {**model_to_dict(row), "at": getattr(row, "at", None)}
        for label in labels
        for model in apps.get_app_config(label).get_models()
        for row in model._default_manager.all()
    }


def changes(before: dict[Any, Any], after: dict[Any, Any]) -> set[tuple[str, str]]:
    """The fields that differ, by model; a row that's gone has the field `gone`."""
    assert after.keys() <= before.keys()
    gone = {(name, "gone") for name, _ in before.keys() - after.keys()}
    return gone | {
        (key[0], field) for key, row in after.items() for field, value in row.items() if before[key][field] != value
    }


def results(school: School, assignment: Assignment) -> list[str]:
    """Return what the teacher and the student see of the homework."""
    anna, ben = school.clients["Anna"], school.clients["Ben"]
    pages = [
        anna.get(school.url(f"given/{assignment.code}/csv/")),
        anna.get(school.url(f"student/{school.students['Ben'].pk}/")),
        ben.get(school.own_url(f"do/{assignment.code}/")),
    ]
    assert [page.status_code for page in pages] == [200] * 3
    return [b"".join(page).decode().split("<main")[-1].split("csrf")[0] for page in pages]


@pytest.mark.slow
def test_a_course_starts_over_and_nothing_else_is_lost(school: School, assignment: Assignment) -> None:
    ben = school.clients["Ben"]
    course, before, seen = f"/games/{GAME.slug}/course/", rows(), results(school, assignment)
    steps = len(LESSON.list_valid_steps(GAME, GAME.options()))
    assert f'href="{COURSE}"' in ben.get(course).text
    page = ben.get(COURSE).text
    assert f"The {steps} steps that you’ve done in this course" in page
    assert "You can’t undo this." in page
    assert rows() == before, "to look at the page changes nothing"
    assert ben.post(COURSE).url == course
    assert changes(before, rows()) == {("StepDone", "is_current")}
    assert not ben.get(course).context["course"].done_step_count
    assert f'href="{COURSE}"' not in ben.get(course).text
    assert StepDone.objects.done_by(school.students["Ben"].person, GAME.slug).get().step == "of-a-written-lesson"
    assert results(school, assignment) == seen


def test_steps_of_a_course_that_started_over_can_be_done_again(school: School, assignment: Assignment) -> None:
    person, step = school.students["Ben"].person, LESSON.list_valid_steps(GAME, GAME.options())[0]
    count = StepDone.objects.count()
    StepDone.restart_course(person, GAME)
    StepDone.mark_step_done(person, GAME, GAME.options(), step.id, refused=True)
    again = StepDone.objects.done_by(person, GAME.slug).get(step=step.id)
    assert (again.unaided, StepDone.objects.count()) == (False, count)


@pytest.mark.slow
def test_a_rating_starts_over_and_nothing_else_is_lost(school: School, assignment: Assignment) -> None:
    ben = school.clients["Ben"]
    person, home = school.students["Ben"].person, f"/practice/{GAME.slug}/"
    before, seen = rows(), results(school, assignment)
    rating = Rating.objects.get(person=person, game=GAME.slug)
    assert f'href="{RATING}"' in ben.get(home).text
    assert f"Your rating of {round(rating.rating)}." in ben.get(RATING).text
    assert rows() == before, "to look at the page changes nothing"
    assert ben.post(RATING).url == home
    attempt = {("Attempt", field) for field in ("rated", "rating_before", "rating_after")}
    assert changes(before, rows()) == attempt | {("Rating", "gone")}
    assert Rating.objects.get(person=person).game == OTHER_GAME
    assert Review.objects.filter(person=person).exists()
    assert f'href="{RATING}"' not in ben.get(home).text
    assert results(school, assignment) == seen
    send(ben, Puzzle.generate_puzzle(GAME, GAME.options(), name="first again"), right=False)
    assert Rating.objects.get(person=person, game=GAME.slug).rating == 1498
    assert Attempt.objects.rated(person, GAME.slug).count() == 1


@pytest.mark.parametrize("path", [COURSE, RATING])
def test_there_must_be_something_to_start_over(stranger: Client, path: str, db: None) -> None:
    for answer in (stranger.get(path, follow=True), stranger.post(path, follow=True)):
        assert answer.redirect_chain
        assert "You haven" in answer.text or "You don" in answer.text
    assert not Student.objects.exists()


def test_programs_start_a_course_and_a_rating_over(school: School, assignment: Assignment) -> None:
    person, before = school.students["Ben"].person, rows()
    secret = Token.create_with_secret(person.user, "Ben’s", SCOPES, 7)[1]
    program = Client(headers={"Authorization": f"Token {secret}"})
    progress = program.delete(f"/api/v1/progress/?game={GAME.slug}").json()
    assert progress["done"] == 0
    assert program.get(f"/api/v1/progress/?game={GAME.slug}").json() == progress
    assert program.delete(f"/api/v1/me/ratings/{GAME.slug}/").status_code == 204
    assert [one["game"] for one in program.get("/api/v1/me/").json()["ratings"]] == [OTHER_GAME]
    assert {model for model, _ in changes(before, rows())} == {"StepDone", "Rating", "Attempt"}
    assert program.delete("/api/v1/progress/?game=hearts").status_code == 404
    assert program.delete("/api/v1/me/ratings/hearts/").status_code == 404


def test_a_visitors_course_that_started_over_goes_into_the_account(school: School, assignment: Assignment) -> None:
    """A step that counts for either of them counts afterwards."""
    ben, clara = (school.students[name].person for name in ("Ben", "Clara"))
    step = LESSON.list_valid_steps(GAME, GAME.options())[0]
    StepDone.mark_step_done(clara, GAME, GAME.options(), step.id)
    StepDone.restart_course(clara, GAME)
    ben.merge_into(clara)
    assert StepDone.objects.done_by(clara, GAME.slug).filter(step=step.id).exists()
