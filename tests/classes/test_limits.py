"""Every limit of a class, on both sides: one less, just so many, and one more."""

from __future__ import annotations

import importlib
import pkgutil
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

import core.classes as app
import games
from core.classes import assignment_form, assignment_puzzles, co_teachers, enrollment, results, roster, spreadsheets
from core.classes.assignment_form import AssignmentForm, LocalDateTimeField
from core.classes.enrollment import MOST_CLASSES, ClassroomError
from core.classes.models import (
    LONGEST_NAME,
    MOST_ITEMS,
    MOST_STUDENTS,
    MOST_TEACHERS,
    Assignment,
    AssignmentItem,
    Classroom,
    LiveBoard,
    Student,
    Teacher,
)
from core.classes.progress import explain_why_assignment_closed, get_progress, has_assignment_opened, is_assignment_over
from core.classes.results import ResultsTable
from core.classes.roster_form import PastedRoster
from core.classes.views import assignments, classes, homework, live_board
from core.people import get_user_person
from core.people.models import Person
from core.practice.models import Answer, Puzzle
from tests.classes.conftest import GAME, School
from tests.classes.test_results import answered, pretend

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
TRIED_ELSEWHERE = {"roster.LONGEST_START": "tests/classes/test_rosters.py: a long first name is cut"}


def around(limit: int) -> Any:
    """One less and just so many fit; one more does not."""
    return pytest.mark.parametrize(("number", "fits"), [(limit - 1, True), (limit, True), (limit + 1, False)])


def test_no_limit_is_left_out() -> None:
    """A new constant of this kind needs both its sides tried in this file."""
    tests, found = Path(__file__).read_text().split("LIMITS = ")[-1].split("\n", 1)[1], []
    for module in pkgutil.walk_packages(app.__path__, "core.classes."):
        last = module.name.rpartition(".")[2]
        if module.ispkg or last in ("admin", "apps") or ".migrations." in module.name:
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            limits = name.isupper() and isinstance(value, int | timedelta) and name.startswith(LIMITS)
            if limits and f"{last}.{name}" not in TRIED_ELSEWHERE and name not in tests:
                found.append(f"{last}.{name}")
    assert not found


LIMITS = ("MOST_", "LONGEST_", "COLUMNS", "RECENT", "SLIPS_ON", "JUST_", "LASTS", "YEARS")


# -- people --------------------------------------------------------------------------------------------------------


def some(number: int, prefix: str) -> list[Person]:
    users = User.objects.bulk_create(User(username=f"{prefix}{at}") for at in range(number))
    return Person.objects.bulk_create(Person(user=user, name=user.username, code=user.username) for user in users)


def fill(classroom: Classroom, number: int) -> None:
    """Let so many students be in a class."""
    more = number - classroom.students.count()
    Student.objects.bulk_create(
        Student(classroom=classroom, person=person, name=person.name) for person in some(more, "student")
    )


@around(MOST_STUDENTS)
def test_students_of_a_class(school: School, ben: User, number: int, fits: bool) -> None:
    """However they come in: pasted, with an account, without one, from another class."""
    other = Classroom.objects.create(name="8a")
    [moved] = enrollment.enroll_students(other, ["Moved"], "m")
    [person] = some(1, "account")
    ways: list[Any] = [
        lambda: enrollment.enroll_students(school.classroom, ["Pasted"], "s"),
        lambda: enrollment.join_with_account(school.classroom, person, "Account"),
        lambda: enrollment.join_with_new_account(school.classroom, "Anew", "seven of hearts", "s"),
        lambda: enrollment.move_student(moved, school.classroom),
    ]
    fill(school.classroom, number - 1)
    for come_in in ways:
        if fits:
            come_in()
        else:
            with pytest.raises(ClassroomError):
                come_in()
        assert school.classroom.students.count() == (number if fits else number - 1)
        school.classroom.students.filter(name__in=("Pasted", "Account", "Anew", "Moved")).delete()


@around(MOST_STUDENTS)
def test_names_that_are_pasted(school: School, number: int, fits: bool) -> None:
    names = "\n".join(f"Student{at} Test" for at in range(number))
    assert bool(PastedRoster({"name": "7b", "names": names}).class_capacity_problem) is not fits
    with_three = "\n".join(f"Student{at} Test" for at in range(number - 3))
    assert bool(PastedRoster({"names": with_three}, school.classroom).class_capacity_problem) is not fits


@around(MOST_TEACHERS)
def test_teachers_of_a_class(school: School, number: int, fits: bool) -> None:
    *others, last = some(number - 1, "teacher")
    Teacher.objects.bulk_create(Teacher(classroom=school.classroom, person=person) for person in others)
    invitation = co_teachers.create_invitation(school.classroom)
    assert bool(school.clients["Anna"].get(school.url("settings/")).context["invite"]) is fits
    if fits:
        co_teachers.accept_invitation(invitation, last)
    else:
        with pytest.raises(ClassroomError):
            co_teachers.accept_invitation(invitation, last)
    assert school.classroom.teachers.count() == (number if fits else number - 1)


@around(MOST_CLASSES)
def test_classes_of_a_teacher(anna: User, number: int, fits: bool) -> None:
    teacher = get_user_person(anna)
    made = Classroom.objects.bulk_create(Classroom(name=str(at)) for at in range(number - 1))
    Teacher.objects.bulk_create(Teacher(classroom=one, person=teacher) for one in made)
    if fits:
        enrollment.create_class(teacher, "7b", [], "seed")
    else:
        with pytest.raises(ClassroomError):
            enrollment.create_class(teacher, "7b", [], "seed")
    assert teacher.classes_taught.count() == (number if fits else number - 1)


@pytest.mark.parametrize(
    ("age", "holds"),
    [(co_teachers.LASTS - SECOND, True), (co_teachers.LASTS, True), (co_teachers.LASTS + SECOND, False)],
)
def test_days_of_an_invitation(school: School, monkeypatch: pytest.MonkeyPatch, age: timedelta, holds: bool) -> None:
    now = float(int(time.time()))
    monkeypatch.setattr(time, "time", lambda: now)
    invitation = co_teachers.create_invitation(school.classroom)
    monkeypatch.setattr(time, "time", lambda: now + age.total_seconds())
    assert (co_teachers.find_invited_class(invitation) == school.classroom) is holds


# -- texts ---------------------------------------------------------------------------------------------------------


@around(LONGEST_NAME)
def test_letters_of_a_name(school: School, number: int, fits: bool) -> None:
    """Of a class, a student and an assignment, wherever it is typed."""
    name, anna = "N" * number, school.clients["Anna"]
    status = 302 if fits else 422
    assert anna.post("/teach/class/new/", {"name": name, "make": "1", "names": ""}).status_code == status
    assert anna.post(school.url("rename/"), {"name": name}).status_code == status
    student = school.students["Clara"]
    assert anna.post(school.url(f"roster/{student.pk}/rename/"), {"name": name}).status_code == status
    assert bool(roster.parse_roster_line(name).refused) is not fits
    assert ("title" not in form(school, title=name, fresh="1").errors) is fits
    given = school.give()
    changed = anna.post(f"{given.get_absolute_url()}change/", {"title": name, "tells": "now"})
    assert changed.status_code == status


@around(roster.LONGEST_LINE)
def test_letters_of_a_line(number: int, fits: bool) -> None:
    line = "Ben Berg".ljust(number)
    assert bool(roster.parse_roster_line(line).refused) is not fits
    assert [one.name for one in roster.parse_roster(line) if not one.refused] == (["Ben Berg"] if fits else [])


@around(roster.LONGEST_LIST)
def test_letters_of_a_list(number: int, fits: bool) -> None:
    text = "Ben Berg\n".ljust(number, "\n")
    assert len(text) == number
    assert bool(PastedRoster({"name": "7b", "names": text}).size_problem) is not fits


@around(spreadsheets.MOST_COLUMNS)
def test_columns_of_a_list(number: int, fits: bool) -> None:
    """What is behind the last column that is read is no name."""
    row = ["12"] * (number - 1) + ["Ben Berg"]
    assert [line.name for line in roster.parse_roster("\t".join(row)) if not line.refused] == (
        ["Ben Berg"] if fits else []
    )


@around(spreadsheets.LONGEST_SAMPLE)
def test_letters_of_a_sample(number: int, fits: bool) -> None:
    [column, _] = roster.parse_sheet(f"{'N' * number}\tBerg").columns
    assert column.samples == ("N" * min(number, spreadsheets.LONGEST_SAMPLE),)
    assert (column.samples[0] == "N" * number) is fits


@around(roster.MOST_LINES)
def test_lines_of_a_list(number: int, fits: bool) -> None:
    text = "\n".join(f"Student{at} Test" for at in range(number))
    assert bool(PastedRoster({"name": "7b", "names": text}).size_problem) is not fits


# -- what is assigned ----------------------------------------------------------------------------------------------


def form(school: School, **sent: Any) -> AssignmentForm:
    teacher = get_user_person(User.objects.get(username="anna"))
    usual = {"title": "Homework", "rules": GAME.options().digest(), "same": "yes", "tries": "2", "tells": "now"}
    data = {**usual, **sent}
    return AssignmentForm(
        school.classroom,
        teacher,
        GAME,
        MultiValueDict({name: one if isinstance(one, list) else [one] for name, one in data.items()}),
    )


@around(MOST_ITEMS)
def test_things_of_an_assignment(school: School, number: int, fits: bool) -> None:
    """New puzzles alone, and together with a lesson."""
    assert form(school, fresh=str(number)).is_valid() is fits
    mixed = form(school, fresh=str(number - 1), lessons=[GAME.lessons[0].slug])
    assert mixed.is_valid() is fits
    if fits:
        assert mixed.item_count == number


@pytest.mark.repeated
@around(MOST_ITEMS)
def test_puzzles_that_are_pasted(school: School, number: int, fits: bool) -> None:
    codes = [pretend(at, [next(iter(GAME.clauses))]).code for at in range(number)]
    assert form(school, fresh="", puzzles="\n".join(codes)).is_valid() is fits


def test_places_of_new_puzzles_come_after_all_others() -> None:
    assert assignment_puzzles.FIRST_FRESH >= MOST_ITEMS


@pytest.mark.parametrize(("number", "fits"), [(0, False), (1, True), (100, True), (101, False)])
def test_per_cent_of_a_passing_score(school: School, number: int, fits: bool) -> None:
    assert form(school, fresh="1", pass_at=str(number)).is_valid() is fits


@pytest.mark.parametrize(("year", "fits"), [(1999, False), (2000, True), (2999, True), (3000, False)])
def test_years_of_a_moment(year: int, fits: bool) -> None:
    assert (min(assignment_form.YEARS), max(assignment_form.YEARS)) == (2000, 2999)
    field = LocalDateTimeField(required=False)
    try:
        assert field.clean(f"{year}-06-01T12:00").year == year
        read = True
    except Exception:
        read = False
    assert read is fits


def a_moment() -> datetime:
    return timezone.now().replace(microsecond=0)


@pytest.mark.parametrize(("after", "is_open"), [(-SECOND, False), (0 * SECOND, True), (SECOND, True)])
def test_the_moment_at_which_it_opens(school: School, after: timedelta, is_open: bool) -> None:
    now = a_moment()
    given = school.give(opens=now)
    assert has_assignment_opened(given, now + after) is is_open
    assert bool(explain_why_assignment_closed(given, now + after)) is not is_open


@pytest.mark.parametrize(("after", "expected"), [(-SECOND, False), (0 * SECOND, True), (SECOND, True)])
def test_the_moment_at_which_it_is_due(school: School, after: timedelta, expected: bool) -> None:
    now = a_moment()
    given = school.give(due=now, opens=now - timedelta(hours=1))
    assert is_assignment_over(given, now + after) is expected
    assert bool(explain_why_assignment_closed(given, now + after)) is expected


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_tries_of_a_puzzle(school: School, tries: int) -> None:
    given = school.give(tries=tries)
    item = given.items.select_related("puzzle").first()
    assert item
    assert item.puzzle
    statuses = [school.answer("Ben", given, item.puzzle, right=False).status_code for _ in range(tries + 1)]
    assert statuses == [200] * tries + [422]


# -- the passing score ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rights", "pass_at", "passes"),
    [(2, 66, True), (2, 67, False), (1, 33, True), (1, 34, False), (3, 100, True), (2, 100, False), (0, 1, False)],
)
def test_a_score_passes_from_its_mark_on(school: School, rights: int, pass_at: int, passes: bool) -> None:
    """Teacher, student, and page say the same."""
    given = school.give(pass_at=pass_at, tries=2)
    for number, item in enumerate(given.items.select_related("puzzle")):
        school.answer("Ben", given, item.puzzle, right=number < rights)
    assert ResultsTable(given).has_passed(school.students["Ben"]) is passes
    assert get_progress(school.students["Ben"], given).has_passed is passes


def test_a_right_second_answer_does_not_count_for_the_passing_score(school: School) -> None:
    given = school.give(pass_at=34, tries=2)
    for number, item in enumerate(given.items.select_related("puzzle")):
        if number:
            school.answer("Ben", given, item.puzzle, right=False)
        school.answer("Ben", given, item.puzzle, right=True)
    assert Answer.objects.filter(occasion=given.code, right=True).count() == 3
    found = get_progress(school.students["Ben"], given)
    assert (found.right_on_first_try_count, found.right_on_later_try_count, found.has_passed) == (1, 2, False)
    assert ResultsTable(given).has_passed(school.students["Ben"]) is False
    page = school.clients["Anna"].get(f"{given.get_absolute_url()}?view=students").text
    assert "not passed yet" in page
    Assignment.objects.update(pass_at=33)
    assert ResultsTable(Assignment.objects.get(pk=given.pk)).has_passed(school.students["Ben"]) is True


def test_a_right_answer_after_a_right_one_changes_nothing(school: School) -> None:
    """Where answers are told later, somebody can answer again who had it right."""
    given = school.give(pass_at=100, tries=2, tells=False, due=timezone.now() + timedelta(hours=1))
    for item in given.items.select_related("puzzle"):
        for right in (True, False):
            school.answer("Ben", given, item.puzzle, right=right)
    assert ResultsTable(given).has_passed(school.students["Ben"]) is True


# -- what teachers see ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "pages"), [(assignments.COLUMNS - 1, 1), (assignments.COLUMNS, 1), (assignments.COLUMNS + 1, 2)]
)
def test_students_beside_each_other(school: School, number: int, pages: int) -> None:
    given = school.give()
    fill(school.classroom, number)
    address, found = given.get_absolute_url(), []
    for page in range(1, pages + 1):
        context = school.clients["Anna"].get(f"{address}?view=puzzles&page={page}").context
        assert len(context["pages"]) == (pages if pages > 1 else 0)
        found += [student for student, _ in context["columns"]]
    assert len({student.pk for student in found}) == len(found) == number


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_answers_of_a_student(school: School, more: int) -> None:
    given, puzzle = school.give(fresh=0), pretend(1, [next(iter(GAME.clauses))])
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    number = assignments.RECENT + more
    answered(school.students["Ben"], given, puzzle, *[False] * number)
    page = school.clients["Anna"].get(school.url(f"student/{school.students['Ben'].pk}/"))
    listed = [row.number for row, _ in page.context["answers"]]
    assert listed == [*range(number, 0, -1)][: assignments.RECENT]
    assert len(listed) == min(number, assignments.RECENT)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_slips_of_a_sheet(school: School, more: int) -> None:
    number = classes.SLIPS_ON_A_SHEET + more
    made = enrollment.enroll_students(school.classroom, [f"Student {at}" for at in range(number)], "s")
    page = school.clients["Anna"].post(school.url("slips/"), {"student": [one.pk for one in made]})
    sheets = [len(sheet) for sheet in page.context["sheets"]]
    assert sheets == ([classes.SLIPS_ON_A_SHEET, more] if more > 0 else [number])


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_rules_that_help(school: School, more: int) -> None:
    number = homework.MOST_HELPS + more
    ids = [*GAME.clauses][:number]
    given, puzzle = school.give(fresh=0, tries=1), pretend(1, ids)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    answered(school.students["Ben"], given, puzzle, False)
    helps = homework._list_review_clauses(get_progress(school.students["Ben"], given), school.students["Ben"])
    assert [one["id"] for one in helps] == ids[: homework.MOST_HELPS]


@pytest.mark.slow
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_different_answers_on_the_board(school: School, more: int) -> None:
    mille = games.get("mille")
    puzzle = Puzzle.generate_puzzle(mille, mille.options(), "score-the-hand", name="a sum")
    given = school.give(game="mille", fresh=0)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    number = live_board.MOST_ROWS + more
    for at in range(number):
        student = school.join(f"Student {at}")
        Answer.objects.create(
            person=student.person,
            puzzle=puzzle,
            occasion=given.code,
            number=1,
            given=at,
            right=False,
            rules="x",
            version=1,
            hints=0,
        )
    LiveBoard.objects.create(classroom=school.classroom, assignment=given, place=0, shown=True)
    rows = school.clients["Anna"].get(school.url("live/")).context["rows"]
    assert len(rows) == min(number, live_board.MOST_ROWS)


@pytest.mark.parametrize(
    ("age", "is_new"),
    [(results.JUST_NOW - SECOND, True), (results.JUST_NOW, False), (results.JUST_NOW + SECOND, False)],
)
def test_seconds_in_which_an_answer_is_new(
    school: School, monkeypatch: pytest.MonkeyPatch, age: timedelta, is_new: bool
) -> None:
    now, given = a_moment(), school.give()
    item = given.items.select_related("puzzle").first()
    assert item
    assert item.puzzle
    school.answer("Ben", given, item.puzzle, right=True)
    Answer.objects.update(at=now - age)
    monkeypatch.setattr(results.timezone, "now", lambda: now)
    assert ResultsTable(given).slot_rows[0].marks[0].new is is_new


@pytest.mark.parametrize("number", [2, 3, 4])
def test_mistakes_that_are_told_of_a_rule(school: School, number: int) -> None:
    given, clause = school.give(fresh=0), next(iter(GAME.clauses))
    puzzle = pretend(1, [clause])
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    source = Puzzle.generate_puzzle(GAME, GAME.options(), "next-pot", name="a number")
    Puzzle.objects.filter(pk=puzzle.pk).update(asked={**source.asked, "clauses": [clause]})
    for at in range(number):
        answered(school.join(f"Student {at}"), given, puzzle, False, missed=[clause])
    for at, row in enumerate(Answer.objects.all()):
        Answer.objects.filter(pk=row.pk).update(given=10_000 + at)
    assert len(results.list_mistakes(ResultsTable(given), clause)) == min(number, 3)
