"""Undo: the last move can be undone as long as nobody has moved since and it has shown its player nothing new."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from core.play import board_cache
from core.play import moves as table_moves
from core.play.errors import StaleVersion, TooLateToUndo
from core.play.match_log import MatchLog
from core.play.models import Move, Table
from core.play.replay import build_finished_match_record, load_replay_moment
from games.engine.game import Game
from games.engine.state import DEALER
from games.engine.table import Table as Board
from tests.play.conftest import each_game

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]


def foreseen(table: Table) -> bool:
    """Return whether a person's last move can be undone."""
    table.refresh_from_db()
    return table.back is not None


def as_it_was(table: Table) -> Table:
    """Return the table as a different process reads it."""
    board_cache.clear_boards()
    return Table.objects.get(pk=table.pk)


@each_game
def test_a_move_is_taken_back_and_the_record_goes_on_without_it(shared: Table, play_on: PlayOn) -> None:
    play_on(shared, until=foreseen)
    version, made, seat = shared.version, shared.list_moves(), shared.back
    kept = shared.board.state
    table_moves.undo_move(shared, seat, version)
    shared = as_it_was(shared)
    assert (shared.version, shared.rewound, shared.rewound_by) == (version + 1, version + 1, seat)
    assert shared.list_moves() == made[:-1]
    assert (
        shared.board.build_view(None)
        == Board.replay_record(shared.build_record()).build_view(None)
        != shared.engine_game.build_view(kept, None)
    )
    assert shared.board.state.can_move(seat)
    assert load_replay_moment(shared, 10**6).number == len(made) - 1
    table_moves.play_move(shared, seat, made[-1][1], shared.version)
    assert as_it_was(shared).list_moves()[: len(made)] == made


@pytest.mark.slow
def test_the_reasons_of_a_record_are_those_of_its_moves(
    solo: Table, play_on: PlayOn, finish: Callable[..., None]
) -> None:
    """An undone move leaves a gap in the numbers of the moves, but none in the record."""
    play_on(solo, until=foreseen)
    assert solo.back is not None
    table_moves.undo_move(solo, solo.back)
    finish(solo)
    moves = list(solo.moves.all())
    for move in moves:
        move.reason = f"{move.seat} {move.text}"
    solo.moves.bulk_update(moves, ["reason"])
    record = build_finished_match_record(as_it_was(solo))
    assert record["reasons"] == {str(place): f"{seat} {text}" for place, (seat, text) in enumerate(record["moves"], 1)}


def test_everybody_is_told_until_something_else_happens(shared: Table, play_on: PlayOn) -> None:
    play_on(shared, until=foreseen)
    seat, text = shared.back, shared.list_moves()[-1][1]
    table_moves.undo_move(shared, seat)
    names = shared.list_player_names()
    assert [MatchLog(shared, one, names).list_turns(5)[-1].text for one in (seat, None)] == [
        "You have undone the last move.",
        f"{names[seat]} has undone the last move.",
    ]
    table_moves.play_move(shared, seat, text)
    assert not any("back" in turn.text for turn in MatchLog(shared, None, names).list_turns(2))


def test_the_same_request_twice_takes_one_move_back(shared: Table, play_on: PlayOn) -> None:
    play_on(shared, until=foreseen)
    version, made, seat = shared.version, shared.list_moves(), shared.back
    for _ in range(2):
        table_moves.undo_move(shared, seat, version)
    assert as_it_was(shared).list_moves() == made[:-1]


def test_who_has_seen_the_move_that_is_gone_has_to_look_again(shared: Table, play_on: PlayOn, rng: Random) -> None:
    play_on(shared, until=foreseen)
    version, seat = shared.version, shared.back
    table_moves.undo_move(shared, seat, version)
    board_cache.clear_boards()
    with pytest.raises(StaleVersion):
        table_moves.play_move(
            shared,
            shared.waits_for[0],
            str(shared.engine_game.draw_random_move(shared.board.state, shared.waits_for[0], rng)),
            version,
        )


def test_another_process_does_not_go_on_from_the_move_that_is_gone(shared: Table, play_on: PlayOn) -> None:
    play_on(shared, until=foreseen)
    seat, version, text, seen = shared.back, shared.version, shared.list_moves()[-1][1], shared.board
    table_moves.undo_move(shared, seat)
    table_moves.play_move(shared, seat, text)
    board_cache.clear_boards()
    board_cache.store_board(shared.code, version, seen)
    table = Table.objects.get(pk=shared.pk)
    assert len(table.board.record.moves) == len(table.list_moves())


@each_game
@pytest.mark.slow
def test_nobody_takes_back_what_has_shown_them_something_or_what_others_have_answered(
    shared: Table, play_on: PlayOn, game: Game[object]
) -> None:
    """Only the seat that moved last can undo, and only if its move showed nothing new and the deal continues."""

    def checked(table: Table) -> bool:
        table.refresh_from_db()
        last = table.moves.order_by("-number").first()
        for seat in range(table.seats):
            if seat == table.back:
                assert (last.seat, last.by) == (seat, Move.MoverKind.PERSON)
                before = table.replay_first_moves(len(table.list_moves()) - 1)
                told = [event.for_seat(seat) for event in table.board.events[-1]]
                hidden = str(before.build_view(seat).position).count("?") - str(
                    table.board.build_view(seat).position
                ).count("?")
                assert hidden <= 0, (last.text, told)
                assert table.board.state.match.deals == before.state.match.deals
            else:
                with pytest.raises(TooLateToUndo):
                    table_moves.undo_move(table, seat, table.version)
        return table.is_between_deals or table.is_over or len(table.list_moves()) > 40

    play_on(shared, until=checked)
    assert DEALER not in {shared.back}


def test_the_page_offers_it_to_who_may_and_says_when_it_is_too_late(
    shared: Table, play_on: PlayOn, as_anna: Client, as_ben: Client
) -> None:
    play_on(shared, until=lambda table: table.back == 0)
    address = reverse("play:take_back", args=[shared.code])
    assert address in as_anna.get(shared.get_absolute_url()).content.decode()
    assert address not in as_ben.get(shared.get_absolute_url()).content.decode()
    late = as_ben.post(address, {"version": shared.version}, headers={"HX-Request": "true"})
    assert late.status_code == 409
    assert "You can’t undo this" in late.content.decode()
    assert as_anna.post(address, {"version": shared.version}).status_code == 302
    assert as_it_was(shared).rewound == shared.version + 1
