"""Bots' turns: each task makes one move, a repeated task does no harm, and a lost task is found again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import celery
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError as DatabaseAway
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.celery import app
from core.play import bots, moves, tasks
from core.play.errors import StaleVersion
from core.play.models import Move, Table
from core.play.seating import create_table
from games.engine.bot import MoveWithReason
from games.engine.game import Game
from games.engine.view import View
from tests.play.conftest import each_game

pytestmark = pytest.mark.django_db
PlayOn = Callable[..., Table]
Finish = Callable[[Table], Table]


def bot_waits(table: Table) -> bool:
    return table.bot_due is not None


@pytest.fixture
def due(solo: Table, play_on: PlayOn) -> Table:
    """A table at which it's a bot's turn."""
    return play_on(solo, until=bot_waits)


def test_one_task_makes_one_move(due: Table) -> None:
    before = due.version
    tasks.bot_turn(due.pk, before)
    made = due.moves.filter(number__gt=before, by=Move.MoverKind.BOT)
    assert made.count() == 1
    assert made.get().reason


def test_the_same_task_a_second_time_does_nothing(due: Table) -> None:
    before = due.version
    tasks.bot_turn(due.pk, before)
    after = Table.objects.get(pk=due.pk).version
    tasks.bot_turn(due.pk, before)
    assert Table.objects.get(pk=due.pk).version == after


@pytest.mark.parametrize("version", [0, 10_000])
def test_a_task_for_another_version_does_nothing(due: Table, version: int) -> None:
    before = due.version
    tasks.bot_turn(due.pk, version)
    assert Table.objects.get(pk=due.pk).version == before


def test_a_task_for_a_table_that_is_gone_does_nothing() -> None:
    tasks.bot_turn(4711, 1)


def test_no_task_moves_for_a_person(solo: Table, play_on: PlayOn) -> None:
    play_on(solo, until=lambda table: table.waits_for == [0])
    before = solo.version
    tasks.bot_turn(solo.pk, before)
    assert Table.objects.get(pk=solo.pk).version == before


def test_a_move_wakes_the_bot_that_follows(
    solo: Table, play_on: PlayOn, woken: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    play_on(solo, until=lambda table: table.waits_for == [0])
    with django_capture_on_commit_callbacks(execute=True):
        play_on(solo, until=bot_waits)
        before = solo.version
    assert (solo.pk, before) in woken
    woken.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.bot_turn(solo.pk, before)
    solo.refresh_from_db()
    assert woken == ([(solo.pk, solo.version)] if solo.bot_due else [])


def test_a_bot_answers_a_person_at_once_unless_they_may_take_it_back_and_a_bot_after_a_while(due: Table) -> None:
    assert due.bot_due - due.changed == (timedelta() if due.back is None else timedelta(seconds=2))
    asked = set(due.waits_for)
    tasks.bot_turn(due.pk, due.version)
    due.refresh_from_db()
    if due.bot_due and len(asked) > 1 and asked > set(due.waits_for):
        assert due.bot_due == due.changed, "they were asked together"
    elif due.bot_due:
        assert timedelta() < due.bot_due - due.changed <= timedelta(seconds=1)


@pytest.mark.parametrize("pace", Table.Pace.values)
def test_no_bot_thinks_for_longer_than_a_second(pace: str) -> None:
    assert timedelta() <= Table(pace=pace).bot_pause <= timedelta(seconds=1)


def test_nobody_waits_for_a_queue_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who has moved sees the table immediately. The sweep wakes the bot later."""
    naps: list[float] = []
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    monkeypatch.setattr("kombu.utils.functional.sleep", naps.append)
    tasks.request_bot_turn(1, 1)
    assert sum(naps) < 1


def test_the_sweep_wakes_bots_that_are_overdue_and_each_once(due: Table, woken: list[Any]) -> None:
    woken.clear()
    assert tasks.request_overdue_bot_turns() == 0, "it has only just become the bot’s turn"
    Table.objects.filter(pk=due.pk).update(bot_due=timezone.now() - timedelta(seconds=6))
    assert tasks.request_overdue_bot_turns() == 1
    assert woken == [(due.pk, due.version)]
    assert tasks.request_overdue_bot_turns() == 0, "it was asked again just now"


def set_clock(monkeypatch: pytest.MonkeyPatch, **ahead: float) -> None:
    """Set this machine's clock."""
    there = timezone.now() + timedelta(**ahead)
    monkeypatch.setattr(timezone, "now", lambda: there)


def test_bots_go_on_when_the_clock_is_set_back(due: Table, woken: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Their turns are due in the next hour, by the new time."""
    woken.clear()
    set_clock(monkeypatch, hours=-1)
    assert tasks.request_overdue_bot_turns() == 1
    assert woken == [(due.pk, due.version)]
    assert tasks.request_overdue_bot_turns() == 0, "it was asked again just now"
    tasks.bot_turn(due.pk, due.version)
    version = due.version
    due.refresh_from_db()
    assert due.version > version


@pytest.mark.parametrize(("waited", "moved"), [(100, False), (130, True)])
def test_whoever_is_away_is_waited_for_no_longer_when_the_clock_is_set_back(
    shared: Table, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch, waited: float, moved: bool
) -> None:
    """The wait starts again with the next check."""
    to_a_person(shared, play_on)
    Table.objects.filter(pk=shared.pk).update(patience=120)
    set_clock(monkeypatch, hours=-1)
    assert tasks.move_for_absent_players() == 0
    set_clock(monkeypatch, seconds=waited)
    assert tasks.move_for_absent_players() == moved


@pytest.mark.slow
def test_the_sweep_leaves_people_and_finished_tables_alone(solo: Table, finish: Finish, woken: list[Any]) -> None:
    finish(solo)
    Table.objects.update(changed=timezone.now() - timedelta(hours=1))
    assert tasks.request_overdue_bot_turns() == 0


def test_without_a_queue_the_table_goes_on(
    due: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def down(*args: Any, **more: Any) -> None:
        raise OperationalError("nobody answers")

    monkeypatch.delattr(tasks.bot_turn, "apply_async")  # not the stand-in that notes whom it was asked to wake
    monkeypatch.setattr(celery.Task, "apply_async", down)
    before = due.version
    with django_capture_on_commit_callbacks(execute=True):
        tasks.bot_turn(due.pk, before)
    assert Table.objects.get(pk=due.pk).version > before


def test_a_turn_that_the_database_could_not_take_is_tried_again(due: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def turn(table_id: int, version: int) -> None:
        tries.append(version)
        if len(tries) < 3:
            raise DatabaseAway("the database system is starting up")

    monkeypatch.setattr(tasks.bots, "play_bot_turn", turn)
    monkeypatch.delattr(tasks.bot_turn, "apply_async")
    tasks.bot_turn.apply((due.pk, due.version))
    assert tries == [due.version] * 3


@each_game
def test_a_bot_sees_its_view_and_nothing_else(due: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    any_move = due.engine_game.bots["steady"]

    class Spy:
        def choose_move(self, *given: Any) -> MoveWithReason:
            seen.extend(given)
            return any_move.choose_move(*given)

    monkeypatch.setattr(type(due.engine_game), "bots", {"steady": Spy()})
    seat = min(seat for seat in due.waits_for if seat)
    tasks.bot_turn(due.pk, due.version)
    view, rng = seen
    assert isinstance(view, View)
    assert view.seat == seat
    assert isinstance(rng, Random)


def test_the_same_turn_is_played_the_same_way(due: Table) -> None:
    place = due.places.get(number=min(seat for seat in due.waits_for if seat))
    chosen = [bots.choose_move(due, place.number, place.bot) for _ in range(2)]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("fault", ["raises", "illegal", "nonsense", "missing"])
def test_a_bot_that_fails_does_not_keep_the_others_waiting(
    due: Table, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    game = due.engine_game

    class Broken:
        def choose_move(self, view: View, rng: Random) -> MoveWithReason:
            if fault == "raises":
                raise ZeroDivisionError
            return MoveWithReason(game.parse_move("discard *" if fault == "illegal" else "frobnicate"), "Because.")

    levels = {} if fault == "missing" else {"steady": Broken()}
    monkeypatch.setattr(type(game), "bots", levels)
    before = due.version
    tasks.bot_turn(due.pk, before)
    assert Table.objects.get(pk=due.pk).version > before


@each_game
@pytest.mark.slow
@pytest.mark.usefixtures("plain_bots")
def test_bots_alone_finish_a_match_by_tasks(game: Game[Any], anna: User, woken: list[Any]) -> None:
    """They play the whole match, or two deals of a long one."""
    table = create_table(anna.person, game, game.options(), ["steady"] * max(2, game.seats[0]))
    for _ in range(5000):
        table.refresh_from_db()
        if table.is_over or table.board.state.match.deals > 1:
            break
        tasks.bot_turn(table.pk, table.version)
    assert table.is_over or table.board.state.match.deals > 1
    assert bool(table.bot_due) != table.is_over


# -- who keeps the table waiting ---------------------------------------------------------------------------------------


def long_ago(table: Table, seconds: float) -> None:
    Table.objects.filter(pk=table.pk).update(changed=timezone.now() - timedelta(seconds=seconds))


def to_a_person(table: Table, play_on: PlayOn) -> Table:
    return play_on(table, until=lambda table: not table.bot_due and not table.is_between_deals)


@pytest.mark.parametrize(("patience", "waited", "moved"), [(0, 9000, False), (120, 100, False), (120, 130, True)])
def test_a_bot_moves_for_whoever_is_away(
    shared: Table, play_on: PlayOn, patience: int, waited: float, moved: bool
) -> None:
    to_a_person(shared, play_on)
    Table.objects.filter(pk=shared.pk).update(patience=patience)
    long_ago(shared, waited)
    away, before = {*shared.waits_for}, shared.version
    assert tasks.move_for_absent_players() == moved
    made = shared.moves.filter(number__gt=before).exclude(by=Move.MoverKind.DEALER)
    assert {move.seat for move in made} <= away
    assert made.exists() == moved
    assert all("was away" in move.reason for move in made)
    assert tasks.move_for_absent_players() == 0, "the table has only just moved"


@pytest.mark.slow
def test_the_next_hand_is_dealt_though_nobody_asks(shared: Table, play_on: PlayOn) -> None:
    play_on(shared, until=lambda table: table.is_between_deals)
    if not shared.is_between_deals:
        return
    Table.objects.filter(pk=shared.pk).update(patience=30)
    long_ago(shared, 40)
    assert tasks.move_for_absent_players() == 1
    shared.refresh_from_db()
    assert not shared.is_between_deals


def test_somebody_who_comes_back_at_the_last_moment_moves(shared: Table, play_on: PlayOn, rng: Random) -> None:
    to_a_person(shared, play_on)
    late = Table.objects.get(pk=shared.pk)
    seat = shared.waits_for[0]
    moves.play_move(
        shared, seat, str(shared.engine_game.draw_random_move(shared.board.state, seat, rng)), shared.version
    )
    with pytest.raises(StaleVersion):
        bots.play_for_absent_players(late)
