"""After a hand: a move that the coach would have made too, one that it would not have, and the way to see both."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from core.play import hand_review
from core.play.models import Table
from games.engine.bot import MoveWithReason
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.view import View

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]


def first_move(view: View, game: Game[Any]) -> Any:
    return game.list_moves(game.sample_possible_state(view, Random(0)), view.seat or 0)[0]


class Coach:
    """Would always make the first move in the list."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def choose_move(self, view: View, rng: Any) -> MoveWithReason:
        return MoveWithReason(first_move(view, self.game), "")


@pytest.fixture
def ended(solo: Table, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Anna's hand with bots is over; the coach is sure about every move."""
    play_on(solo, until=lambda table: table.is_between_deals)
    game, clause = solo.engine_game, next(iter(solo.engine_game.clauses))
    monkeypatch.setattr(
        type(game),
        "build_hint",
        lambda self, view: Hint("Think again.", clause, "", first_move(view, game), "Why not?"),
    )
    monkeypatch.setattr(type(game), "bots", {"steady": Coach(game)})
    return solo


def review_of(client: Client, table: Table) -> str:
    return client.get(f"{table.get_absolute_url()}review/", headers={"hx-request": "true"}).text


def test_the_page_asks_for_the_coach_when_the_hand_is_over(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    url = solo.get_absolute_url()
    assert f"{url}review/" not in as_anna.get(url).text
    assert as_anna.get(f"{url}review/").status_code == 204, "not in the middle of a hand"
    play_on(solo, until=lambda table: table.is_between_deals)
    page = as_anna.get(url).text
    assert f'hx-get="{url}review/"' in page
    for words in ("Deal next hand", "Replay", "Stop"):
        assert words in page


def test_each_move_is_the_readers_own_and_can_be_seen(ended: Table, as_anna: Client) -> None:
    part = review_of(as_anna, ended)
    played = list(ended.moves.order_by("number").values_list("seat", "text"))
    numbers = [int(number) for number in re.findall(r"/replay/(\d+)/", part)]
    assert numbers
    assert part.count("See it on the table") == len(numbers)
    for number in numbers:
        assert played[number - 1][0] == 0
        assert as_anna.get(f"{ended.get_absolute_url()}replay/{number}/").status_code == 200


def test_a_different_move_comes_with_a_better_one_and_why(ended: Table, as_anna: Client) -> None:
    review = hand_review.review_last_hand(ended, 0)
    part = " ".join(review_of(as_anna, ended).split())
    for reviewed, head in ((review.good, "Well played"), (review.different, "Worth another look")):
        assert (head in part) is (reviewed is not None)
    assert review.good or review.different
    if review.different:
        assert "Better: " in part
        assert "Think again. Why not?" in part
        assert review.different.words != review.different.advice.better


@pytest.mark.parametrize("doubt", ["close", "bots"])
def test_where_the_coach_is_not_sure_it_says_nothing(
    ended: Table, as_anna: Client, monkeypatch: pytest.MonkeyPatch, doubt: str
) -> None:
    game = ended.engine_game
    if doubt == "close":
        sure = game.build_hint
        monkeypatch.setattr(type(game), "build_hint", lambda self, view: replace(sure(view), close=True))
    else:
        unlike = game.parse_move("pass KC KC KC KC KC KC")
        monkeypatch.setattr(Coach, "choose_move", lambda self, view, rng: MoveWithReason(unlike, ""))
    assert "nothing to add" in review_of(as_anna, ended)


def test_the_coach_looks_at_a_hand_once(ended: Table, as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = review_of(as_anna, ended)
    monkeypatch.setattr(hand_review, "_review_hand", lambda *more: pytest.fail("looked again"))
    assert review_of(as_anna, ended) == first
    cache.clear()


def test_nobody_else_reads_it(ended: Table, as_ben: Client, stranger: Client) -> None:
    for client in (as_ben, stranger):
        assert client.get(f"{ended.get_absolute_url()}review/").status_code == 404


def test_beside_other_people_the_coach_is_silent(ended: Table, as_anna: Client, ben: User) -> None:
    ended.places.filter(number=1).update(bot="", person=ben.person)
    assert as_anna.get(f"{ended.get_absolute_url()}review/").status_code == 204
    assert "review/" not in as_anna.get(ended.get_absolute_url()).text


def test_it_is_a_page_of_its_own_without_scripts(ended: Table, as_anna: Client) -> None:
    page = as_anna.get(f"{ended.get_absolute_url()}review/").text
    assert "<h1>The coach</h1>" in page
    assert "Back to the table" in page
