"""Authored lessons in the API: created, changed, published, unpublished, and assigned to a class."""

from typing import Any

import pytest
import tomli_w
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from core.authoring.lessons import models
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.lessons.models import Lesson, LessonVersion
from core.classes.models import Assignment
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db
GAME = games.get("guts")
TAUGHT = GAME.lessons[0]
COPY = {"game": GAME.slug, "lesson": TAUGHT.slug}
FILE = build_draft_from_course_lesson(GAME, TAUGHT.slug, GAME.options()).file_content


def file(**otherwise: Any) -> str:
    """Return the text of a lesson's file, with changes to its first step."""
    first, *others = FILE["step"]
    return tomli_w.dumps({**FILE, "step": [{**first, **otherwise}, *others]})


def write(program: Program, **asked: Any) -> str:
    """Create a lesson, and return its path."""
    answer = program.post("written/", asked or COPY)
    assert answer.status_code == 201, answer.content
    return f"written/{answer.json()['code']}/"


def test_a_lesson_is_begun_changed_published_and_given(annas: Program, as_ben: Client) -> None:
    begun = annas.post("written/", COPY).json()
    at = f"written/{begun['code']}/"
    assert begun["mistakes"] == []
    changed = annas.post(at, {"toml": file(text="Look at these two cards.")})
    assert (changed.status_code, changed.json()) == (200, begun)
    version = annas.post(f"{at}publish/", {"visibility": "public"}).json()
    assert (version["number"], version["slug"], version["title"]) == (1, f"{begun['code']}-1", TAUGHT.title)
    assert "Look at these two cards." in as_ben.get(version["page"], follow=True).text
    shown = annas.get(at).json()
    assert (shown["slug"], shown["visibility"], shown["versions"]) == (version["slug"], "public", [version])
    assert [one["code"] for one in annas.get("written/").json()["results"]] == [begun["code"]]

    classroom = f"classes/{annas.post('classes/', {'name': '7b'}).json()['code']}/"
    homework = {"game": GAME.slug, "title": "Ours", "rules": "book", "lessons": [version["slug"], TAUGHT.slug]}
    given = annas.post(f"{classroom}assignments/", homework).json()
    assert [one["lesson"] for one in given["items"]] == [version["slug"], TAUGHT.slug]
    places = annas.get(f"{classroom}assignments/{given['code']}/results/").json()["places"]
    assert [(one["lesson"], one["title"]) for one in places] == [
        (version["slug"], TAUGHT.title),
        (TAUGHT.slug, TAUGHT.title),
    ]


@pytest.mark.slow
def test_only_newest_versions_of_ones_own_lessons_are_given(annas: Program, bens: Program) -> None:
    at = write(annas)
    first = annas.post(f"{at}publish/").json()["slug"]
    annas.post(at, {"toml": file(text="Something else.")})
    second = annas.post(f"{at}publish/").json()["slug"]
    theirs = bens.post(f"{write(bens)}publish/").json()["slug"]
    classroom = f"classes/{annas.post('classes/', {'name': '7b'}).json()['code']}/"

    def give(slug: str) -> Any:
        asked = {"game": GAME.slug, "title": "Ours", "rules": "book", "lessons": [slug]}
        return annas.post(f"{classroom}assignments/", asked)

    for slug in (first, theirs, f"{second[:-1]}draft", f"{second}9"):
        refused = give(slug)
        assert (refused.status_code, refused.json()["errors"][0]["where"]) == (422, "/lessons"), slug
        assert slug in refused.json()["errors"][0]["what"]
    assert give(second).status_code == 201
    annas.post(f"{at}withdraw/", {"withdrawn": True})
    assert give(second).status_code == 422
    assert Assignment.objects.count() == 1


def test_the_file_is_the_editors_and_is_taken_again(annas: Program, as_anna: Client) -> None:
    at = write(annas, game=GAME.slug, toml=file())
    shown = annas.get(at).json()
    assert as_anna.get(f"/teach/lesson/{shown['code']}/file.toml").text == shown["toml"]
    assert annas.get(write(annas, game=GAME.slug, toml=shown["toml"])).json()["draft"] == shown["draft"]
    assert annas.post(at, {"toml": shown["toml"]}).status_code == 200
    assert annas.get(at).json()["draft"] == shown["draft"]


def test_a_program_changes_the_house_rules_of_a_lesson(annas: Program) -> None:
    at = write(annas)
    before = annas.get(at).json()["draft"]
    other = next(
        one
        for preset in GAME.options.presets
        if (one := GAME.options.load_preset(preset.name)).list_nonstandard_values()
    )
    assert annas.post(at, {"options": other.list_nonstandard_values()}).status_code == 200
    after = annas.get(at).json()["draft"]
    assert after["options"] == other.dump_values_to_store() != before["options"]
    assert after["steps"] == before["steps"]
    assert annas.post(at, {"rules": "book", "toml": file(text="By the book.")}).status_code == 200
    assert annas.get(at).json()["draft"]["options"] == before["options"]
    for refused, code in (
        ({}, "invalid"),
        ({"options": {"no": 1}}, "bad-option"),
        ({"rules": "0" * 16}, "no-such-rules"),
    ):
        assert annas.post(at, refused).json()["code"] == code


def test_what_a_program_changed_can_be_undone_on_the_page(annas: Program, as_anna: Client) -> None:
    at = write(annas)
    annas.post(at, {"toml": file(text="By a program.")})
    lesson = Lesson.objects.get()
    assert "By a program." in as_anna.get(f"/teach/lesson/{lesson.code}/").text
    as_anna.post(f"/teach/lesson/{lesson.code}/change/", {"do": "undo"})
    assert annas.get(at).json()["draft"]["steps"][0]["text"] != "By a program."


def test_house_rules_are_those_that_are_named_or_ones_own(annas: Program) -> None:
    preset = GAME.options.load_preset(GAME.options.presets[-1].name)
    assert preset.list_nonstandard_values()
    at = write(annas, **COPY, options=preset.list_nonstandard_values())
    assert annas.get(at).json()["draft"]["options"] == preset.dump_values_to_store()
    assert annas.get(write(annas)).json()["draft"]["options"] == {}


def test_nothing_but_a_game_begins_an_empty_lesson(annas: Program) -> None:
    begun = annas.post("written/", {"game": GAME.slug}).json()
    assert {"step": None, "key": "title", "sentence": "The lesson has no title yet."} in begun["mistakes"]
    assert annas.get(f"written/{begun['code']}/").json()["mistakes"] == begun["mistakes"]


def test_mistakes_name_step_key_and_sentence_and_stand_against_publishing(annas: Program) -> None:
    at = write(annas)
    [mistake] = annas.post(at, {"toml": file(solution=["dance"])}).json()["mistakes"]
    assert (mistake["step"], mistake["key"]) == (0, "solution")
    assert "dance" in mistake["sentence"]
    refused = annas.post(f"{at}publish/")
    assert (refused.status_code, refused.json()["code"]) == (422, "lesson.amiss")
    assert mistake["sentence"] in refused.json()["detail"]
    assert not LessonVersion.objects.exists()


def test_the_same_is_published_once(annas: Program) -> None:
    at = write(annas)
    assert annas.post(f"{at}publish/").status_code == 201
    assert annas.post(f"{at}publish/").json()["code"] == "lesson.amiss"
    assert LessonVersion.objects.count() == 1


def test_it_is_taken_back_and_given_out_again(annas: Program, as_ben: Client) -> None:
    at = write(annas)
    never = annas.post(f"{at}withdraw/", {"withdrawn": True})
    assert (never.status_code, never.json()["code"]) == (422, "lesson.amiss")
    page = annas.post(f"{at}publish/").json()["page"]
    for away, status in ((True, 404), (True, 404), (False, 200)):
        shown = annas.post(f"{at}withdraw/", {"withdrawn": away})
        assert (shown.status_code, bool(shown.json()["withdrawn"])) == (200, away)
        assert as_ben.get(page, follow=True).status_code == status


def test_a_draft_is_deleted_unless_it_was_published(annas: Program) -> None:
    at = write(annas)
    assert (annas.delete(at).status_code, annas.get(at).status_code) == (204, 404)
    at = write(annas)
    annas.post(f"{at}publish/")
    refused = annas.delete(at)
    assert (refused.status_code, refused.json()["code"]) == (422, "lesson.amiss")
    assert annas.get(at).status_code == 200


def test_a_full_shelf_is_said(annas: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models.Lesson, "most", 1)
    write(annas)
    refused = annas.post("written/", COPY)
    assert (refused.status_code, refused.json()["code"]) == (409, "list-full")


# -- who may -----------------------------------------------------------------------------------------------------------


def _calls(at: str) -> list[tuple[str, str, Any]]:
    return [
        ("get", at, None),
        ("post", at, {"toml": file()}),
        ("post", f"{at}publish/", {}),
        ("post", f"{at}withdraw/", {"withdrawn": True}),
        ("delete", at, None),
    ]


def _ask(program: Program, call: tuple[str, str, Any]) -> Any:
    method, path, body = call
    return program.post(path, body) if method == "post" else getattr(program, method)(path)


def test_for_others_there_is_no_such_lesson(annas: Program, bens: Program, strangers: Program) -> None:
    at = write(annas)
    before = Lesson.objects.values().get()
    for call, nowhere in zip(_calls(at), _calls("written/nothing/"), strict=True):
        assert _ask(strangers, call).status_code == 401
        told, wanted = _ask(bens, call), _ask(bens, nowhere)
        assert (told.status_code, told.content) == (404, wanted.content), call
    assert bens.get("written/").json()["count"] == 0
    assert strangers.post("written/", COPY).status_code == 401
    assert Lesson.objects.values().get() == before


def test_writing_needs_its_scope(program_of: Any, anna: User, annas: Program) -> None:
    at = write(annas)
    calls = [("get", "written/", None), ("post", "written/", COPY), *_calls(at)]
    other = program_of(anna, "class:read", "class:write", "learn", "practice")
    assert {_ask(other, call).json()["scope"] for call in calls} == {"puzzle:write"}
    looks = program_of(anna, "puzzle:write", read_only=True)
    assert [_ask(looks, call).status_code for call in calls] == [200, 403, 200, 403, 403, 403, 403]


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({"game": "whist"}, "not-found", "whist"),
        ({"lesson": "no-such"}, "lesson.amiss", "“no-such”"),
        ({"toml": "title = x\nidea = 5"}, "lesson.amiss", "line 1"),
        ({"toml": "title = 5"}, "lesson.amiss", "“title”"),
        ({"toml": file(kind="dance")}, "lesson.amiss", "there is no kind “dance”"),
        ({"toml": file(clauses="no.such")}, "lesson.amiss", "there is no clause “no.such”"),
        ({"toml": file(text="\0")}, "lesson.amiss", "U+0000"),
        ({"toml": file(turns=float("nan"))}, "lesson.amiss", "“turns”"),
        ({"toml": "[" * 5000}, "lesson.amiss", ""),
        ({"toml": file(), "lesson": TAUGHT.slug}, "invalid", "not both"),
        ({"rules": "book", "options": {}}, "invalid", "not both"),
        ({"rules": "0" * 16}, "no-such-rules", ""),
        ({"options": {"no-such": 1}}, "bad-option", "no-such"),
    ],
)
def test_what_cannot_be_begun_is_refused(annas: Program, body: dict[str, Any], code: str, said: str) -> None:
    answer = annas.post("written/", {"game": GAME.slug} | body)
    assert answer.json()["code"] == code, answer.content
    assert said in answer.json()["detail"]
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("", {"toml": ""}, "/toml"),
        ("", {"toml": {"title": "x"}}, "/toml"),
        ("", {"toml": "x" * 120_001}, "/toml"),
        ("", {"toml": file(), "title": "x"}, "/title"),
        ("publish/", {"visibility": "class"}, "/visibility"),
        ("withdraw/", {}, "/withdrawn"),
        ("withdraw/", {"withdrawn": "yes"}, "/withdrawn"),
    ],
)
def test_a_bad_body_is_told_where_and_changes_nothing(
    annas: Program, path: str, body: dict[str, Any], where: str
) -> None:
    at = write(annas)
    before = Lesson.objects.values().get()
    answer = annas.post(f"{at}{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), answer.content
    assert where in [one["where"] for one in answer.json()["errors"]]
    assert Lesson.objects.values().get() == before


def test_a_file_that_cannot_be_read_changes_nothing(annas: Program) -> None:
    at = write(annas)
    before = annas.get(at).json()
    refused = annas.post(at, {"toml": file(kind="dance")})
    assert (refused.status_code, refused.json()["code"]) == (422, "lesson.amiss")
    assert "Line " in refused.json()["detail"]
    assert annas.get(at).json() == before


@pytest.mark.slow
def test_no_more_is_asked_for_more_lessons_and_versions(annas: Program) -> None:
    at = write(annas)
    annas.post(f"{at}publish/")
    few = _queries(annas, at)
    for number in range(2):
        annas.post(at, {"toml": file(text=f"Look, {number}.")})
        annas.post(f"{at}publish/")
        annas.post(f"{write(annas)}publish/")
    assert _queries(annas, at) == few


def _queries(program: Program, at: str) -> list[int]:
    found = []
    for path in (at, "written/"):
        with CaptureQueriesContext(connection) as queries:
            assert program.get(path).status_code == 200
        found.append(len(queries))
    return found
