"""The review after a hand: a move that the coach would have made, one it wouldn't have, and the way to see both."""

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
from games.engine.table import Table as Board
from games.engine.view import View

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]


def first_move(view: View, game: Game[Any]) -> Any:
    return game.list_moves(game.sample_possible_state(view, Random(0)), view.seat or 0)[0]


class Coach:
    """A coach that would always make the first move in the list."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def choose_move(self, view: View, rng: Any) -> MoveWithReason:
        return MoveWithReason(first_move(view, self.game), "")


@pytest.fixture
def ended(solo: Table, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Anna's hand with bots is over, and the coach is sure about every move."""
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


@pytest.mark.repeated
def test_the_page_asks_for_the_coach_when_the_hand_is_over(solo: Table, as_anna: Client, play_on: PlayOn) -> None:
    url = solo.get_absolute_url()
    assert f"{url}review/" not in as_anna.get(url).text
    assert as_anna.get(f"{url}review/").status_code == 204, "not in the middle of a hand"
    play_on(solo, until=lambda table: table.is_between_deals)
    page = as_anna.get(url).text
    assert f'hx-get="{url}review/"' in page
    for words in ("Deal next hand", "Replay", ">Back to Play</a>"):
        assert words in page


@pytest.mark.slow
def test_each_move_is_the_readers_own_and_can_be_seen(ended: Table, as_anna: Client) -> None:
    part = review_of(as_anna, ended)
    played = list(ended.moves.order_by("number").values_list("seat", "text"))
    numbers = [int(number) for number in re.findall(r"/replay/(\d+)/", part)]
    assert numbers
    assert part.count("See it on the table") == len(numbers)
    for number in numbers:
        assert played[number - 1][0] == 0
        assert as_anna.get(f"{ended.get_absolute_url()}replay/{number}/").status_code == 200


@pytest.mark.slow
def test_each_move_says_which_turn_it_was(ended: Table, as_anna: Client) -> None:
    review = hand_review.review_last_hand(ended, 0)
    seats = list(ended.moves.order_by("number").values_list("seat", flat=True))
    part = " ".join(review_of(as_anna, ended).split())
    for reviewed in filter(None, (review.good, review.different)):
        before = [None, *seats[: reviewed.number]]
        turns = sum(seat == 0 and last != 0 for last, seat in zip(before, seats[: reviewed.number], strict=False))
        assert f"Turn {turns}. Your move:" in part


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


@pytest.mark.repeated
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


@pytest.mark.repeated
def test_the_coach_looks_at_a_hand_once(ended: Table, as_anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = review_of(as_anna, ended)
    monkeypatch.setattr(hand_review, "_review_hand", lambda *more: pytest.fail("looked again"))
    assert review_of(as_anna, ended) == first
    cache.clear()


@pytest.mark.repeated
def test_nobody_else_reads_it(ended: Table, as_ben: Client, stranger: Client) -> None:
    for client in (as_ben, stranger):
        assert client.get(f"{ended.get_absolute_url()}review/").status_code == 404


@pytest.mark.repeated
def test_beside_other_people_the_coach_is_silent(ended: Table, as_anna: Client, ben: User) -> None:
    ended.places.filter(number=1).update(bot="", person=ben.person)
    assert as_anna.get(f"{ended.get_absolute_url()}review/").status_code == 204
    assert "review/" not in as_anna.get(ended.get_absolute_url()).text


@pytest.mark.slow
def test_it_is_a_page_of_its_own_without_scripts(ended: Table, as_anna: Client) -> None:
    page = as_anna.get(f"{ended.get_absolute_url()}review/").text
    assert "<h1>Coach</h1>" in page
    assert "Back to the table" in page


# -- marks in the replay -----------------------------------------------------------------------------------------------


def replay_page(client: Client, table: Table, number: int) -> str:
    return client.get(f"{table.get_absolute_url()}replay/{number}/").text


def marks_of(client: Client, table: Table, number: int = 0) -> str:
    return client.get(f"{table.get_absolute_url()}replay/{number}/coach/", headers={"hx-request": "true"}).text


@pytest.mark.slow
def test_a_replay_marks_each_move_that_the_coach_is_sure_about(ended: Table, as_anna: Client) -> None:
    review = hand_review.review_last_hand(ended, 0)
    page = replay_page(as_anna, ended, 0)
    marks = re.findall(r'aria-label="Move (\d+): (the coach agrees|the coach knows a better one)"', page)
    words = {True: "the coach agrees", False: "the coach knows a better one"}
    assert marks == [(str(move.number), words[move.agrees]) for move in review.moves]
    assert marks
    assert "coach-says" not in page


@pytest.mark.slow
def test_where_a_marked_move_was_made_its_reason_stands(ended: Table, as_anna: Client) -> None:
    review = hand_review.review_last_hand(ended, 0)
    for move in review.moves:
        page = " ".join(replay_page(as_anna, ended, move.number).split())
        assert page.count('aria-current="step"') == 1
        assert ("The coach agrees." in page) is move.agrees
        assert ("Better:</b>" in page) is not move.agrees
        assert "Think again." in page


@pytest.mark.slow
def test_a_replay_asks_for_marks_that_are_not_there_yet(ended: Table, as_anna: Client) -> None:
    """It takes a while to compute them, so the page is sent first."""
    address = f"{ended.get_absolute_url()}replay/0/coach/"
    assert f'hx-get="{address}"' in replay_page(as_anna, ended, 0)
    assert re.search("the coach agrees|the coach knows a better one", marks_of(as_anna, ended))
    assert f'hx-get="{address}"' not in replay_page(as_anna, ended, 0)


def test_during_a_hand_its_replay_has_no_marks(solo: Table, as_anna: Client) -> None:
    assert "coach" not in replay_page(as_anna, solo, 1).partition('id="moment"')[2]
    assert "Move " not in marks_of(as_anna, solo, 1)


@pytest.mark.slow
def test_the_coach_marks_by_what_the_seat_saw_then(
    ended: Table, as_anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[View] = []
    game = ended.engine_game
    hint = game.build_hint
    monkeypatch.setattr(type(game), "build_hint", lambda self, view: views.append(view) or hint(view))
    marks_of(as_anna, ended)
    assert views
    boards = [ended.replay_first_moves(number) for number in range(ended.version)]
    seen = [board.build_view(0).position for board in boards]
    for view in views:
        assert view.seat == 0
        assert view.position in seen


@pytest.mark.slow
def test_a_hand_is_replayed_once_for_its_review(ended: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    moves: list[str] = []
    play = Board.play_move
    monkeypatch.setattr(Board, "play_move", lambda self, seat, text: moves.append(text) or play(self, seat, text))
    ended.board  # noqa: B018 - it may have to be loaded
    moves.clear()
    hand_review.review_last_hand(ended, 0)
    assert len(moves) == ended.version


@pytest.mark.repeated
def test_nobody_else_sees_the_marks(ended: Table, as_ben: Client, as_anna: Client, ben: User) -> None:
    assert as_ben.get(f"{ended.get_absolute_url()}replay/0/coach/").status_code == 404
    hand_review.review_last_hand(ended, 0)
    ended.places.filter(number=1).update(bot="", person=ben.person)
    for client in (as_anna, as_ben):
        assert "coach-marks" not in replay_page(client, ended, 0)


@pytest.mark.slow
def test_a_match_that_is_over_has_marks_for_its_last_hand(
    solo: Table, as_anna: Client, finish: Callable[[Table], Table]
) -> None:
    finish(solo)
    assert "coach-marks" in replay_page(as_anna, solo, solo.version)
