"""How a class fared: the same as counted by hand, live, in a file, and without the names of those who have left."""

from __future__ import annotations

import csv
import io
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.classes import results
from core.classes.models import Assignment, AssignmentItem, Classroom, Student
from core.classes.results import FIRST, LATER, NOT, NOT_YET, ResultsTable, list_assignment_summaries, list_students
from core.classes.views.assignments import COLUMNS, escape_formula
from core.learn.course import get_course
from core.learn.models import StepDone
from core.people import get_user_person
from core.practice.models import Answer, Puzzle
from tests.classes.conftest import GAME, School

pytestmark = pytest.mark.django_db


def answered(student: Student, given: Assignment, puzzle: Puzzle, *went: bool, missed: list[str] | None = None) -> None:
    """Answers of a student, one after the other, as they are kept."""
    for number, right in enumerate(went, 1):
        Answer.objects.create(
            person=student.person,
            puzzle=puzzle,
            occasion=given.code,
            number=number,
            given="x",
            right=right,
            missed=[] if right else puzzle.clauses if missed is None else missed,
            rules=puzzle.digest,
            version=1,
            hints=0,
            seconds=5,
        )


def pretend(number: int, clauses: list[str]) -> Puzzle:
    """A puzzle of which only the clauses matter."""
    return Puzzle.objects.create(
        code=f"pretend{number}", game=GAME.slug, theme="any", setup={}, digest="x", rating=1500, clauses=clauses
    )


def filled(school: School, students: int, items: int, luck: Random) -> Assignment:
    """An assignment with so many answers that somebody has to count them."""
    for number in range(school.classroom.students.count(), students):
        user = User.objects.create_user(f"filled{number}")
        Student.objects.create(classroom=school.classroom, person=get_user_person(user), name=f"Student {number:03}")
    given = school.give(fresh=0, title=f"{students} by {items}")
    ids = list(GAME.clauses)[:8]
    for place in range(items):
        puzzle = pretend(given.pk * 1000 + place, luck.sample(ids, luck.randrange(1, 4)))
        AssignmentItem.objects.create(assignment=given, place=place, puzzle=puzzle)
        for student in list_students(school.classroom):
            went = [luck.random() < 0.5 for _ in range(luck.randrange(4))]
            missed = luck.sample(ids, 2) if luck.random() < 0.5 else None
            answered(student, given, puzzle, *went[: went.index(True) + 1 if True in went else None], missed=missed)
    return given


# -- counting ------------------------------------------------------------------------------------------------------


def test_marks_are_what_one_counts_by_hand(school: School) -> None:
    given = filled(school, 6, 9, Random(5))
    found = ResultsTable(given)
    for student in found.students:
        for slot in found.assignment_slots:
            rows = list(
                Answer.objects.filter(
                    person=student.person, puzzle=found.find_student_item(student, slot).puzzle
                ).order_by("number")
            )
            first_right = next((row.number for row in rows if row.right), None)
            sign = NOT_YET if not rows else NOT if not first_right else FIRST if first_right == 1 else LATER
            mark = found.get_student_mark(student, slot)
            assert (mark.sign, mark.tries, mark.seconds) == (sign, len(rows), 5 * len(rows))


def by_hand(student: Student, given: Assignment, clause: str) -> tuple[str, int]:
    """Return how a student fared with a clause, counted anew: the worst puzzle that tells something about it."""
    worst, at = NOT_YET, 0
    order = [NOT_YET, FIRST, LATER, NOT]
    for item in given.items.all():
        puzzle = item.puzzle
        answers = Answer.objects.filter(person=student.person, puzzle=puzzle, occasion=given.code).order_by("number")
        first_right = next((row.number for row in answers if row.right), 0)
        sign, number = NOT_YET, 0
        if first_right == 1 and clause in puzzle.clauses:
            sign, number = FIRST, 1
        elif first_right != 1 and any(clause in row.missed for row in answers if not row.right):
            sign, number = (LATER, first_right) if first_right else (NOT, 0)
        if (order.index(sign), number) > (order.index(worst), at):
            worst, at = sign, number
    return worst, at


@pytest.mark.slow
def test_clauses_are_what_one_counts_by_hand(school: School) -> None:
    given = filled(school, 6, 9, Random(8))
    found = ResultsTable(given)
    missed = []
    for row in found.clause_rows:
        for student, mark in zip(found.students, row.marks, strict=True):
            assert (mark.sign, mark.at) == by_hand(student, given, row.id)
        missed.append(row.wrong_student_count)
    assert missed == sorted(missed, reverse=True)
    asked = {id for item in given.items.all() for id in item.puzzle.clauses}
    named = asked.union(*Answer.objects.filter(occasion=given.code).values_list("missed", flat=True))
    telling = {id for id in named if any(by_hand(student, given, id)[0] != NOT_YET for student in found.students)}
    assert {row.id for row in found.clause_rows} == asked | telling


@pytest.mark.slow
def test_each_students_own_puzzles_are_counted_with_their_clauses(school: School) -> None:
    given = school.give(same=False, fresh=2)
    for name in ("Ben", "Clara"):
        school.clients[name].post(school.own_url(f"do/{given.code}/"))
    for item in given.items.filter(student=school.students["Ben"]).select_related("puzzle"):
        school.answer("Ben", given, item.puzzle, right=True)
    found = ResultsTable(given)
    marks = [
        [found.get_student_mark(student, slot).sign for slot in found.assignment_slots] for student in found.students
    ]
    assert marks == [[FIRST, FIRST], [NOT_YET, NOT_YET], [NOT_YET, NOT_YET]]
    assert found.finished_students == [school.students["Ben"]]
    assert {mark.sign for row in found.clause_rows for mark in row.marks[1:]} == {NOT_YET}


def test_lessons_count_as_done(school: School) -> None:
    given = school.give(fresh=0)
    slug, places = next(iter(get_course(GAME, GAME.options()).items()))
    AssignmentItem.objects.create(assignment=given, place=0, lesson=slug)
    for place in places:
        StepDone.objects.create(person=school.students["Clara"].person, game=GAME.slug, step=place.id)
    assert ResultsTable(given).finished_students == [school.students["Clara"]]


def test_whoever_has_left_is_counted_without_a_name(school: School) -> None:
    given = school.give()
    puzzle = given.items.first().puzzle
    for name, right in (("Ben", True), ("Clara", False), ("Devika", True)):
        school.answer(name, given, puzzle, right=right)
    school.students["Clara"].person.delete()
    school.students["Devika"].delete()
    row = ResultsTable(given).slot_rows[0]
    assert (row.answered_count, row.left, row.left_right) == (1, 2, 1)
    page = school.clients["Anna"].get(f"{given.get_absolute_url()}?view=puzzles&row={row.id}").text
    assert "2 who have left the class also answered it, 1 of them correctly" in page
    assert "Clara" not in page
    assert "Devika" not in page


def test_a_pass_mark_goes_by_what_was_right_at_first(school: School) -> None:
    given = school.give(pass_at=60)
    for number, item in enumerate(given.items.select_related("puzzle")):
        school.answer("Ben", given, item.puzzle, right=number < 2)
        school.answer("Clara", given, item.puzzle, right=number < 1)
    found = ResultsTable(given)
    assert [found.has_passed(student) for student in found.students] == [True, False, False]


# -- the table -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_table_says_what_to_take_up_and_what_was_chosen(school: School) -> None:
    given = school.give()
    puzzle = given.items.first().puzzle
    anna, url = school.clients["Anna"], given.get_absolute_url()
    assert "Nobody has started" in anna.get(url).text
    for name in ("Ben", "Clara"):
        school.answer(name, given, puzzle, right=False)
    clause = ResultsTable(given).clause_rows[0]
    page = anna.get(f"{url}?row={clause.id}").text
    assert f"2 of 2 missed “{clause.title}”" in page
    assert "Most common wrong answer" in page
    assert "by 2" in page
    for row in ResultsTable(given).clause_rows:
        assert anna.get(f"{url}?row={row.id}&view=clauses").status_code == 200


@pytest.mark.parametrize(
    "query", ["?view=nonsense", "?page=99", "?page=x", "?row=none", "?student=x", "?page=²", "?row=<b>"]
)
def test_nonsense_in_the_address_harms_nothing(school: School, query: str) -> None:
    given = school.give()
    assert school.clients["Anna"].get(given.get_absolute_url() + query).status_code == 200


def test_more_students_than_fit_stand_on_pages(school: School) -> None:
    given = filled(school, COLUMNS + 3, 1, Random(1))
    anna, url = school.clients["Anna"], given.get_absolute_url()
    first, second = anna.get(url), anna.get(f"{url}?page=2")
    assert [len(page.context["columns"]) for page in (first, second)] == [COLUMNS, 3]


def test_an_open_page_is_told_of_new_answers_and_of_nothing_else(school: School, htmx: dict[str, str]) -> None:
    given = school.give()
    anna, url = school.clients["Anna"], given.get_absolute_url()
    version = anna.get(url).context["version"]
    assert anna.get(f"{url}?version={version}", headers=htmx).status_code == 204
    for name in ("Ben", "Clara", "Devika"):
        school.answer(name, given, given.items.first().puzzle, right=True)
    page = anna.get(f"{url}?version={version}", headers=htmx)
    assert "3 new answers" in page.text
    assert "<html" not in page.text
    assert page.text.count('class="mark first picked new"') >= 1
    assert results.compute_version(given) in page.text


def test_an_open_page_is_told_of_a_lesson_that_was_done(school: School, htmx: dict[str, str]) -> None:
    given, lesson = school.give(), GAME.lessons[0]
    AssignmentItem.objects.create(assignment=given, place=9, lesson=lesson.slug)
    anna, url = school.clients["Anna"], f"{given.get_absolute_url()}?view=puzzles"
    version = anna.get(url).context["version"]
    for step in lesson.steps:
        StepDone.mark_step_done(school.students["Ben"].person, GAME, GAME.options(), step.id)
    page = anna.get(f"{url}&version={version}", headers=htmx)
    assert page.status_code == 200
    assert "new answer" not in page.text


# -- a student, a file, a list ---------------------------------------------------------------------------------------


def test_a_students_history_tells_a_teacher_all_at_once(school: School) -> None:
    given = school.give(tells=False, due=timezone.now() + timezone.timedelta(days=1))
    school.answer("Ben", given, given.items.first().puzzle, right=False)
    page = school.clients["Anna"].get(school.url(f"student/{school.students['Ben'].pk}/")).text
    assert "Ben Berg" in page
    assert "incorrect" in page
    clause = Answer.objects.get().missed[0]
    assert GAME.rulebook.get_clause_title(clause) in page


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_name_becomes_a_formula(school: School, name: str) -> None:
    Student.objects.filter(pk=school.students["Ben"].pk).update(name=name)
    given = school.give(title="=cmd|' /C calc'!A0")
    body = school.clients["Anna"].get(f"{given.get_absolute_url()}csv/").content.decode()
    assert body.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(body.removeprefix("\ufeff"), newline="")))
    assert any(row[0] == f"'{name}" for row in rows)
    assert not [cell for row in rows for cell in row if cell[:1] in set("=+-@\t\r")]


def test_the_file_has_a_line_for_each_student_and_thing(school: School) -> None:
    given = school.give()
    school.answer("Ben", given, given.items.first().puzzle, right=True)
    answer = school.clients["Anna"].get(f"{given.get_absolute_url()}csv/")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 9
    assert [row["Result"] for row in rows if row["Student"] == "Ben Berg"] == [
        "correct on first try",
        "not yet",
        "not yet",
    ]
    assert answer["Content-Type"] == "text/csv; charset=utf-8"


def test_two_of_one_name_are_told_apart(school: School) -> None:
    ben, clara = school.students["Ben"], school.students["Clara"]
    Student.objects.filter(pk=clara.pk).update(name=ben.name)
    given = school.give()
    page = school.clients["Anna"].get(given.get_absolute_url()).content.decode()
    body = school.clients["Anna"].get(f"{given.get_absolute_url()}csv/").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(body)))
    assert len({row["Student"] for row in rows}) == 3
    for student in Student.objects.filter(pk__in=(ben.pk, clara.pk)):
        username = student.person.user.get_username()
        assert f"Ben Berg ({username if student.made_here else student.person.display_name})" in page


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("plain", "plain"),
        (-3, -3),
        ("", ""),
        ("a=b", "a=b"),
        ("=b", "'=b"),
        ("\uff1db", "'\uff1db"),
        ("\uff0b1", "'\uff0b1"),
    ],
)
def test_only_what_is_risky_is_changed(value: Any, kept: Any) -> None:
    assert escape_formula(value) == kept


def test_the_list_of_a_class_counts_who_is_done(school: School) -> None:
    given = school.give()
    for item in given.items.select_related("puzzle"):
        school.answer("Ben", given, item.puzzle, right=False)
    school.answer("Clara", given, item.puzzle, right=True)
    line = list_assignment_summaries(school.classroom)[0]
    assert (line.assignment, line.done, line.students, line.state) == (given, 1, 3, "open")


def test_in_a_class_that_has_ended_all_is_over(school: School) -> None:
    given = school.give()
    assert list_assignment_summaries(school.classroom)[0].state == "open"
    Classroom.objects.update(archived=timezone.now())
    assert list_assignment_summaries(Classroom.objects.get())[0].state == "over"
    assert "· closed" in school.clients["Anna"].get(given.get_absolute_url()).text


# -- queries -------------------------------------------------------------------------------------------------------


def asked(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.mark.slow
def test_a_large_class_takes_no_more_queries(school: School) -> None:
    luck = Random(3)
    anna, student = school.clients["Anna"], school.students["Ben"]
    queries_of = ("", "?view=puzzles", "?view=students", "?view=puzzles&row=1", "csv/")
    small = filled(school, 5, 3, luck)
    few = [asked(anna, small.get_absolute_url() + one) for one in queries_of]
    large = filled(school, 40, 12, luck)
    assert [asked(anna, large.get_absolute_url() + one) for one in queries_of] == few
    with CaptureQueriesContext(connection) as queries:
        found = ResultsTable(large)
        assert (found.clause_rows, found.slot_rows, found.finished_students) is not None
    assert len(queries) <= 6
    own, listed = school.url(f"student/{student.pk}/"), school.url()
    before = asked(anna, own), asked(anna, listed)
    filled(school, 45, 6, luck)
    assert (asked(anna, own), asked(anna, listed)) == before
