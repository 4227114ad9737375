"""The live board: what a class answers together, in numbers alone, and nothing told before it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.classes.models import Assignment, BoardViewer, LiveBoard, Student
from core.practice.models import Answer, Puzzle
from tests.classes.conftest import School, send
from tests.classes.test_doing import told

pytestmark = pytest.mark.django_db


def press(school: School, do: str, **more: Any) -> Any:
    """A button of the board."""
    place = LiveBoard.objects.values_list("place", flat=True).first()
    return school.clients["Anna"].post(school.url("live/"), {"do": do, "place": place or 0} | more)


@pytest.fixture
def given(school: School) -> Assignment:
    """An assignment whose first puzzle is on the board."""
    given = school.give()
    press(school, "start", assignment=given.code)
    return given


def first(given: Assignment) -> Puzzle:
    found = given.items.select_related("puzzle").first()
    assert found is not None
    assert found.puzzle is not None
    return found.puzzle


@pytest.mark.slow
def test_answers_are_counted_and_shown_without_names(school: School, given: Assignment) -> None:
    anna, puzzle = school.clients["Anna"], first(given)
    for name, right in (("Ben", True), ("Clara", False)):
        assert "Answer" in school.clients[name].get(school.own_url("live/")).text
        school.answer(name, given, puzzle, right=right)
    page = anna.get(school.url("live/"))
    assert (page.context["count"], page.context["students"], page.context["rows"]) == (2, 3, [])
    assert puzzle.engine_puzzle.why not in page.text
    press(school, "show")
    page = anna.get(school.url("live/"))
    assert "answered, 1 correctly" in page.text
    assert page.text.index("notice hint") < page.text.index('"live-rows"')  # however many answers there are
    assert sum(row.count for row in page.context["rows"]) > 0
    for name in school.students:
        assert school.students[name].name not in page.text


@pytest.mark.slow
def test_nothing_is_told_to_students_before_it_is_shown(school: School, given: Assignment, stranger: Client) -> None:
    ben, puzzle = school.clients["Ben"], first(given)
    assert "Answer" in ben.get(school.own_url("live/")).text
    assert not told(school.answer("Ben", given, puzzle, right=False).text)
    for url in (
        f"{puzzle.get_absolute_url()}?for={given.code}",
        school.own_url(f"do/{given.code}/?end"),
        school.own_url(),
    ):
        assert not told(ben.get(url).text), url
    kept = json.loads(ben.get("/me/data.json").content)["practice"]
    assert [row["right"] for row in kept["answers"]] == [None]
    assert stranger.get(puzzle.get_absolute_url()).status_code == 404
    assert school.answer("Ben", given, puzzle, right=True).status_code == 422
    assert "Your answer has been sent" in ben.get(school.own_url("live/")).text
    press(school, "show")
    assert "Incorrect" in ben.get(school.own_url("live/")).text
    assert told(ben.get(f"{puzzle.get_absolute_url()}?for={given.code}").text)


def test_nobody_answers_what_is_shown_already(school: School, given: Assignment) -> None:
    school.clients["Ben"].get(school.own_url("live/"))
    press(school, "show")
    assert school.answer("Ben", given, first(given), right=True).status_code == 422
    assert not Answer.objects.exists()


def test_it_goes_on_once_for_each_press(school: School, given: Assignment) -> None:
    places = list(given.items.values_list("place", flat=True))
    for _ in range(2):
        press(school, "next", place=places[0])
    press(school, "start", assignment=given.code)
    assert LiveBoard.objects.get().place == places[1]
    press(school, "next")
    press(school, "next")
    assert not LiveBoard.objects.exists()
    assert "Show on the board" in school.clients["Anna"].get(school.url("live/")).text
    assert "Nothing on the live board" in school.clients["Ben"].get(school.own_url("live/")).text


def test_what_cannot_be_answered_together_is_not_put_on(school: School) -> None:
    own = school.give(same=False)
    for code in (own.code, "nothing"):
        press(school, "start", assignment=code)
    assert not LiveBoard.objects.exists()


def test_an_open_board_is_told_of_changes_alone(school: School, given: Assignment, htmx: dict[str, str]) -> None:
    for client, url in (
        (school.clients["Anna"], school.url("live/")),
        (school.clients["Ben"], school.own_url("live/")),
    ):
        version = client.get(url).context["version"]
        assert client.get(f"{url}?version={version}", headers=htmx).status_code == 204
        press(school, "show")
        part = client.get(f"{url}?version={version}", headers=htmx)
        assert part.status_code == 200
        assert "<html" not in part.text
        press(school, "next")


def test_only_the_class_sees_it(school: School, given: Assignment, stranger: Client) -> None:
    for client in (stranger, school.clients["Ben"]):
        assert client.get(school.url("live/")).status_code == 404
        assert (
            client.post(school.url("live/"), {"do": "end", "place": LiveBoard.objects.get().place}).status_code == 404
        )
    for client in (stranger, school.clients["Anna"]):
        assert client.get(school.own_url("live/")).status_code == 404
    assert LiveBoard.objects.exists()


# -- homework beside it --------------------------------------------------------------------------------------------


def homework(given: Assignment) -> str:
    """The address of the first puzzle as homework."""
    return f"{first(given).get_absolute_url()}?for={given.code}"


def from_board(school: School, name: str, given: Assignment, right: bool) -> Any:
    """An answer sent from the page to which the board leads a student."""
    page = school.clients[name].get(school.own_url("live/")).text
    [address] = re.findall(r'href="(/practice/puzzle/[^"]*)"', page)
    query = address.partition("?")[2]
    return send(school.clients[name], first(given), right, f"?{query}")


def look_away(name: str, school: School, **ago: int) -> None:
    """The student's window was closed so long ago."""
    BoardViewer.objects.filter(student=school.students[name]).update(seen=timezone.now() - timedelta(**ago))


def test_who_does_not_look_at_the_board_does_homework_as_ever(school: School, given: Assignment) -> None:
    Assignment.objects.update(tries=2)
    ben = school.clients["Ben"]
    wrong = school.answer("Ben", given, first(given), right=False).text
    assert "Try again" in wrong
    assert "Your teacher will show the correct answer on the board" not in wrong
    assert told(school.answer("Ben", given, first(given), right=True).text)
    assert "1 of 3 done" in ben.get(school.own_url()).text
    assert json.loads(ben.get("/me/data.json").content)["practice"]["answers"][0]["right"] is False


def test_hints_and_other_puzzles_stay_as_they_are_without_the_board(school: School, given: Assignment) -> None:
    assert 'id="puzzle-hint"' in school.clients["Ben"].get(homework(given)).text
    press(school, "show")
    assert school.answer("Ben", given, first(given), right=True).status_code == 200


@pytest.mark.slow
def test_an_answer_from_the_board_waits_however_long_it_was_thought_about(school: School, given: Assignment) -> None:
    page = school.clients["Ben"].get(school.own_url("live/")).text
    assert f"?for={given.code}.live" in page
    look_away("Ben", school, minutes=9)
    answered = send(school.clients["Ben"], first(given), False, f"?for={given.code}.live")
    assert not told(answered.text)
    assert school.own_url("live/") in answered.text
    assert Answer.objects.get().occasion == given.code


def test_whoever_looks_at_the_board_hears_nothing_in_another_window(school: School, given: Assignment) -> None:
    from_board(school, "Ben", given, right=False)
    pages = [homework(given), school.own_url(f"do/{given.code}/?end"), school.own_url()]
    assert not any(told(school.clients["Ben"].get(url).text) for url in pages)
    look_away("Ben", school, minutes=3)
    assert told(school.clients["Ben"].get(school.own_url(f"do/{given.code}/?end")).text)


def test_the_boards_address_is_the_homeworks_once_the_board_is_gone(school: School, given: Assignment) -> None:
    press(school, "end")
    page = school.clients["Ben"].get(f"{homework(given)}.live")
    assert (page.status_code, page.url) == (302, homework(given))


@pytest.mark.slow
def test_a_code_with_something_behind_it_leads_nowhere(school: School, given: Assignment) -> None:
    for tail in (".liv", ".live.live", ".", "live"):
        assert school.clients["Ben"].get(homework(given) + tail).status_code == 404


# -- how long it is on ---------------------------------------------------------------------------------------------

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def a_board(school: School, now: datetime) -> LiveBoard:
    return LiveBoard.objects.create(classroom=school.classroom, assignment=school.give(), place=100, seen=now)


@pytest.mark.parametrize(
    ("away", "is_on"),
    [(0 * MINUTE, True), (3 * MINUTE - SECOND, True), (3 * MINUTE, False), (3 * MINUTE + SECOND, False)],
)
def test_a_board_ends_when_its_window_was_away_for_three_minutes(school: School, away: timedelta, is_on: bool) -> None:
    now = timezone.now()
    assert a_board(school, now).is_running(now + away) is is_on


@pytest.mark.parametrize(
    ("lasted", "is_on"), [(60 * MINUTE - SECOND, True), (60 * MINUTE, False), (60 * MINUTE + SECOND, False)]
)
def test_a_board_ends_after_an_hour_whatever_its_window_does(school: School, lasted: timedelta, is_on: bool) -> None:
    now = timezone.now()
    board = a_board(school, now)
    board.lasted = lasted
    assert board.is_running(now) is is_on


def polled(board: LiveBoard, clock: Iterator[datetime]) -> timedelta:
    """Return how long a board is on whose window asks every ten seconds, by a clock that may be set."""
    length = timedelta(0)
    for now in clock:
        board.refresh_from_db()
        if not board.is_running(now):
            return length
        board.record_teacher_poll(now)
        length += 10 * SECOND
    raise AssertionError("It never ended.")


@pytest.mark.repeated
@pytest.mark.parametrize("back", [timedelta(0), timedelta(minutes=2), timedelta(hours=5), timedelta(days=400)])
def test_an_hour_is_an_hour_though_the_clock_is_set_back(school: School, back: timedelta) -> None:
    now = timezone.now()

    def clock() -> Iterator[datetime]:
        for number in range(1000):
            yield now + number * 10 * SECOND - (back if number > 180 else timedelta(0))

    assert abs(polled(a_board(school, now), clock()) - 60 * MINUTE) <= 30 * SECOND


def test_a_forgotten_board_ends_though_the_clock_is_set_back(school: School) -> None:
    now = timezone.now()
    board, later = a_board(school, now), now - timedelta(hours=2)
    assert board.is_running(later)
    board.refresh_from_db()
    assert board.is_running(later + 3 * MINUTE - SECOND)
    assert not board.is_running(later + 3 * MINUTE)


def test_the_teachers_window_keeps_it_on(school: School, given: Assignment, htmx: dict[str, str]) -> None:
    anna, url = school.clients["Anna"], school.url("live/")
    version = anna.get(url).context["version"]
    LiveBoard.objects.update(seen=timezone.now() - 2 * MINUTE)
    assert anna.get(f"{url}?version={version}", headers=htmx).status_code == 204
    board = LiveBoard.objects.get()
    assert timezone.now() - board.seen < MINUTE
    assert 2 * MINUTE <= board.lasted < 3 * MINUTE


def test_a_window_asks_often_and_writes_seldom(school: School, given: Assignment) -> None:
    for client, url in (
        (school.clients["Anna"], school.url("live/")),
        (school.clients["Ben"], school.own_url("live/")),
    ):
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        assert not [one["sql"] for one in queries if one["sql"].startswith(("UPDATE", "INSERT"))]


@pytest.mark.slow
def test_a_board_that_has_ended_is_gone_for_everybody(school: School, given: Assignment, htmx: dict[str, str]) -> None:
    anna, ben = school.clients["Anna"], school.clients["Ben"]
    ben.get(school.own_url("live/"))
    version = anna.get(school.url("live/")).context["version"]
    LiveBoard.objects.update(seen=timezone.now() - 3 * MINUTE)
    assert "Nothing on the live board" in ben.get(school.own_url("live/")).text
    assert ">Join</a>" not in ben.get(school.own_url()).text
    assert told(school.answer("Ben", given, first(given), right=True).text)
    for url in ("/teach/", school.url(), given.get_absolute_url()):
        assert "End live board" not in anna.get(url).text
    assert anna.get(f"{school.url('live/')}?version={version}", headers=htmx)["HX-Refresh"] == "true"
    page = anna.get(school.url("live/")).text
    assert "Show on the board" in page
    assert "The live board has ended" in page
    press(school, "start", assignment=given.code)
    assert "Answer" in school.clients["Clara"].get(school.own_url("live/")).text


def test_a_forgotten_board_is_replaced_by_the_next(school: School, given: Assignment) -> None:
    other = school.give(title="Another")
    LiveBoard.objects.update(seen=timezone.now() - 3 * MINUTE)
    press(school, "start", assignment=other.code)
    assert LiveBoard.objects.get().assignment == other


@pytest.mark.slow
def test_teachers_see_a_board_and_end_it_from_where_they_are(school: School, given: Assignment) -> None:
    anna = school.clients["Anna"]
    for url in ("/teach/", school.url(), given.get_absolute_url()):
        press(school, "start", assignment=given.code)
        page = anna.get(url).text
        assert "shows “Homework”" in page, url
        [back] = re.findall(r'name="back" value="([^"]*)"', page)
        for _ in range(2):
            ended = anna.post(school.url("live/"), {"do": "end", "back": back})
            assert (ended.status_code, ended.url) == (302, url)
        assert not LiveBoard.objects.exists()
        assert "End live board" not in anna.get(url).text


@pytest.mark.parametrize("back", ["//example.org", "https://example.org", "nothing", "<b>"])
def test_nothing_leads_away_from_the_site(school: School, given: Assignment, back: str) -> None:
    ended = school.clients["Anna"].post(school.url("live/"), {"do": "end", "back": back})
    assert ended.url == school.url("live/")


def test_boards_of_others_are_not_shown(school: School, given: Assignment, as_ben: Client) -> None:
    assert "End live board" not in as_ben.get("/teach/").text
    assert as_ben.post(school.url("live/"), {"do": "end", "back": "teach"}).status_code == 404


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_board_of_before_has_ended_when_a_database_is_brought_up_to_date() -> None:
    before = [("classes", "0001_classes_pupils_and_assignments")]
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    apps: Any = executor.loader.project_state(before).apps
    classroom = apps.get_model("classes", "Classroom").objects.create(name="7b", code="old", joining="old")
    given = apps.get_model("classes", "Assignment").objects.create(classroom=classroom, title="Old", game="guts")
    apps.get_model("classes", "LiveBoard").objects.create(
        classroom=classroom, assignment=given, place=0, since=timezone.now() - timedelta(days=1)
    )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert not LiveBoard.objects.get().is_running(timezone.now())


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_students_and_their_items_stay_when_a_database_is_brought_up_to_date() -> None:
    before = [("classes", "0002_live_boards_end_by_themselves"), ("people", "0002_usernames_as_compared")]
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    apps: Any = executor.loader.project_state(before).apps
    person = apps.get_model("people", "Person").objects.create(name="Otter")
    classroom = apps.get_model("classes", "Classroom").objects.create(name="7b", code="old", joining="old")
    given = apps.get_model("classes", "Assignment").objects.create(classroom=classroom, title="Old", game="guts")
    pupil = apps.get_model("classes", "Pupil").objects.create(classroom=classroom, person=person, name="Ben")
    apps.get_model("classes", "Piece").objects.create(assignment=given, place=0, lesson="deal", pupil=pupil)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    [student] = Student.objects.all()
    assert (student.pk, student.name, student.classroom.name) == (pupil.pk, "Ben", "7b")
    assert [(item.lesson, item.assignment.title) for item in student.items.all()] == [("deal", "Old")]


@pytest.mark.slow
def test_more_answers_take_no_more_queries(school: School, given: Assignment) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert school.clients["Anna"].get(school.url("live/")).status_code == 200
        return len(queries)

    few = asked()
    for name in ("Eva", "Finn", "Greta"):
        school.join(name)
        school.answer(name, given, first(given), right=True)
    assert asked() == few
