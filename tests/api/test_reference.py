"""Games, clauses, options, the rulebook, and rule sets: for everyone, and cacheable."""

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client

from games import all_games
from games.engine.clause import TABLE_CLAUSES
from games.engine.game import Game
from tests.api.conftest import Program

AT = "games/vazhushal/"
OPEN = [
    "",
    "games/",
    AT,
    f"{AT}ask/?q=joker",
    f"{AT}clauses/",
    f"{AT}clauses/meld.kinds/",
    f"{AT}match/",
    f"{AT}options/",
    f"{AT}rulebook/",
]
OPEN += [f"{AT}rules/book/", f"{AT}course/", f"{AT}course/melds/", "schema/"]


@pytest.mark.parametrize("path", OPEN)
def test_works_for_a_stranger(strangers: Program, path: str) -> None:
    response = strangers.get(path)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/json"
    assert not response.cookies


@pytest.mark.parametrize("path", OPEN)
def test_is_cacheable(strangers: Program, path: str) -> None:
    first = strangers.get(path)
    assert "public" in first["Cache-Control"]
    again = strangers.get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", OPEN)
def test_another_version_than_the_one_wanted_is_an_error_like_all_others(strangers: Program, path: str) -> None:
    first = strangers.get(path)
    assert strangers.get(path, If_Match=first["ETag"]).content == first.content
    other = strangers.get(path, If_Match='"another"')
    assert (other.status_code, other["Content-Type"]) == (412, "application/problem+json")
    assert (other.json()["code"], other["ETag"], other["Cache-Control"]) == ("changed", first["ETag"], "no-store")
    dated = strangers.get(path, If_Unmodified_Since="Mon, 01 Jan 2001 00:00:00 GMT")
    assert dated.content == first.content


@pytest.mark.parametrize("path", OPEN)
def test_asks_no_database_for_the_book(strangers: Program, path: str, django_assert_num_queries: Any) -> None:
    """A stranger's request for rules makes no queries, whatever cookies or tokens it has."""
    if "rules/" not in path:
        with django_assert_num_queries(0):
            strangers.get(path, Authorization="Token forged", Cookie="sessionid=forged")


def test_lists_come_in_pages(strangers: Program, game: Game[Any]) -> None:
    found, offset = [], 0
    while offset is not None:
        page = strangers.get(f"{AT}clauses/?limit=50&offset={offset}").json()
        assert page["count"] == len(game.clauses) + len(TABLE_CLAUSES)
        found += [clause["id"] for clause in page["results"]]
        offset = page["next_offset"]
    assert found == [*game.clauses, *TABLE_CLAUSES]


@pytest.mark.parametrize("id", TABLE_CLAUSES)
def test_what_holds_at_any_table_can_be_read(strangers: Program, stranger: Client, id: str) -> None:
    """Refusals name these clauses like any others, so links to them have to work."""
    found = strangers.get(f"{AT}clauses/{id}/").json()
    assert (found["id"], found["holds"], found["changed"]) == (id, True, False)
    assert found["text"]
    assert found["refusal"] == TABLE_CLAUSES[id].refusal
    assert f'id="{id}"' in stranger.get("/games/vazhushal/rules/").content.decode()
    listed = [
        clause["id"] for section in strangers.get(f"{AT}rulebook/").json()["sections"] for clause in section["clauses"]
    ]
    assert id in listed


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "offset=-1", "offset=", "limit=99999999999", "limit=²"]
)
def test_pages_that_make_no_sense(strangers: Program, query: str) -> None:
    response = strangers.get(f"{AT}clauses/?{query}")
    assert response.status_code == 400
    assert response.json()["code"] == "malformed"


def test_the_rulebook_follows_the_options(strangers: Program, game: Game[Any]) -> None:
    options = json.dumps({"packs": "1"})
    book = strangers.get(f"{AT}rulebook/?options={options}").json()
    assert book["rules"]["digest"] == game.options({"packs": "1"}).digest()
    changed = [one["id"] for section in book["sections"] for one in section["clauses"] if one["book"] is not None]
    assert "setup.packs" in changed
    assert strangers.get(f"{AT}rulebook/").json()["rules"]["options"] == {}


def test_options_have_a_sentence_per_value(strangers: Program, game: Game[Any]) -> None:
    found = strangers.get(f"{AT}options/").json()
    assert [option["name"] for option in found["options"]] == [option.name for option in game.options.list_options()]
    assert all(value["sentence"] for option in found["options"] for value in option["values"])
    for preset in found["presets"]:
        jsonschema.validate(preset["values"], found["schema"])
        assert strangers.get(f"{AT}rules/{preset['digest']}/").json()["options"] == preset["values"]


@pytest.mark.parametrize("slug", all_games())
def test_options_are_a_short_answer(strangers: Program, slug: str) -> None:
    """Some games accept any number of chips up to 100,000."""
    assert len(strangers.get(f"games/{slug}/options/").content) < 100_000


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("options={", 400, "malformed"),
        ("options=[]", 422, "bad-option"),
        ('options={"no-such":1}', 422, "bad-option"),
        ('options={"packs":7}', 422, "bad-option"),
        ("rules=0123456789abcdef", 422, "no-such-rules"),
        ("rules=%00", 400, "malformed"),
        ("rules=book&options={}", 422, "invalid"),
        ("options=" + "[" * 5000, 400, "malformed"),
    ],
)
def test_rules_that_there_are_not(strangers: Program, query: str, status: int, code: str) -> None:
    response = strangers.get(f"{AT}rulebook/?{query}")
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "path", ["games/nope/", f"{AT}clauses/nope/", f"{AT}rules/nope/", f"{AT}course/nope/", "nope/"]
)
def test_what_there_is_not(strangers: Program, path: str) -> None:
    response = strangers.get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", OPEN)
def test_the_wrong_method(strangers: Program, path: str) -> None:
    for response in (strangers.post(path), strangers.delete(path), strangers.client.options(f"/api/v1/{path}")):
        assert (response.status_code, response.json()["code"]) == (405, "method")
        assert "GET" in response["Allow"]
