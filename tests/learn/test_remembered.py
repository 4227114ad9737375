"""What a step says to everybody is remembered; nobody is shown what is somebody else's."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

import games
from core.learn.course import LessonStep, get_course

GAME = games.get("vazhushal")
PLACES = [place for places in get_course(GAME, GAME.options()).values() for place in places]
OTHERS = [GAME.options.load_preset(preset.name) for preset in GAME.options.presets]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def page(client: Client, place: LessonStep, query: str = "") -> str:
    address = reverse("learn:step", args=[GAME.slug, place.lesson.slug, place.id])
    return client.get(address + query).content.decode()


def first(kind: str) -> LessonStep:
    return next(place for place in PLACES if place.step.kind == kind)


def test_who_is_signed_in_is_named_to_them_alone(as_anna: Client, stranger: Client) -> None:
    place = first("choose")
    assert "<span>anna</span>" in page(as_anna, place)
    assert "<span>Sign in</span>" in page(stranger, place)
    assert "<span>anna</span>" in page(as_anna, place)


def test_what_one_reader_has_done_is_not_shown_to_another(as_anna: Client, stranger: Client) -> None:
    place = next(place for place in PLACES if place.step.kind == "do" and len(place.step.solution) == 1)
    fresh = page(stranger, place)
    move = reverse("learn:move", args=[GAME.slug, place.lesson.slug, place.id])
    assert as_anna.post(move, {"move": place.step.solution[0]}).status_code == 302
    assert 'id="go-on"' in page(as_anna, place)
    assert TOKEN.sub("", page(stranger, place)) == TOKEN.sub("", fresh)


def test_the_rules_of_a_link_are_told_to_whoever_opened_it(as_anna: Client, stranger: Client) -> None:
    place = PLACES[0]
    digest = next(options.digest() for options in OTHERS if options != GAME.options())
    assert "because you followed a link" in page(as_anna, place, f"?rules={digest}")
    assert "Standard rules." in page(stranger, place)
    assert "because you followed a link" in page(as_anna, place)
