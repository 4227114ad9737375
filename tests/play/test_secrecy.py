"""Nothing that is sent to a seat depends on cards that it can't see.

Each page is requested twice: at the real table, and at one where everything that the seat doesn't know was dealt again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.test import Client

from core.play import board_cache, seating
from core.play import replay as replay_module
from core.play.live_topics import TableTopic
from core.play.models import Move, Table
from core.play.replay import list_deal_starts
from games.cards import PACK
from games.engine.event import Event
from games.engine.table import Table as Board
from tests.play.conftest import each_game

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]

TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
PAGES = ("", "board/", "allowed/", "allowed/?mark=1", "hint/?rung=4", "record.json")


def dealt_anew(board: Board, seat: int | None, rng: Random) -> Board:
    """Return a table that is the same from this seat, with other hidden cards and others' secrets garbled."""
    other = board.copy()
    other.state = board.game.sample_possible_state(board.build_view(seat), rng)
    other.events = [[garbled(event, seat) for event in events] for events in board.events]
    return other


def garbled(event: Any, seat: int | None) -> Any:
    hidden = event.seen_by is not None and seat not in event.seen_by
    return event._replace(secret={"card": "GARBLED"}, cards=(PACK[0],)) if hidden else event


@contextmanager
def standing_in(board: Board) -> Iterator[None]:
    """Use this board for every request about a table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "board", property(lambda table: board))
        patch.setattr(replay_module, "Board", Fixed(board))
        yield


class Fixed:
    """A stand-in for the class of boards in the replay, which replays the record."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def replay_record(self, record: Any, number: int) -> Board:
        return self.board

    def __call__(self, *given: Any) -> Board:
        return Board(*given)


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code in (200, 404)
    return TOKEN.sub("token", answer.text)


@each_game
@pytest.mark.slow
@pytest.mark.parametrize("moves", [4, 11, 30, 41])
def test_no_page_of_a_seat_can_tell_hidden_cards_apart(
    shared: Table, as_anna: Client, play_on: PlayOn, rng: Random, moves: int
) -> None:
    play_on(shared, until=lambda table: table.version >= moves and not table.is_between_deals)
    real, own = shared.board, shared.get_absolute_url()
    for _ in range(3):
        other = dealt_anew(real, 0, rng)
        for page in PAGES:
            with standing_in(real):
                before = shown(as_anna, own + page)
            with standing_in(other):
                after = shown(as_anna, own + page)
            assert before == after, page
            assert "GARBLED" not in after
        assert shared.engine_game.build_position(other.state) != shared.engine_game.build_position(real.state), (
            "the cards were dealt anew"
        )


@each_game
@pytest.mark.parametrize("moves", [4, 30])
def test_no_page_of_a_bystander_can_tell_cards_apart(
    shared: Table, as_anna: Client, anna: Any, play_on: PlayOn, rng: Random, moves: int
) -> None:
    play_on(shared, until=lambda table: table.version >= moves and not table.is_between_deals)
    seating.leave_table(shared, anna.person)
    shared.refresh_from_db()
    real, own = shared.board, shared.get_absolute_url()
    other = dealt_anew(real, None, rng)
    for page in ("", "board/", "record.json"):
        with standing_in(real):
            before = shown(as_anna, own + page)
        with standing_in(other):
            assert shown(as_anna, own + page) == before, page


@each_game
@pytest.mark.slow
def test_no_replay_before_the_end_can_tell_hidden_cards_apart(
    shared: Table, as_anna: Client, play_on: PlayOn, rng: Random
) -> None:
    play_on(shared, until=lambda table: table.version >= 21 and not table.is_between_deals)
    if shared.is_over:
        return  # everything may be seen
    start, last = list_deal_starts(shared)[-1], shared.moves.count()
    for number in (start + 2, min(start + 9, last), last):
        real = shared.replay_first_moves(number)
        address = f"{shared.get_absolute_url()}replay/{number}/"
        for query in ("", "?all"):
            with standing_in(real):
                before = shown(as_anna, address + query)
            with standing_in(dealt_anew(real, 0, rng)):
                assert shown(as_anna, address + query) == before, number


@pytest.mark.slow
@each_game
def test_no_refusal_can_tell_hidden_cards_apart(shared: Table, as_anna: Client, play_on: PlayOn, rng: Random) -> None:
    """An impossible move, on a player's turn or not, is refused in the same way whatever the others hold."""
    address = shared.get_absolute_url() + "move/"
    for moves in (5, 14):
        play_on(shared, until=lambda table, moves=moves: table.version >= moves and not table.is_between_deals)
        real = shared.board
        verbs = [*shared.engine_game.verbs, "nothing"]
        asked = [f"{verb} {card.code}" for verb in verbs for card in rng.sample(PACK, 2)]
        illegal = [text for text in asked if real.find_violation(0, text)]
        for text in illegal:
            sent = {"move": text, "version": shared.version}
            answers = []
            for board in (real, dealt_anew(real, 0, rng)):
                with standing_in(board):
                    answers.append(TOKEN.sub("token", as_anna.post(address, sent).text))
            assert answers[0] == answers[1], text
        shared.refresh_from_db()


def test_the_versions_that_are_streamed_say_nothing_else(shared: Table) -> None:
    assert TableTopic().get_versions([shared.code, "nosuchtable"]) == {shared.code: shared.version}


@each_game
def test_what_a_seat_is_told_in_secret_is_on_no_other_page(
    shared: Table, as_anna: Client, as_ben: Client, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example, Ben sees which card he drew from the stock, and Anna doesn't, whatever is cached."""
    play_on(shared, until=lambda table: table.version >= 9 and not table.is_between_deals)
    last = shared.board.copy()
    last.events[-1] = [Event("reads", 1, facts={"word": "one word"}, seen_by=(1,), secret={"word": "XYZZY"})]
    monkeypatch.setitem(last.game.narration, "reads", "{seat} reads {word}.")
    address = shared.get_absolute_url()
    with standing_in(last):
        pages = [client.get(address).text for client in (as_anna, as_ben)]
        replays = [client.get(f"{address}replay/5/?all").text for client in (as_anna, as_ben)]
    assert ["XYZZY" in page for page in pages] == [False, True]
    assert ["XYZZY" in page for page in replays] == [False, True]
    before = shown(as_anna, address)
    board_cache.clear_boards()
    assert shown(as_anna, address) == before


def test_the_seal_of_a_deal_says_nothing_of_its_cards(shared: Table) -> None:
    """The same cards get different seals, so nobody can try out deals until one matches."""
    from core.play.shuffles import DealerMoves, compute_digest

    text = shared.shuffles.get().text
    one, other = DealerMoves("a" * 32, text), DealerMoves("b" * 32, text)
    assert one.digest != other.digest
    assert one.digest == compute_digest("a" * 32, text)


def test_moves_are_kept_with_their_reasons_out_of_reach(shared: Table, as_anna: Client, play_on: PlayOn) -> None:
    play_on(shared, until=lambda table: table.version >= 10 and not table.is_between_deals)
    Move.objects.filter(table=shared, seat=1).update(reason="I hold the KC.", by=Move.MoverKind.BOT)
    for page in (*PAGES, "replay/9/", "replay/9/?all"):
        assert "I hold the" not in as_anna.get(shared.get_absolute_url() + page).text
