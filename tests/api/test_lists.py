"""Lists are paginated: no row is missing or repeated, and the last page says that it's the last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.test import RequestFactory
from rest_framework.request import Request

import games
from core.api.pagination import MOST_LISTED, ListPagination
from core.classes import enrollment
from core.classes.models import LONGEST_NAME, MOST_ITEMS, MOST_STUDENTS
from core.people import get_user_person
from tests.api.conftest import Program
from tests.api.test_docs import COMMITTED

LISTS = sorted(
    path.removeprefix("/api/v1/")
    for path, operations in yaml.load(COMMITTED.read_text(), yaml.CSafeLoader)["paths"].items()
    if any(one["name"] == "offset" for one in operations.get("get", {}).get("parameters", []))
)
USUAL = 20
"""So many are listed where the address says nothing."""


def get_page(query: str, count: int) -> dict[str, Any]:
    """Return one page of a list of `count` rows."""
    pagination = ListPagination()
    rows = pagination.paginate_queryset(range(count), Request(RequestFactory().get(f"/{query}")))  # type: ignore[arg-type]
    return dict(pagination.get_paginated_response(rows).data)


def pages(count: int, limit: str) -> list[dict[str, Any]]:
    """Return all pages of a list, following them like a program does."""
    found, offset = [], 0
    while offset is not None:
        query = f"?limit={limit}&offset={offset}" if limit else f"?offset={offset}"
        shown = get_page(query, count)
        found.append(shown)
        offset = shown["next_offset"]
    return found


@pytest.mark.parametrize("limit", ["", "1", "2", str(MOST_LISTED - 1), str(MOST_LISTED)])
@pytest.mark.parametrize("whole", [1, 2])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_every_row_is_on_one_page_and_the_last_page_says_so(limit: str, whole: int, more: int) -> None:
    size = int(limit or USUAL)
    count = whole * size + more
    found = pages(count, limit)
    assert [row for one in found for row in one["results"]] == [*range(count)]
    assert {one["count"] for one in found} == {count}
    assert all(one["results"] for one in found) or count == 0
    assert len(found) == max(1, -(-count // size)), "a full last page is the last"


@pytest.mark.parametrize("offset", [0, 4, 5, 6, 1_000_000])
def test_a_page_behind_the_end_is_empty_and_the_last(offset: int) -> None:
    shown = get_page(f"?limit=5&offset={offset}", 5)
    assert (shown["results"], shown["next_offset"]) == ([*range(offset, 5)], None)


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("limit=0", False),
        ("limit=1", True),
        (f"limit={MOST_LISTED - 1}", True),
        (f"limit={MOST_LISTED}", True),
        (f"limit={MOST_LISTED + 1}", False),
        ("offset=-1", False),
        ("offset=999999", True),
        ("offset=1000000", True),
        ("offset=1000001", False),
    ],
)
@pytest.mark.parametrize("path", LISTS)
def test_how_many_may_be_asked_for(annas: Program, anna: User, path: str, query: str, fits: bool) -> None:
    """This applies to every list in the schema."""
    classroom = enrollment.create_class(get_user_person(anna), "7b", [], "seed")
    answer = annas.get(f"{path.format(game='vazhushal', code=classroom.code)}?{query}")
    assert answer.status_code == (200 if fits else 400), answer.content
    if fits:
        assert set(answer.json()) == {"count", "next_offset", "results"}


@pytest.mark.django_db
def test_a_list_from_the_database_ends_too(annas: Program, anna: User) -> None:
    for number in range(4):
        enrollment.create_class(get_user_person(anna), f"class {number}", [], f"seed {number}")
    first = annas.get("classes/?limit=2").json()
    last = annas.get(f"classes/?limit=2&offset={first['next_offset']}").json()
    assert (first["next_offset"], last["next_offset"]) == (2, None)
    assert len({one["code"] for one in first["results"] + last["results"]}) == 4


# -- the moves of a table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "fits"), [(0, False), (1, True), (199, True), (200, True), (201, False)])
def test_how_many_moves_may_be_asked_for(annas: Program, table: dict[str, Any], limit: int, fits: bool) -> None:
    assert annas.get(f"tables/{table['code']}/moves/?limit={limit}").status_code == (200 if fits else 400)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_moves_that_come_last_say_so(annas: Program, table: dict[str, Any], more: int) -> None:
    number = table["version"]
    answer = annas.get(f"tables/{table['code']}/moves/?limit={number + more}").json()
    assert (answer["more"], answer["version"]) == (more < 0, number + min(more, 0))
    rest = annas.get(f"tables/{table['code']}/moves/?since={answer['version']}").json()
    assert [one["number"] for one in answer["moves"] + rest["moves"]] == [*range(1, number + 1)]
    assert (rest["more"], rest["version"]) == (False, number)


# -- what is sent for a class --------------------------------------------------------------------------------------


def sent_for(path: str) -> list[tuple[str, int, Callable[[int], tuple[str, dict[str, Any]]]]]:
    """Return what has a limit, the limit, and a request with this amount. `path` is where assignments are created."""
    lesson = games.get("vazhushal").lessons[0].slug
    given = {"game": "vazhushal", "title": "Homework"}
    return [
        ("letters of a class", LONGEST_NAME, lambda most: ("", {"name": "N" * most})),
        ("letters of a student", LONGEST_NAME, lambda most: ("", {"name": "8a", "names": ["N" * most]})),
        (
            "students",
            MOST_STUDENTS,
            lambda most: ("", {"name": "8a", "names": [f"Student{at} N" for at in range(most)]}),
        ),
        (
            "letters of a title",
            LONGEST_NAME,
            lambda most: (path, given | {"title": "N" * most, "lessons": [lesson]}),
        ),
        ("new puzzles", MOST_ITEMS, lambda most: (path, given | {"fresh": {"number": most}})),
        (
            "things",
            MOST_ITEMS,
            lambda most: (path, given | {"fresh": {"number": most - 1}, "lessons": [lesson]}),
        ),
        ("attempts", 3, lambda most: (path, given | {"fresh": {"number": 1}, "tries": most})),
        ("per cent", 100, lambda most: (path, given | {"fresh": {"number": 1}, "pass_at": most})),
    ]


@pytest.mark.repeated
@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("at", range(8), ids=[name for name, *_ in sent_for("")])
def test_how_much_may_be_sent(annas: Program, anna: User, at: int, more: int) -> None:
    classroom = enrollment.create_class(get_user_person(anna), "7b", [], "seed")
    name, limit, call = sent_for(f"{classroom.code}/assignments/")[at]
    path, body = call(limit + more)
    answer = annas.post(f"classes/{path}", body)
    assert answer.status_code == (201 if more <= 0 else 422), (name, answer.content)
