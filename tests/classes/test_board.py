"""The live board: what a class answers together, in numbers alone, and nothing told before it is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.classes.models import Assignment, LiveBoard
from core.practice.models import Answer, Puzzle
from tests.classes.conftest import School
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
    found = given.pieces.select_related("puzzle").first()
    assert found is not None
    assert found.puzzle is not None
    return found.puzzle


def test_answers_are_counted_and_shown_without_names(school: School, given: Assignment) -> None:
    anna, puzzle = school.clients["Anna"], first(given)
    for name, right in (("Ben", True), ("Clara", False)):
        assert "Answer it" in school.clients[name].get(school.own_url("live/")).text
        school.answer(name, given, puzzle, right=right)
    page = anna.get(school.url("live/"))
    assert (page.context["count"], page.context["pupils"], page.context["rows"]) == (2, 3, [])
    assert puzzle.posed.why not in page.text
    press(school, "show")
    page = anna.get(school.url("live/"))
    assert "answered, 1 rightly" in page.text
    assert page.text.index("notice hint") < page.text.index('"live-rows"')  # however many answers there are
    assert sum(row.count for row in page.context["rows"]) > 0
    for name in school.pupils:
        assert school.pupils[name].name not in page.text


def test_nothing_is_told_to_pupils_before_it_is_shown(school: School, given: Assignment, stranger: Client) -> None:
    ben, puzzle = school.clients["Ben"], first(given)
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
    assert "Your answer is in" in ben.get(school.own_url("live/")).text
    press(school, "show")
    assert "Not right this time" in ben.get(school.own_url("live/")).text
    assert told(ben.get(f"{puzzle.get_absolute_url()}?for={given.code}").text)


def test_nobody_answers_what_is_shown_already(school: School, given: Assignment) -> None:
    press(school, "show")
    assert school.answer("Ben", given, first(given), right=True).status_code == 422
    assert not Answer.objects.exists()


def test_it_goes_on_once_for_each_press(school: School, given: Assignment) -> None:
    places = list(given.pieces.values_list("place", flat=True))
    for _ in range(2):
        press(school, "next", place=places[0])
    press(school, "start", assignment=given.code)
    assert LiveBoard.objects.get().place == places[1]
    press(school, "next")
    press(school, "next")
    assert not LiveBoard.objects.exists()
    assert "Put it on the board" in school.clients["Anna"].get(school.url("live/")).text
    assert "Nothing on the board" in school.clients["Ben"].get(school.own_url("live/")).text


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
