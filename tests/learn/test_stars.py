"""The end of a lesson: its stars, and the step that can be done once more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

import games
from core.learn.course import LessonStep, get_course
from core.learn.step_context import get_step_url

GAME = games.get("vazhushal")
LESSON = next(iter(get_course(GAME, GAME.options()).values()))
DONE = f"/games/{GAME.slug}/course/{LESSON[0].lesson.slug}/done/"
pytestmark = pytest.mark.django_db


def do_step(client: Client, place: LessonStep, query: str = "") -> None:
    """Do a step as it should be done."""
    answers = [str(number) for number, answer in enumerate(place.answers) if answer.right]
    if answers:
        client.post(get_step_url("answer", GAME, place) + query, {"answer": answers[0]})
    elif place.step.kind == "show":
        client.post(get_step_url("onward", GAME, place) + query)
    for move in place.step.solution or place.step.tempting[:1] if not answers else ():
        client.post(get_step_url("move", GAME, place) + query, {"move": move}, headers={"HX-Request": "true"})


def take_hint(client: Client, place: LessonStep) -> None:
    client.get(get_step_url("hint", GAME, place))


def make_illegal_move(client: Client, place: LessonStep) -> None:
    sent = client.post(get_step_url("move", GAME, place), {"move": "discard 9C after 9C 9C 9C"})
    assert sent.status_code == 422


def do_lesson(client: Client, mistakes: dict[int, Callable[[Client, LessonStep], None]]) -> None:
    """Do the whole lesson; before some steps, by number, something goes wrong."""
    for number, place in enumerate(LESSON):
        if number in mistakes:
            mistakes[number](client, place)
        do_step(client, place)


MOVES = [number for number, place in enumerate(LESSON) if place.step.kind == "do"]


@pytest.mark.parametrize(
    ("mistakes", "shine", "missed"),
    [
        ({}, [True, True, True], None),
        ({MOVES[0]: take_hint}, [True, True, False], MOVES[0]),
        ({MOVES[1]: make_illegal_move}, [True, True, False], MOVES[1]),
        ({MOVES[0]: take_hint, MOVES[1]: make_illegal_move}, [True, False, False], MOVES[0]),
    ],
)
def test_a_lesson_has_a_star_for_no_hint_and_a_star_for_no_mistake(
    client: Client,
    mistakes: dict[int, Callable[[Client, LessonStep], None]],
    shine: list[bool],
    missed: int | None,
) -> None:
    do_lesson(client, mistakes)
    page = client.get(DONE)
    assert page.context["stars"].shine == shine
    assert page.context["stars"].missed == (None if missed is None else LESSON[missed])
    assert ("Try again: step" in page.text) == bool(mistakes)
    assert page.text.count("no hints: you used one in 1 step") == (take_hint in mistakes.values())
    assert page.text.count("no mistakes: you made one in 1 step") == (make_illegal_move in mistakes.values())


@pytest.mark.slow
def test_a_step_done_once_more_without_help_earns_its_star(client: Client) -> None:
    do_lesson(client, {MOVES[-1]: take_hint})
    again = client.get(DONE).context["again_url"]
    step = client.post(again, follow=True)
    assert step.redirect_chain[-1][0].endswith("?again=1")
    assert step.context["finished"] is False, "it stands as at its start"
    take_hint(client, LESSON[MOVES[-1]])
    do_step(client, LESSON[MOVES[-1]], "?again=1")
    assert client.get(DONE).context["stars"].missed == LESSON[MOVES[-1]], "it was done with a hint again"
    client.post(again)
    do_step(client, LESSON[MOVES[-1]], "?again=1")
    finished = client.get(get_step_url("step", GAME, LESSON[MOVES[-1]]) + "?again=1")
    assert f'href="{DONE}?again=1" id="go-on"' in finished.text
    assert client.get(DONE).context["stars"].shine == [True, True, True]


def test_a_lesson_that_is_not_done_has_no_stars(client: Client) -> None:
    for place in LESSON[:-1]:
        do_step(client, place)
    page = client.get(DONE)
    assert page.context["stars"] is None
    assert 'class="stars"' not in page.text
