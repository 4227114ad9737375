"""Request bodies and forms that would make the site slow are refused immediately."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

import games
from tests.api.conftest import Program
from tests.hostile import LISTS, MOST_SECONDS, SIZE, TOML

pytestmark = pytest.mark.django_db
GAME = games.get("guts")


def seconds_of(ask: Callable[[], Any]) -> tuple[float, Any]:
    started = time.process_time()
    answer = ask()
    return time.process_time() - started, answer


@pytest.fixture
def lesson(annas: Program) -> str:
    """The code of a lesson that Anna is writing."""
    code: str = annas.post("written/", {"game": GAME.slug, "lesson": GAME.lessons[0].slug}).json()["code"]
    return code


@pytest.mark.slow
def test_pages_and_programs_refuse_lesson_files_at_once(as_anna: Client, annas: Program, lesson: str) -> None:
    page = f"/teach/lesson/{lesson}/change/"
    for send in (
        lambda text: as_anna.post("/teach/lessons/new/", {"game": GAME.slug, "file": text}),
        lambda text: as_anna.post(page, {"do": "take-in", "file": text, "tab": "file"}),
        lambda text: annas.post("written/", {"game": GAME.slug, "toml": text}),
        lambda text: annas.post(f"written/{lesson}/", {"toml": text}),
    ):
        send("title = 1")  # what the first to ask waits for
        for name in ("one dotted key", "many dotted keys", "many steps with an id", "nested inline tables", "dates"):
            seconds, answer = seconds_of(lambda send=send, name=name: send(TOML[name]))  # type: ignore[misc]
            assert answer.status_code in (400, 422), (name, answer.status_code)
            assert seconds < 2 * MOST_SECONDS, (name, seconds)


BODIES = {
    "names of a class": ("classes/", lambda many: {"name": "7b", "names": many}),
    "seats of a table": ("tables/", lambda many: {"game": GAME.slug, "seating": many}),
    "a position": (f"games/{GAME.slug}/oracle/legal/", lambda many: {"position": {"hands": many}, "seat": 0}),
    "a draft": ("built/", lambda many: {"draft": {"game": GAME.slug, "moves": many, "said": {"hands": many}}}),
    "entries of a collection": ("collections/", lambda many: {"title": "T", "entries": many}),
    "house rules": ("rules/", lambda many: {"game": GAME.slug, "options": {"pot": many}}),
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("value", ["", "7H", 1, [], {}, None])
def test_a_body_with_a_long_list_is_refused_at_once(annas: Program, body: str, value: Any) -> None:
    path, fill = BODIES[body]
    annas.post(path, fill([value]))
    for number in (19_000, 60_000):
        text = json.dumps(fill([value] * number))[:250_000]
        seconds, answer = seconds_of(lambda text=text: annas.post(path, text))  # type: ignore[misc]
        assert answer.status_code in (400, 422), answer.content[:300]
        assert seconds < MOST_SECONDS, seconds
        assert len(answer.content) < 50_000


FIELDS = ("code", "name", "names", "file", "text", "thing", "login", "username", "title", "move", "card", "value", "q")
PLACES = (
    "/join/",
    "/me/",
    "/teach/class/new/",
    "/teach/puzzles/new/",
    "/teach/lessons/new/",
    "/account/login/",
    "/account/signup/",
    "/teach/collections/",
)


@pytest.mark.parametrize("place", PLACES)
def test_a_form_with_a_hostile_field_is_answered_at_once(as_anna: Client, stranger: Client, place: str) -> None:
    browser = stranger if place.startswith("/account/") else as_anna
    usual = {**dict.fromkeys(FIELDS, "x"), "password": "x", "password1": "x", "game": GAME.slug, "make": "1"}
    browser.post(place, usual)
    for name in ("combining marks", "tabs", "rows of two columns", "quotation marks", "letters that grow"):
        sent = {**usual, **dict.fromkeys(FIELDS, LISTS[name][: SIZE // 4])}
        seconds, answer = seconds_of(lambda sent=sent: browser.post(place, sent))  # type: ignore[misc]
        assert answer.status_code < 500
        assert seconds < 2 * MOST_SECONDS, (name, seconds)
