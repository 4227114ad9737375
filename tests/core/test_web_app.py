"""The installable app: its manifest and service worker, and which pages a device keeps, for whom."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse

import games
from core.play.seating import create_table
from tests.conftest import HTMX

GAME = games.get("vazhushal")
LESSON = GAME.lessons[0]
STEPS = [reverse("learn:step", args=[GAME.slug, LESSON.slug, step.id]) for step in LESSON.steps]
COURSE = reverse("learn:course", args=[GAME.slug])
KEPT = [STEPS[0], COURSE, f"{COURSE}{LESSON.slug}/read/", reverse("learn:rulebook", args=[GAME.slug])]


def find_static(url: str) -> Path:
    return Path(str(find(url.removeprefix(settings.STATIC_URL))))


def test_the_manifest_has_what_browsers_ask_of_an_app(stranger: Client) -> None:
    response = stranger.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert (manifest["name"], manifest["display"]) == ("House Rules", "standalone")
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    assert {shortcut["url"] for shortcut in manifest["shortcuts"]} >= {"/practice/daily/"}
    for address in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        assert stranger.get(address, follow=True).status_code == 200, address


def test_icons_are_as_large_as_the_manifest_says(stranger: Client) -> None:
    icons = json.loads(stranger.get("/manifest.webmanifest").content)["icons"]
    for icon in icons:
        head = find_static(icon["src"]).read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]
    assert {(icon["purpose"], icon["sizes"]) for icon in icons} >= {
        ("any", "192x192"),
        ("any", "512x512"),
        ("maskable", "512x512"),
    }


def test_every_page_names_the_manifest(stranger: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in stranger.get("/about/").content.decode()


def test_the_service_worker_rules_the_whole_site_and_is_always_checked(stranger: Client) -> None:
    response = stranger.get("/service-worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response["Cache-Control"]
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert not response.cookies
    assert stranger.post("/service-worker.js").status_code == 405


def test_the_service_worker_keeps_files_that_are_there(stranger: Client) -> None:
    script = stranger.get("/service-worker.js").content.decode()
    urls = re.findall(rf'"({settings.STATIC_URL}[^"]+\.\w+)"', script)
    assert all(find_static(url).is_file() for url in urls)
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', stranger.get(STEPS[0]).content.decode())
    assert set(loaded) <= set(urls)


@pytest.mark.parametrize("address", KEPT)
def test_what_a_kept_page_loads_is_kept_too(stranger: Client, address: str) -> None:
    worker, page = stranger.get("/service-worker.js").content.decode(), stranger.get(address).text
    urls = re.findall(r'<link rel="stylesheet" href="([^"]+)"|<script src="([^"]+)"', page)
    assert not [url for pair in urls for url in pair if url and f'"{url}"' not in worker]


def test_the_offline_page_is_the_same_for_everyone(stranger: Client, as_anna: Client) -> None:
    response = as_anna.get("/offline/")
    assert response.content == stranger.get("/offline/").content
    assert not response.has_header("Vary") or "Cookie" not in response["Vary"]
    assert not response.has_header("House-Reader")


@pytest.mark.parametrize("address", KEPT)
def test_lessons_and_rulebooks_can_be_kept(as_anna: Client, address: str) -> None:
    assert as_anna.get(address)["House-Keep"] == "offline"


def test_nothing_else_can_be_kept(anna: User, as_anna: Client) -> None:
    table = create_table(anna.person, GAME, GAME.options(), ["me", "learner"])
    places = ["/", "/games/", "/play/", "/practice/", "/me/", "/practice/daily/", f"{COURSE}{LESSON.slug}/done/"]
    for address in [*places, reverse("play:table", args=[table.code])]:
        response = as_anna.get(address, follow=True)
        assert response.status_code == 200
        assert not response.has_header("House-Keep"), address
    assert not as_anna.post(f"{STEPS[0]}move/", {"move": "pass"}, headers=HTMX).has_header("House-Keep")


def test_pages_say_for_which_reader_they_are(as_anna: Client, as_ben: Client, stranger: Client) -> None:
    marks = [client.get(STEPS[0])["House-Reader"] for client in (as_anna, as_ben, stranger)]
    assert len({*marks}) == 3
    assert marks[0] == as_anna.get("/")["House-Reader"]
    assert "anna" not in marks[0]
    as_anna.post("/account/logout/")
    assert as_anna.get("/")["House-Reader"] != marks[0]


def test_a_visitor_whose_data_is_deleted_is_another_reader(stranger: Client) -> None:
    stranger.post("/me/preferences/", {"theme": "dark"})
    mark = stranger.get("/")["House-Reader"]
    stranger.post("/me/delete/", {"sure": "on"})
    assert stranger.get("/")["House-Reader"] != mark


def test_a_step_names_the_steps_of_its_lesson(stranger: Client) -> None:
    page = stranger.get(STEPS[1]).content.decode()
    urls = re.search(r'data-steps="([^"]+)"', page)
    assert urls
    assert urls[1].split() == STEPS
