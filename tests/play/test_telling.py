"""The log keeps the names of the players at the time, and says which moves a bot made for a player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from core.api.tables.serializers import TableSerializer, VisibleMoveSerializer
from core.api.tables.visible_moves import list_visible_moves
from core.people.models import Person
from core.play import replay, seating, tasks
from core.play.match_log import MatchLog
from core.play.models import FormerPlayer, Move, Table, merge_seats
from core.play.table_context import TableViewer
from core.rendering.narration import list_unfinished_turns

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]


def view_of(table: Table, person: Person) -> TableViewer:
    return TableViewer(table, table.list_seats(), person)


def moves_told(table: Table, person: Person) -> list[dict[str, Any]]:
    """Return all moves as the API shows them to this person."""
    moves = list_visible_moves(view_of(table, person), 0, 200).moves
    return list(VisibleMoveSerializer(moves, many=True, context={"game": table.engine_game}).data)


def log_of(table: Table, seat: int | None) -> list[str]:
    table.refresh_from_db()
    return MatchLog(table, seat, table.list_player_names()).list_all_lines()


@pytest.fixture
def played(shared: Table, play_on: PlayOn) -> Table:
    """A match of Anna and Ben in which Ben has moved, and the log shows it."""
    return play_on(shared, until=lambda table: any("ben" in line for line in log_of(table, None)))


def test_who_takes_a_seat_takes_over_no_line_of_the_log(played: Table, anna: User, ben: User) -> None:
    before = log_of(played, None)
    seating.leave_table(played, ben.person)
    assert log_of(played, None) == before, "an empty seat has done nothing"
    seating.seat_bot(played, anna.person, 1, "steady")
    assert log_of(played, None) == before
    carl = Person.objects.create(name="Carl")
    seating.seat_bot(played, anna.person, 1, "steady")
    played.places.filter(number=1).update(left=None, bot="", name="")
    seating.sit_down(played, carl)
    assert log_of(played, None) == before
    assert not any("Carl" in line or "You" in line for line in log_of(played, 1)), "nor is it told that they did it"


def test_what_comes_after_is_told_of_who_sits_there_then(played: Table, anna: User, ben: User, play_on: PlayOn) -> None:
    before = log_of(played, None)
    seating.leave_table(played, ben.person)
    seating.seat_bot(played, anna.person, 1, "steady")
    name, then = played.list_player_names()[1], played.moves.count()
    play_on(played, until=lambda table: any(name in line for line in log_of(table, None)))
    assert log_of(played, None)[: len(before)] == before
    own = [move for move in moves_told(played, anna.person) if any(name in line for line in move["told"])]
    assert own
    assert all(move["number"] > then for move in own)
    seating.sit_down(played, ben.person)
    assert any(name in line for line in log_of(played, 1)), "what the bot did is not put on who comes back"


def test_the_replay_and_the_record_so_far_tell_the_same(played: Table, ben: User) -> None:
    said = _replayed(played)
    seating.leave_table(played, ben.person)
    played.refresh_from_db()
    assert said == _replayed(played) == replay.build_seat_view_json(played, None)["told"] == log_of(played, None)


def _replayed(table: Table) -> list[str]:
    moments = (replay.load_replay_moment(table, number) for number in range(1, len(table.board.events) + 1))
    return [line for then in moments for line in then.list_log_lines(None, table.list_player_names())]


def test_who_asks_to_be_forgotten_is_named_no_more(played: Table, ben: User) -> None:
    ben.person.delete()
    lines = log_of(played, None)
    assert not any("ben" in line for line in lines)
    assert any("someone" in line.lower() for line in lines)


def test_who_gets_an_account_keeps_the_lines(played: Table, ben: User) -> None:
    seating.leave_table(played, ben.person)
    later = Person.objects.create(name="Benjamin")
    merge_seats(sender=Person, source=ben.person, target=later)
    assert FormerPlayer.objects.get().person == later
    assert any("Benjamin" in line for line in log_of(played, None))


def test_nobody_is_asked_where_nobody_has_moved(solo: Table, django_assert_num_queries: Any) -> None:
    """The log of the usual table needs no query."""
    names, _ = solo.list_player_names(), solo.board
    with django_assert_num_queries(0):
        assert MatchLog(solo, 0, names).list_turns(18)


# -- bots that stand in ------------------------------------------------------------------------------------------------


@pytest.fixture
def stood_in(shared: Table, play_on: PlayOn) -> Table:
    """Ben was away for too long, and a bot has moved for him."""
    Table.objects.filter(pk=shared.pk).update(patience=30)
    play_on(shared, until=lambda table: table.waits_for == [1] and not table.is_between_deals)
    Table.objects.filter(pk=shared.pk).update(changed=timezone.now() - timedelta(seconds=40))
    assert tasks.move_for_absent_players() == 1
    shared.refresh_from_db()
    return shared


def test_a_bot_that_stands_in_is_named_as_one(stood_in: Table, anna: User, ben: User) -> None:
    made = stood_in.moves.get(by=Move.MoverKind.STAND_IN)
    assert made.seat == 1
    everybody, own = log_of(stood_in, None), log_of(stood_in, 1)
    assert any("ben’s stand-in" in line for line in everybody)
    assert any("Your stand-in" in line for line in own)
    told = {move["number"]: move for move in moves_told(stood_in, anna.person)}
    assert told[made.number]["by"] == "stand-in"


def test_the_seat_says_it_until_its_player_moves(
    stood_in: Table, as_anna: Client, anna: User, play_on: PlayOn, rng: Random
) -> None:
    def seats() -> list[bool]:
        viewer = view_of(Table.objects.get(pk=stood_in.pk), anna.person)
        return [seat["stood_in"] for seat in TableSerializer(viewer).data["seats"]]

    assert seats()[:2] == [False, True]
    page = as_anna.get(stood_in.get_absolute_url()).text
    assert "A bot filled in" in page
    assert "a bot filled in" in page
    play_on(stood_in, until=lambda table: not table.places.get(number=1).stood_in)
    assert not any(seats())
    assert "bot filled in" not in as_anna.get(stood_in.get_absolute_url()).text


# -- the countdown -----------------------------------------------------------------------------------------------------


def test_a_table_that_waits_for_ever_shows_no_clock(shared: Table, as_anna: Client) -> None:
    assert shared.get_wait_deadline(shared.list_seats()) is None
    assert "data-clock" not in as_anna.get(shared.get_absolute_url()).text


def test_everybody_sees_how_long_the_table_waits(
    shared: Table, as_anna: Client, as_ben: Client, play_on: PlayOn
) -> None:
    play_on(shared, until=lambda table: table.waits_for == [1] and not table.is_between_deals)
    Table.objects.filter(pk=shared.pk).update(patience=120, changed=timezone.now() - timedelta(seconds=50))
    for client, text in ((as_anna, "A bot will play for ben in"), (as_ben, "A bot will play for you in")):
        page = client.get(shared.get_absolute_url()).text
        assert text in page
        assert ("data-yours" in page) is (client is as_ben)
        left = float(page.partition('data-left="')[2].partition('"')[0])
        assert 0 < left <= 70


def test_while_a_bot_is_waited_for_no_clock_runs(solo: Table, play_on: PlayOn) -> None:
    Table.objects.filter(pk=solo.pk).update(patience=30)
    play_on(solo, until=lambda table: table.bot_due is not None)
    assert solo.get_wait_deadline(solo.list_seats()) is None


def test_for_an_empty_seat_no_clock_runs(shared: Table, ben: User, play_on: PlayOn) -> None:
    Table.objects.filter(pk=shared.pk).update(patience=30)
    play_on(shared, until=lambda table: table.waits_for == [1] and not table.is_between_deals)
    assert shared.get_wait_deadline(shared.list_seats())
    seating.leave_table(shared, ben.person)
    shared.refresh_from_db()
    assert shared.get_wait_deadline(shared.list_seats()) is None


def test_an_own_move_is_told_though_others_have_moved_since(shared: Table, play_on: PlayOn, as_anna: Client) -> None:
    def answered(table: Table) -> bool:
        return table.moves.filter(seat=0).exists() and table.moves.latest("number").seat > 0

    table = play_on(shared, until=answered)
    page = as_anna.get(table.get_absolute_url()).text
    told = [
        made for made in MatchLog(table, 0, table.list_player_names()).list_moves(40) if made.seat == 0 and made.lines
    ]
    assert not told or f'data-own="{told[-1].number}"' in page


def test_what_one_does_is_told_above_what_the_others_did_before(
    shared: Table, play_on: PlayOn, as_anna: Client
) -> None:
    table = play_on(shared, until=lambda table: table.moves.filter(seat=0).count() > 1)
    told = as_anna.get(table.get_absolute_url()).text.partition('id="told"')[2]
    at_it = list_unfinished_turns(MatchLog(table, 0, table.list_player_names()).list_turns(40), 0)
    head = told.partition("<h3>")[2].partition("</h3>")[0]
    assert (head == "Your turn so far") == bool(at_it)
