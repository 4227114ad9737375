"""Collections of puzzles and lessons in the API: created, filled, ordered, assigned to a class, and deleted."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from core.authoring.collections import editing as kept
from core.authoring.collections.models import Collection, CollectionEntry
from core.authoring.puzzles.drafts import build_blank_content
from core.practice.models import Puzzle
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db
GAME = games.get("guts")
VAZHUSHAL = games.get("vazhushal")
DRAFT = {**build_blank_content(VAZHUSHAL, VAZHUSHAL.options(), 3), "kind": "own-fact", "fact": "most-players"}


@pytest.fixture
def codes() -> list[str]:
    """The codes of three puzzles."""
    return [Puzzle.generate_puzzle(GAME, GAME.options(), name=f"puzzle {number}").code for number in range(3)]


@pytest.fixture
def at(annas: Program, codes: list[str]) -> str:
    """The path of Anna's collection of the first two puzzles."""
    answer = annas.post("collections/", {"title": "First tricks", "entries": codes[:2]})
    assert answer.status_code == 201, answer.content
    return f"collections/{answer.json()['code']}/"


def inside(program: Program, at: str) -> list[str]:
    return [one["name"] for one in program.get(at).json()["entries"]]


def publish(program: Program, **asked: str) -> dict[str, Any]:
    """Build a puzzle and publish it."""
    at = f"built/{program.post('built/', {'title': 'How many?', 'draft': DRAFT}).json()['code']}/"
    version: dict[str, Any] = program.post(f"{at}publish/", asked).json()
    return version | {"at": at}


def test_a_collection_is_made_filled_ordered_and_deleted(
    annas: Program, as_anna: Client, as_ben: Client, at: str, codes: list[str]
) -> None:
    first, second, third = codes
    filled = annas.post(f"{at}entries/", {"entries": [third]}).json()["entries"]
    assert [one["name"] for one in filled] == codes
    ids = {one["name"]: one["id"] for one in filled}
    ordered = annas.post(f"{at}order/", {"entries": [ids[third], ids[first], ids[second]]}).json()
    assert [one["name"] for one in ordered["entries"]] == [third, first, second]
    assert annas.delete(f"{at}entries/{ids[first]}/").status_code == 204
    assert annas.delete(f"{at}entries/{ids[first]}/").status_code == 404
    assert inside(annas, at) == [third, second]
    renamed = annas.post(f"{at}title/", {"title": " First  leads "}).json()
    assert (renamed["title"], renamed["size"]) == ("First leads", 2)
    assert [one["title"] for one in annas.get("collections/").json()["results"]] == ["First leads"]
    assert "First leads" in as_anna.get(renamed["page"]).text
    solved = as_ben.get(renamed["link"]).text
    assert 0 < solved.index(third) < solved.index(second)
    assert annas.delete(at).status_code == 204
    assert (annas.get(at).status_code, as_ben.get(renamed["link"]).status_code) == (404, 404)
    assert Puzzle.objects.filter(code__in=codes).count() == 3


@pytest.mark.slow
def test_it_is_given_to_a_class(annas: Program, bens: Program, at: str, codes: list[str]) -> None:
    classroom = f"classes/{annas.post('classes/', {'name': '7b'}).json()['code']}/"
    theirs = bens.post("collections/", {"title": "Theirs", "entries": codes}).json()["code"]
    asked = {"game": GAME.slug, "title": "Ours", "rules": "book"}
    given = annas.post(f"{classroom}assignments/", {**asked, "collections": [at.split("/")[1]]}).json()
    assert [one["puzzle"] for one in given["items"]] == codes[:2]
    for code in (theirs, "nothing"):
        refused = annas.post(f"{classroom}assignments/", {**asked, "collections": [code]})
        assert refused.status_code == 422
        [fault] = refused.json()["errors"]
        assert fault["where"] == "/collections"
        assert code in fault["what"]


@pytest.mark.slow
def test_a_puzzle_that_is_built_is_collected_in_its_newest_version(annas: Program, at: str) -> None:
    version = publish(annas)
    item = version["at"].split("/")[1]
    annas.post(f"{at}entries/", {"entries": [item]})
    assert inside(annas, at)[-1] == version["puzzle"]
    assert not annas.get(at).json()["entries"][-1]["newer"]
    annas.post(version["at"], {"title": "How many at most?", "draft": DRAFT})
    annas.post(f"{version['at']}publish/")
    annas.post(f"{version['at']}withdraw/", {"withdrawn": False})
    assert annas.get(at).json()["entries"][-1]["newer"]
    annas.post(f"{version['at']}withdraw/", {"withdrawn": True})
    assert "unpublished" in annas.get(at).json()["entries"][-1]["left_out"]


@pytest.mark.slow
def test_what_cannot_be_collected_is_named_and_nothing_is_put_in(
    annas: Program, bens: Program, at: str, codes: list[str]
) -> None:
    hidden = publish(bens, visibility="class")["puzzle"]
    for wrong, said in (("nothing", "“nothing”"), (hidden, f"“{hidden}”"), (codes[0], "already")):
        refused = annas.post(f"{at}entries/", {"entries": [codes[2], wrong]})
        assert (refused.status_code, refused.json()["code"]) == (422, "collection.refused")
        assert said in refused.json()["detail"]
        assert inside(annas, at) == codes[:2]
    refused = annas.post("collections/", {"title": "Another", "entries": [codes[0], "nothing"]})
    assert refused.json()["code"] == "collection.refused"
    assert Collection.objects.count() == 1


def test_an_order_names_each_entry_once(annas: Program, at: str, codes: list[str]) -> None:
    first, second = (one["id"] for one in annas.get(at).json()["entries"])
    title = Puzzle.objects.get(code=codes[0]).engine_theme.title
    for order, said in (
        ([second], f"“{title}” isn’t on the list"),
        ([second, first, first], f"“{title}” is on the list 2 times"),
        ([second, first, 0], "no entry with the id 0"),
    ):
        refused = annas.post(f"{at}order/", {"entries": order})
        assert (refused.status_code, refused.json()["code"]) == (422, "collection.refused")
        assert said in refused.json()["detail"]
    assert inside(annas, at) == codes[:2]


def test_what_is_full_stays_as_it_is(
    annas: Program, at: str, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_ENTRIES", 2)
    monkeypatch.setattr(kept, "MOST_COLLECTIONS", 1)
    calls = ((f"{at}entries/", {"entries": [codes[2]]}), ("collections/", {"title": "Another"}))
    assert [annas.post(*call).json()["code"] for call in calls] == ["collection.refused"] * 2
    assert (Collection.objects.count(), CollectionEntry.objects.count()) == (1, 2)


# -- who may -----------------------------------------------------------------------------------------------------------


def _calls(at: str, other: str) -> list[tuple[str, str, Any]]:
    entry = CollectionEntry.objects.earliest("pk").pk
    return [
        ("get", at, None),
        ("post", f"{at}entries/", {"entries": [other]}),
        ("post", f"{at}order/", {"entries": [entry]}),
        ("post", f"{at}title/", {"title": "Another"}),
        ("post", f"{at}entries/{entry}/renew/", None),
        ("delete", f"{at}entries/{entry}/", None),
        ("delete", at, None),
    ]


def _ask(program: Program, call: tuple[str, str, Any]) -> Any:
    method, path, body = call
    return program.post(path, body) if method == "post" else getattr(program, method)(path)


def test_for_others_there_is_no_such_collection(
    annas: Program, bens: Program, strangers: Program, at: str, codes: list[str]
) -> None:
    before = annas.get(at).json()
    nowhere = _calls("collections/nothing/", codes[2])
    for call, other in zip(_calls(at, codes[2]), nowhere, strict=True):
        assert _ask(strangers, call).status_code == 401
        told, wanted = _ask(bens, call), _ask(bens, other)
        assert (told.status_code, told.content) == (404, wanted.content), call
    assert bens.get("collections/").json()["count"] == 0
    assert strangers.post("collections/", {"title": "Theirs"}).status_code == 401
    assert annas.get(at).json() == before


def test_collecting_needs_its_scope(program_of: Any, anna: User, at: str, codes: list[str]) -> None:
    calls = [("get", "collections/", None), ("post", "collections/", {"title": "Another"})]
    calls += _calls(at, codes[2])
    other = program_of(anna, "class:read", "class:write", "practice")
    assert {_ask(other, call).json()["scope"] for call in calls} == {"puzzle:write"}
    looks = program_of(anna, "puzzle:write", read_only=True)
    assert [_ask(looks, call).status_code for call in calls] == [200, 403, 200, *[403] * 6]


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("title/", {}, "/title"),
        ("title/", {"title": ""}, "/title"),
        ("title/", {"title": "x" * 81}, "/title"),
        ("entries/", {"entries": []}, "/entries"),
        ("entries/", {"entries": [5]}, "/entries/0"),
        ("entries/", {"entries": ["x"] * 41}, "/entries"),
        ("order/", {}, "/entries"),
        ("order/", {"entries": "x"}, "/entries"),
        ("order/", {"entries": [1], "other": 1}, "/other"),
    ],
)
def test_a_bad_body_is_told_where_and_changes_nothing(
    annas: Program, at: str, path: str, body: dict[str, Any], where: str
) -> None:
    before = annas.get(at).json()
    answer = annas.post(f"{at}{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), answer.content
    assert where in [one["where"] for one in answer.json()["errors"]]
    assert annas.get(at).json() == before


def test_a_title_of_blanks_is_none(annas: Program, at: str) -> None:
    for path in (f"{at}title/", "collections/"):
        refused = annas.post(path, {"title": "   "})
        assert (refused.status_code, refused.json()["code"]) == (422, "collection.refused")
        assert refused.json()["detail"] == "Give the collection a title."


@pytest.mark.slow
def test_no_more_is_asked_for_more_puzzles(annas: Program, at: str) -> None:
    annas.post(f"{at}entries/", {"entries": [publish(annas)["puzzle"]]})
    few = _queries(annas, at)
    annas.post(f"{at}entries/", {"entries": [publish(annas)["puzzle"] for _ in range(4)]})
    annas.post("collections/", {"title": "Another"})
    assert _queries(annas, at) == few


def _queries(program: Program, at: str) -> list[int]:
    found = []
    for path in (at, "collections/"):
        with CaptureQueriesContext(connection) as queries:
            assert program.get(path).status_code == 200
        found.append(len(queries))
    return found
