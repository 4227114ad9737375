"""Questions whose answers are players can be answered at the table: each plate sends what its button sends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

import games
from core.learn.course import get_course
from core.learn.step_context import get_step_url
from games.engine.game import Game

pytestmark = pytest.mark.django_db
PLATE = re.compile(r'<button type="submit" class="seat-answer"[^>]* value="(\d+)"')
NAMES = ("You", "Yours", "Mira", "Ravi", "Leela", "Joseph")


def list_questions_about_players(game: Game[Any]) -> list[Any]:
    return [
        place
        for places in get_course(game, game.options()).values()
        for place in places
        if place.answers and all(re.sub(r"[’']s$", "", answer.text) in NAMES for answer in place.answers)
    ]


@pytest.mark.repeated
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_plate_sends_the_answer_that_names_its_player(client: Client, game: Game[Any], subtests: Any) -> None:
    for place in list_questions_about_players(game):
        with subtests.test(place.id):
            page = client.get(get_step_url("step", game, place))
            seat_answers = page.context["seat_answers"]
            if not seat_answers:  # the step shows no plate for some of them
                seats = {note.seat for note in page.context["screen"].seats}
                assert len(seats) < len(place.answers)
                continue
            assert sorted(PLATE.findall(page.text)) == sorted(str(number) for number in range(len(place.answers)))
            for seat, answer in seat_answers.items():
                text = place.answers[int(answer.value)].text
                assert page.context["names"][seat] == ("You" if text == "Yours" else re.sub(r"[’']s$", "", text))
            right = next(number for number, answer in enumerate(place.answers) if answer.right)
            answered = client.post(get_step_url("answer", game, place), {"answer": right})
            assert [answer.mark for answer in answered.context["seat_answers"].values() if answer.mark] == ["right"]
            assert not PLATE.findall(answered.text)


def test_hands_of_a_question_about_no_position_are_shown_without_a_table(client: Client) -> None:
    game = games.get("anaconda")
    places = [place for places in get_course(game, game.options()).values() for place in places]
    page = client.get(get_step_url("step", game, next(place for place in places if place.id == "best-of-all"))).text
    assert 'class="frame-table"' not in page
    answers = re.findall(r'<button class="choice answer".*?</button>', page, re.DOTALL)
    assert [answer.count('role="img"') for answer in answers] == [5, 5]
    assert "mini" not in "".join(answers)
    other = client.get(get_step_url("step", game, next(place for place in places if place.step.position))).text
    assert 'class="frame-table"' in other
