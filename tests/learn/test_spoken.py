"""The parts of lessons and tables that a screen reader reads: who played a card, which cards are buttons, the task.

An element that's empty or that says its name twice is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.test.html import Element, parse_html
from django.urls import reverse

import games
from core.learn.course import LessonStep, StepTable, get_course
from core.learn.progress import CourseProgress
from core.rendering.table_context import build_screen_context
from games.engine.game import Game

each_game = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
LISTS = ("ul", "ol")


def course(game: Game[Any]) -> Iterator[LessonStep]:
    for places in get_course(game, game.options()).values():
        yield from places


def parts(element: Element | str) -> Iterator[tuple[Element, dict[str, str]]]:
    """Yield the elements in reading order that a screen reader has, with their attributes."""
    if isinstance(element, str):
        return
    facts = {name: value or "" for name, value in element.attributes}
    if facts.get("aria-hidden") == "true" or "hidden" in facts:
        return
    yield element, facts
    for child in element.children:
        yield from parts(child)


def heard(element: Element | str) -> str:
    if isinstance(element, str):
        return element
    facts = dict(element.attributes)
    if facts.get("aria-hidden") == "true" or "hidden" in facts:
        return ""
    label = facts.get("aria-label") or "" if facts.get("role") == "img" or element.name == "button" else ""
    return " ".join((label or " ".join(map(heard, element.children))).split()).replace(" ,", ",")


def is_list(element: Element, facts: dict[str, str]) -> bool:
    return element.name in LISTS or facts.get("role") == "list"


def draw(game: Game[Any], place: LessonStep) -> tuple[Any, Element]:
    """Draw a step's table as it opens, with a move to make."""
    table = StepTable(game, game.options(), place, [])
    context = build_screen_context(game, table.build_screen(), table.player_names, 0, move_url="/move")
    return context["screen"], parse_html(render_to_string("parts/table.html", context))


@pytest.mark.slow
@each_game
def test_every_table_of_a_course_can_be_heard(game: Game[Any], subtests: pytest.Subtests) -> None:
    for place in course(game):
        with subtests.test(place.id):
            screen, drawn = draw(game, place)
            players = {zone.id: len(zone.seats) for zone in screen.zones}
            named = {zone for action in screen.actions for field in action.fields for zone in field.zones}
            for element, facts in parts(drawn):
                card = "card" in facts.get("class", "").split()
                if card and players.get(facts.get("data-zone", "")):
                    assert ("led by " if facts["data-index"] == "0" else "played by ") in facts["aria-label"]
                if card and element.name == "button" and not facts["data-zone"].startswith("hand-"):
                    assert facts["data-zone"] in named, "nothing can be done with it"
                if "tabindex" in facts:
                    assert heard(element), "there is nothing to hear where the focus stops"
                if is_list(element, facts):
                    assert any(child for child, _ in parts(element) if child is not element), "an empty list"
                if "seat" in facts.get("class", "").split():
                    assert facts["role"] == "listitem"
                    text = heard(element)
                    assert not text.startswith(","), text
                    assert ", ," not in text, text
                if "data-layout" in facts:
                    label = facts["aria-label"].rpartition(", ")[0]
                    inside = [more for part, more in parts(element) if part is not element]
                    assert label not in [more.get("aria-label") for more in inside], "a zone says its name twice"
                    assert "zone-label" not in [more.get("class") for more in inside]


def test_a_player_is_heard_in_parts() -> None:
    game = games.get("court-piece")
    place = next(place for place in course(game) if len(draw(game, place)[0].seats) == 4)
    seats = [
        heard(element) for element, facts in parts(draw(game, place)[1]) if facts.get("id", "").startswith("seat-")
    ]
    assert len(seats) == 3
    assert any(", your partner, " in seat for seat in seats)
    assert all(
        seat.endswith(" in hand") and ", other team, " in seat.replace("your partner", "other team") for seat in seats
    )


@each_game
def test_the_task_of_a_step_is_a_heading(stranger: Client, db: None, game: Game[Any]) -> None:
    seen: set[str] = set()
    for place in course(game):
        if place.step.kind in seen or not place.step.task:
            continue
        seen.add(place.step.kind)
        page = parse_html(stranger.get(reverse("learn:step", args=[game.slug, place.lesson.slug, place.id])).text)
        headings = {facts.get("class"): facts for element, facts in parts(page) if facts.get("role") == "heading"}
        assert headings["lesson-task"]["aria-level"] == "2"
        assert f"Step {place.shown} of {place.of}" in heard(page)
        title = next(heard(element) for element, _ in parts(page) if element.name == "title")
        assert f"{place.lesson.title}, step {place.shown} " in title
    assert seen


@each_game
def test_what_a_step_comes_to_is_said_once(stranger: Client, db: None, game: Game[Any]) -> None:
    seen: set[tuple[str, bool]] = set()
    for place in course(game):
        for part, sent, right in outcomes(place):
            if (place.step.kind, right) in seen:
                continue
            seen.add((place.step.kind, right))
            address = reverse(f"learn:{part}", args=[game.slug, place.lesson.slug, place.id])
            page = parse_html(stranger.post(address, sent, headers={"HX-Request": "true"}).text)
            live = [element for element, facts in parts(page) if facts.get("role") == "status"]
            [(outcome, facts)] = [(element, facts) for element, facts in parts(page) if facts.get("id") == "outcome"]
            assert heard(outcome).startswith(("That’s right. ", "Correct. ", "Not quite. ", "Done. "))
            verdicts = [facts for _, facts in parts(page) if {"success", "refused"} & {*facts.get("class", "").split()}]
            assert verdicts == [facts]
            described = [more for _, more in parts(page) if more.get("aria-describedby") == "outcome"]
            assert bool(described) == right
            if right:  # the focus goes to what it describes
                assert (facts.get("aria-live"), facts.get("role")) == ("off", None)
                assert "autofocus" in described[0]
            else:
                assert sum(outcome in [child for child, _ in parts(region)] for region in live) == 1
    assert {right for _, right in seen} == {True, False}


def outcomes(place: LessonStep) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Yield what can be sent for a step: the part of its address, the data, and whether it's right."""
    if place.step.kind == "try-illegal":
        yield "move", {"move": place.step.tempting[0]}, True
    elif place.step.kind == "do" and len(place.step.solution) == 1:
        yield "move", {"move": place.step.solution[0]}, True
    elif place.step.kind == "choose":
        for number, answer in enumerate(place.answers):
            yield "answer", {"answer": number}, answer.right


def test_a_sign_at_a_seat_says_its_name_once() -> None:
    game = games.get("guts")
    table = [*parts(draw(game, next(course(game)))[1])]
    seats = [element for element, facts in table if "seat" in facts.get("class", "").split()]
    [own] = [element for element, facts in table if facts.get("class") == "plate-notes"]
    assert heard(own) == "100 chips, dealer"
    assert heard(seats[0]).startswith("Mira, 100 chips, in, ")
    drawn = [facts.get("role") for seat in seats for part, facts in parts(seat) if part.name in ("dl", "dt", "dd")]
    assert {*drawn} == {"none"}


@pytest.mark.slow
@each_game
def test_no_sign_at_a_seat_runs_into_the_next_or_says_its_name_twice(game: Game[Any]) -> None:
    for place in course(game):
        for element, facts in parts(draw(game, place)[1]):
            if "seat" in facts.get("class", "").split():
                text = heard(element)
                assert not re.search(r"\d+ [a-z]+ \d+ [a-z]+", text), (place.id, text)
                assert not re.search(r"\b([A-Z][a-z]+)s? (?:\d+|one) \1s?\b", text, re.IGNORECASE), (place.id, text)


def test_who_declared_a_step_of_the_ladder_is_said() -> None:
    game = games.get("commune")
    rungs = [
        heard(element)
        for place in course(game)
        for element, facts in parts(draw(game, place)[1])
        if "rung" in facts.get("class", "").split()
    ]
    assert any(rung.endswith(", declared by Mira") for rung in rungs)


@each_game
def test_the_lists_at_the_end_of_a_lesson_have_different_names(stranger: Client, db: None, game: Game[Any]) -> None:
    first = next(course(game))
    page = parse_html(stranger.get(reverse("learn:done", args=[game.slug, first.lesson.slug])).text)
    end = next(element for element, facts in parts(page) if "lesson-end" in facts.get("class", "").split())
    names = [
        facts.get("aria-label") or facts.get("aria-labelledby")
        for element, facts in parts(end)
        if is_list(element, facts)
    ]
    assert None not in names
    assert len({*names}) == len(names) > 1
    miles = CourseProgress(get_course(game, game.options()), set()).milestones
    assert {mile.title for mile in miles if mile.title} <= {*names}
