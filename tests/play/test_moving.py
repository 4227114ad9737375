"""Storing moves: once and in order, and a move that comes too late has no effect."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from core.play import board_cache
from core.play import moves as table_moves
from core.play import seating as table_seating
from core.play.errors import AmbiguousMove, NotPlaying, StaleVersion
from core.play.models import Move, Shuffle, Table
from core.play.seating import create_table
from core.play.shuffles import compute_digest
from games.engine.clause import IllegalMove
from games.engine.game import Game
from games.engine.state import DEALER
from games.engine.table import Table as Board
from games.errors import BadText
from tests.play.conftest import each_game
from tests.racing import at_once

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]
Finish = Callable[[Table], Table]


def legal(table: Table, seat: int, rng: Random) -> str:
    table.refresh_from_db()
    return str(table.engine_game.draw_random_move(table.board.state, seat, rng))


def waited(table: Table) -> int:
    table.refresh_from_db()
    return int(table.waits_for[0])


# -- moves -------------------------------------------------------------------------------------------------------------


def test_a_move_takes_the_number_of_the_version_that_it_makes(shared: Table, rng: Random) -> None:
    before, seat = shared.version, waited(shared)
    move = table_moves.play_move(shared, seat, legal(shared, seat, rng), shared.version)
    shared.refresh_from_db()
    assert move.number == before + 1
    assert shared.version >= move.number
    assert shared.moves.get(number=move.number).seat == seat


@pytest.mark.parametrize("game", ["court-piece"], indirect=True)
def test_who_was_asked_beside_others_need_not_look_again(shared: Table, rng: Random) -> None:
    """All four confirm the result of a hand. A confirmation in between doesn't undo another one."""
    board = Board(shared.engine_game, shared.engine_game.options({"revoke-mode": "claimable"}), 4)
    Table.objects.filter(pk=shared.pk).update(options=board.record.options.list_nonstandard_values())
    shared.moves.all().delete()
    while board.state.phase != "confirm":
        seat = board.state.waiting[0]
        moves = board.game.list_moves(board.state, seat) if seat != DEALER else []
        plain = [move for move in moves if move.verb not in ("claim", "correct", "change")]
        board.play_move(seat, rng.choice(plain) if plain else board.game.draw_dealer_move(board.state, rng))
    rows = [Move(table=shared, number=n, seat=seat, text=text) for n, (seat, text) in enumerate(board.record.moves, 1)]
    Move.objects.bulk_create(rows)
    Table.objects.filter(pk=shared.pk).update(version=len(rows), waits_for=[0, 1, 2, 3], bot_due=None)
    board_cache.clear_boards()
    shared.refresh_from_db()
    seen = shared.version
    table_moves.play_move(shared, 1, "confirm", seen)
    made = table_moves.play_move(shared, 0, "confirm", seen)
    assert table_moves.play_move(shared, 0, "confirm", seen).number == made.number
    assert [move.seat for move in shared.moves.filter(number__gt=seen).order_by("number")][:2] == [1, 0]
    shared.refresh_from_db()
    table_moves.play_move(shared, 2, "confirm", by=Move.MoverKind.BOT, reason="A bot’s answer.")
    shared.refresh_from_db()
    assert shared.waits_for == [3]
    assert shared.bot_due == shared.changed, "bots that are asked together do not wait for each other"


@each_game
def test_a_refused_move_changes_nothing(shared: Table) -> None:
    before, seat = shared.version, waited(shared)
    other = 1 - seat if seat < 2 else 0
    with pytest.raises(IllegalMove):
        table_moves.play_move(shared, other, "discard KC", before)
    with pytest.raises(BadText):
        table_moves.play_move(shared, seat, "discard 1Z", before)
    shared.refresh_from_db()
    assert shared.version == before
    assert shared.moves.filter(number__gt=before).count() == 0


def test_a_stale_version_is_refused_and_names_the_version_now(shared: Table, rng: Random) -> None:
    seen, seat = shared.version, waited(shared)
    text = legal(shared, seat, rng)
    table_moves.play_move(shared, seat, text, seen)
    for other in ("discard KC after KC KC KC", "discard 1Z"):
        with pytest.raises(StaleVersion) as stale:
            table_moves.play_move(shared, seat, other, seen)
        shared.refresh_from_db()
        assert stale.value.version == shared.version
    assert shared.moves.filter(number__gt=seen, by=Move.MoverKind.PERSON).count() == 1


def test_a_move_that_comes_twice_is_made_once(shared: Table, rng: Random, play_on: PlayOn) -> None:
    """This holds however late the move is repeated, but not from another seat."""
    seen, seat = shared.version, waited(shared)
    text = legal(shared, seat, rng)
    made = table_moves.play_move(shared, seat, text, seen)
    assert table_moves.play_move(shared, seat, f" {text} ", seen).number == made.number
    play_on(shared, until=lambda table: table.version > seen + 8)
    after = shared.version
    assert table_moves.play_move(shared, seat, text, seen).number == made.number
    shared.refresh_from_db()
    assert shared.version == after
    for other, version in ((1 - seat if seat < 2 else 0, seen), (seat, -1), (seat, after + 1)):
        with pytest.raises(StaleVersion):
            table_moves.play_move(shared, other, text, version)
    for by in (Move.MoverKind.BOT, Move.MoverKind.STAND_IN):
        shared.moves.filter(number=made.number).update(by=by)
        with pytest.raises(StaleVersion):
            table_moves.play_move(shared, seat, text, seen)


@pytest.mark.parametrize("version", [-1, 10_000])
def test_a_version_that_never_was_is_stale(shared: Table, version: int) -> None:
    with pytest.raises(StaleVersion):
        table_moves.play_move(shared, waited(shared), "stock", version)


def test_a_change_of_seats_makes_no_move_stale(solo: Table, rng: Random) -> None:
    seen = solo.version
    Table.objects.filter(pk=solo.pk).update(version=seen + 1)  # as sitting down does
    seat = waited(solo)
    assert table_moves.play_move(solo, seat, legal(solo, seat, rng), seen).number == seen + 2


def test_nobody_moves_before_the_seats_are_filled(game: Game[Any], anna: Any) -> None:
    seating = ["me"] + ["link"] * (game.seats[0] - 1 or 1)
    table = create_table(anna.person, game, game.options(), seating)
    with pytest.raises(NotPlaying):
        table_moves.play_move(table, 0, "stock")


@each_game
def test_a_wild_that_can_mean_several_cards_is_asked_about(
    shared: Table, monkeypatch: pytest.MonkeyPatch, rng: Random
) -> None:
    seat, game = waited(shared), shared.engine_game
    found = [game.parse_move("meld *=3C 4C 5C"), game.parse_move("meld 4C 5C *=6C")]
    monkeypatch.setattr(type(game), "list_move_readings", lambda self, state, seat, move: found)
    with pytest.raises(AmbiguousMove) as unclear:
        table_moves.play_move(shared, seat, "meld *=? 4C 5C")
    assert unclear.value.readings == found


# -- the record --------------------------------------------------------------------------------------------------------


@pytest.mark.repeated
@each_game
def test_the_record_replays_to_the_same_match(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.board.state.match.deals == 1 and not table.is_between_deals)
    then = Board.replay_record(solo.build_record())
    game = solo.engine_game
    assert game.build_position(then.state) == game.build_position(solo.board.state)
    assert solo.waits_for == list(then.state.waiting)


@pytest.mark.slow
def test_a_match_that_is_over_waits_for_nobody(solo: Table, finish: Finish) -> None:
    finish(solo)
    solo.refresh_from_db()
    assert (solo.status, solo.waits_for, solo.bot_due) == (Table.Status.OVER, [], None)
    with pytest.raises(IllegalMove):
        table_moves.play_move(solo, 0, "discard KC")


@pytest.mark.repeated
def test_numbers_have_no_gap_and_no_double(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.version > 60)
    assert list(solo.moves.order_by("number").values_list("number", flat=True)) == list(range(1, solo.version + 1))


@pytest.mark.repeated
@each_game
def test_a_process_that_remembers_nothing_sees_the_same_table(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.version > 20)
    game, before = solo.engine_game, solo.board
    board_cache.clear_boards()
    assert game.build_position(solo.board.state) == game.build_position(before.state)


def test_a_process_that_remembers_an_older_table_goes_on_from_it(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.version > 10)
    older, position = solo.board, solo.engine_game.build_position(solo.board.state)
    play_on(solo, until=lambda table: table.version > 20)
    fresh = Board.replay_record(solo.build_record())
    board_cache.clear_boards()
    board_cache.store_board(solo.code, 11, older)
    assert solo.engine_game.build_position(solo.board.state) == solo.engine_game.build_position(fresh.state)
    assert solo.engine_game.build_position(older.state) == position, "what was handed out has not changed"


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch, game: Game[Any]) -> None:
    monkeypatch.setattr(board_cache, "ROOM", 3)
    board = board_cache.create_board(game.slug, game.options(), game.seats[0])
    for number in range(5):
        board_cache.store_board(f"table-{number}", 1, board)
    assert [bool(board_cache.find_board(f"table-{number}", 1)) for number in range(5)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert board_cache.find_board("table-4", 0) is None, "a later board says nothing of an earlier one"


# -- the dealer --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_next_deal_waits_for_a_nod(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.is_between_deals)
    assert solo.bot_due is None
    assert solo.waits_for == []
    before = solo.version
    table_moves.begin_next_deal(solo, before)
    assert not solo.is_between_deals
    after = solo.version
    table_moves.begin_next_deal(solo, before)
    solo.refresh_from_db()
    assert solo.version == after, "whoever asks a second time has what they asked for"
    with pytest.raises(StaleVersion):
        table_moves.begin_next_deal(solo, before - 1)
    with pytest.raises(NotPlaying):
        table_moves.begin_next_deal(solo)


@pytest.mark.slow
def test_a_deal_is_sealed_before_it_is_played(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.is_between_deals)
    coming = solo.find_next_shuffle()
    assert coming is not None
    shown = coming.digest
    table_moves.begin_next_deal(solo, solo.version)
    assert solo.find_next_shuffle() is None
    played = solo.shuffles.order_by("number").last()
    assert played is not None
    assert played.digest == shown == compute_digest(played.salt, played.text)
    dealt = solo.moves.filter(seat=DEALER, number__gte=played.number).order_by("number")
    assert played.text.splitlines() == list(dealt.values_list("text", flat=True))


@each_game
@pytest.mark.slow
def test_a_seal_is_opened_when_its_deal_is_over(solo: Table, play_on: PlayOn) -> None:
    assert solo.list_revealed_deals() == []
    play_on(solo, until=lambda table: table.is_between_deals)
    if solo.engine_game.mucks and not solo.is_over:
        assert solo.list_revealed_deals() == []
        play_on(solo)
    opened = solo.list_revealed_deals()
    assert opened
    assert all(one.digest == compute_digest(one.salt, one.text) for one in opened)
    assert solo.find_next_shuffle() not in opened


def test_the_match_begins_with_the_deal_that_was_sealed_at_the_start(game: Game[Any], anna: Any, ben: Any) -> None:
    table = create_table(anna.person, game, game.options(), ["me"] + ["link"] * (max(2, game.seats[0]) - 1))
    coming = table.find_next_shuffle()
    assert coming is not None
    assert table.version == 0
    table_seating.sit_down(table, ben.person)
    table.refresh_from_db()
    if table.status == Table.Status.PLAYING:
        assert Shuffle.objects.get(table=table).digest == coming.digest


def test_two_deals_are_not_alike(game: Game[Any], anna: Any) -> None:
    seating = ["me"] + ["steady"] * (max(2, game.seats[0]) - 1)
    tables = [create_table(anna.person, game, game.options(), seating) for _ in range(2)]
    one, other = (table.shuffles.get() for table in tables)
    assert one.text != other.text
    assert one.salt != other.salt


@each_game
@pytest.mark.slow
def test_bots_alone_need_no_nod(game: Game[Any], anna: Any, play_on: PlayOn) -> None:
    seats = max(2, game.seats[0])
    table = create_table(anna.person, game, game.options(), ["steady"] * seats)
    play_on(table, until=lambda table: table.board.state.match.deals > 1)
    assert table.board.state.match.deals > 1 or table.is_over


# -- forced moves ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@each_game
def test_forced_moves_play_themselves_where_the_table_says_so(game: Game[Any], anna: Any, play_on: PlayOn) -> None:
    seating = ["me"] + ["steady"] * (max(2, game.seats[0]) - 1)
    table = create_table(anna.person, game, game.options(), seating, forced_moves=True)
    play_on(table, until=lambda table: table.version > 400)
    for move in table.moves.filter(by=Move.MoverKind.ITSELF):
        before = table.replay_first_moves(table.moves.filter(number__lt=move.number).count())
        assert [str(one) for one in game.list_moves(before.state, move.seat)] == [move.text]
        assert move.seat == 0, "bots make their own moves"


@pytest.mark.slow
def test_no_move_plays_itself_unless_asked_for(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.version > 60)
    assert not solo.moves.filter(by=Move.MoverKind.ITSELF).exists()


# -- several at once ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_writers_at_once_one_moves_and_all_know_of_it(shared: Table, rng: Random) -> None:
    seat = waited(shared)
    text, seen = legal(shared, seat, rng), shared.version
    writers = [Table.objects.get(pk=shared.pk) for _ in range(6)]
    made = at_once(*[partial(table_moves.play_move, mine, seat, text, seen) for mine in writers])
    shared.refresh_from_db()
    assert len({move.number for move in made}) == 1
    assert shared.moves.filter(number__gt=seen, seat=seat).count() == 1
