"""Input from programs is parsed and verified while no row is locked, so that nobody has to wait for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import tomli_w
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

import games
from core.authoring.lessons import drafts as lesson_drafts
from core.authoring.lessons import publishing as lesson_publishing
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles import importing, publishing
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db(transaction=True)
GAME = games.get("guts")
FILE = build_draft_from_course_lesson(GAME, GAME.lessons[0].slug, GAME.options()).file_content
TOML = tomli_w.dumps(FILE)
VAZHUSHAL = games.get("vazhushal")
DRAFT = {**build_blank_content(VAZHUSHAL, VAZHUSHAL.options(), 3), "kind": "own-fact", "fact": "most-players"}
KEYS = pytest.mark.parametrize("headers", [{}, {"Idempotency_Key": "one"}], ids=["without key", "with key"])


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that parsed or verified something. They fail within a transaction."""
    called: list[str] = []

    def watch(module: Any, name: str) -> None:
        work: Callable[..., Any] = getattr(module, name)

        def noted(*args: Any, **kwargs: Any) -> Any:
            called.append(name)
            return work(*args, **kwargs)

        monkeypatch.setattr(module, name, _outside(noted))

    watch(lesson_drafts, "parse_toml")
    watch(lesson_drafts.LessonDraft, "_list_mistakes")
    watch(importing, "_parse_draft")
    watch(publishing, "list_issues")
    return called


@KEYS
def test_a_lesson_is_read_and_checked_before_anything_is_locked(
    annas: Program, watched: list[str], headers: dict[str, str]
) -> None:
    begun = annas.post("written/", {"game": GAME.slug, "toml": TOML}, **headers)
    assert begun.status_code == 201, begun.content
    at = f"written/{begun.json()['code']}/"
    assert "parse_toml" in watched
    watched.clear()
    headers = dict.fromkeys(headers, "two")
    assert annas.post(at, {"toml": TOML, "rules": "book"}, **headers).status_code == 200
    assert "parse_toml" in watched
    watched.clear()
    headers = dict.fromkeys(headers, "three")
    assert annas.post(f"{at}publish/", {}, **headers).status_code == 201
    assert "_list_mistakes" in watched


@pytest.mark.slow
@KEYS
def test_a_puzzle_is_read_and_proven_before_anything_is_locked(
    annas: Program, watched: list[str], headers: dict[str, str]
) -> None:
    begun = annas.post("built/", {"title": "T", "draft": DRAFT}, **headers)
    assert begun.status_code == 201, begun.content
    at = f"built/{begun.json()['code']}/"
    headers = dict.fromkeys(headers, "two")
    assert annas.post(at, {"draft": DRAFT}, **headers).status_code == 200
    assert watched == ["_parse_draft", "_parse_draft"]
    headers = dict.fromkeys(headers, "three")
    assert annas.post(f"{at}publish/", {}, **headers).status_code == 201
    assert watched[2:] == ["list_issues"]


def test_what_is_sent_again_is_not_read_again(annas: Program, watched: list[str]) -> None:
    for _ in range(2):
        answer = annas.post("written/", {"game": GAME.slug, "toml": TOML}, Idempotency_Key="one")
        assert answer.status_code == 201
    assert watched.count("parse_toml") == 1
    assert Lesson.objects.count() == 1


@pytest.mark.slow
def test_what_a_page_sends_is_worked_out_before_anything_is_locked(
    as_anna: Client, anna: User, watched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite, a lock blocks everyone."""
    game, options = GAME, GAME.options()
    lesson = Lesson.create_for(
        anna.person, game.slug, build_draft_from_course_lesson(game, game.lessons[0].slug, options).content, "T"
    )
    page = f"/teach/lesson/{lesson.code}/"
    assert as_anna.post(f"{page}change/", {"do": "take-in", "file": TOML}).status_code == 200
    assert as_anna.post(f"{page}publish/", {}).status_code == 302
    assert {"parse_toml", "_list_mistakes"} <= set(watched)
    item = BuiltPuzzle.create_for(anna.person, VAZHUSHAL.slug, DRAFT, "T")
    monkeypatch.setattr(PuzzleDraft, "set_position", _outside(PuzzleDraft.set_position))
    page = f"/teach/puzzle/{item.code}/"
    assert as_anna.post(f"{page}publish/", {}).status_code == 302
    assert watched[-1] == "list_issues"
    position = json.dumps(VAZHUSHAL.build_position(VAZHUSHAL.start_match(VAZHUSHAL.options(), 4)))
    assert as_anna.post(f"{page}change/", {"do": "start", "text": position}).status_code == 200
    item.refresh_from_db()
    assert (item.step, item.draft["seats"]) == (1, 4)


def _outside(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of this function that fails within a transaction."""

    def outside(*args: Any, **kwargs: Any) -> Any:
        assert not connection.in_atomic_block, "rows were locked"
        return work(*args, **kwargs)

    return outside


# -- somebody else is faster -------------------------------------------------------------------------------------------


@pytest.fixture
def lesson(annas: Program, anna: User) -> Lesson:
    annas.post("written/", {"game": GAME.slug, "toml": TOML})
    return Lesson.objects.get()


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, times: int, change: Callable[[], None]) -> None:
    """Make a change during each of the first `times` calls of a function."""
    work, left = getattr(module, name), [times]

    def changed(*args: Any, **kwargs: Any) -> Any:
        found = work(*args, **kwargs)
        if left[0]:
            left[0] -= 1
            change()
        return found

    monkeypatch.setattr(module, name, changed)


def retitle(lesson: Lesson) -> None:
    fresh = Lesson.objects.get(pk=lesson.pk)
    fresh.save_draft({**fresh.draft, "idea": f"Changed in step {fresh.step}."}, fresh.title)


@KEYS
def test_a_change_in_between_is_not_lost(
    annas: Program, lesson: Lesson, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    meanwhile(monkeypatch, lesson_drafts, "parse_lesson_file", 1, lambda: retitle(lesson))
    answer = annas.post(f"written/{lesson.code}/", {"toml": TOML}, **headers)
    assert answer.status_code == 200
    lesson.refresh_from_db()
    assert (lesson.step, lesson.draft["idea"]) == (2, FILE["idea"])
    assert lesson.undo()
    assert lesson.draft["idea"] == "Changed in step 0."


@KEYS
def test_who_is_always_late_is_told_so(
    annas: Program, lesson: Lesson, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    meanwhile(monkeypatch, lesson_drafts, "parse_lesson_file", 99, lambda: retitle(lesson))
    answer = annas.post(f"written/{lesson.code}/", {"toml": TOML}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "lesson.amiss")
    assert "just changed in another tab" in answer.json()["detail"]
    lesson.refresh_from_db()
    assert lesson.draft["idea"].startswith("Changed in step")


@KEYS
def test_no_lesson_is_published_that_was_not_checked(
    annas: Program, lesson: Lesson, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    """Its title is removed after the check and before the lock."""

    def spoil() -> None:
        fresh = Lesson.objects.get(pk=lesson.pk)
        fresh.save_draft(fresh.draft, "")

    meanwhile(monkeypatch, lesson_publishing.LessonDraft, "_list_mistakes", 1, spoil)
    answer = annas.post(f"written/{lesson.code}/publish/", {}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "lesson.amiss")
    assert "no title" in answer.json()["detail"]
    assert not lesson.versions.exists()


@pytest.mark.slow
@KEYS
def test_no_puzzle_is_published_that_was_not_proven(
    annas: Program, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    annas.post("built/", {"title": "T", "draft": DRAFT})
    item = BuiltPuzzle.objects.get()

    def spoil() -> None:
        fresh = BuiltPuzzle.objects.get(pk=item.pk)
        fresh.save_draft({**fresh.draft, "fact": ""})

    meanwhile(monkeypatch, publishing, "list_issues", 1, spoil)
    answer = annas.post(f"built/{item.code}/publish/", {}, **headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "puzzle.amiss")
    assert not item.versions.exists()
