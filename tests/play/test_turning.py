"""Tables where cards are flipped automatically: one task at a time, stopped, one card at a time, and all at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games
from core.play import autoplay, bots, forecasts, tasks
from core.play import moves as table_moves
from core.play.errors import BadSeats, NotPlaying
from core.play.match_log import MOVES
from core.play.models import OVERDUE, Move, Table
from core.play.seating import create_table
from games.engine.bot import ITSELF
from games.engine.game import Game
from games.engine.options import Options
from tests.play.conftest import standard_and_presets

pytestmark = pytest.mark.django_db
GAMES = [game for game in games.all_games().values() if not game.decides]
Woken = list[tuple[int, int]]
VALUES = re.compile(r'name="how" value="(\w+)"')


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def still(request: pytest.FixtureRequest) -> Game[Any]:
    """A game in which nobody decides."""
    found: Game[Any] = request.param
    return found


@pytest.fixture
def alone(still: Game[Any], anna: User, woken: Woken) -> Table:
    """Anna, and a seat whose cards are flipped automatically."""
    seats = still.seats[0]
    return create_table(anna.person, still, still.options(), ["me"] + [ITSELF] * (seats - 1))


def rules_for(still: Game[Any], seats: int) -> Options:
    """Return the first house rules, standard or of a preset, for this many players."""
    return next(options for options in standard_and_presets(still) if seats in still.list_seat_counts(options))


def let(table: Table, how: str, woken: Woken, capture: Any) -> None:
    """Press a button, and send the messages that follow from it."""
    table.refresh_from_db()
    woken.clear()
    with capture(execute=True):
        autoplay.set_autoplay(table, how, table.version)


def test_a_game_without_decisions_has_neither_bots_nor_hints(still: Game[Any], anna: User) -> None:
    assert not still.bots
    assert still.automatic_player_levels == (ITSELF,)
    with pytest.raises(BadSeats):
        create_table(anna.person, still, still.options(), ["me", "steady"])


def test_no_other_table_turns_by_itself(anna: User) -> None:
    game = next(game for game in games.all_games().values() if game.decides)
    with pytest.raises(BadSeats):
        create_table(anna.person, game, game.options(), ["me", *[ITSELF] * (game.seats[0] - 1)])
    table = create_table(anna.person, game, game.options(), ["link"] * game.seats[0])
    with pytest.raises(NotPlaying):
        autoplay.set_autoplay(table, "card")


@pytest.mark.slow
def test_a_seat_turns_by_itself_and_a_person_by_hand(alone: Table) -> None:
    for _ in range(40):
        alone.refresh_from_db()
        if alone.is_over:
            return
        seat = alone.waits_for[0]
        assert (alone.bot_due is None) == (seat == 0)
        if seat == 0:
            table_moves.play_move(alone, 0, str(alone.board.list_moves(0)[0]), alone.version)
        else:
            assert bots.play_bot_turn(alone.pk, alone.version)
    made = set(alone.moves.values_list("seat", "by"))
    assert (0, Move.MoverKind.PERSON) in made
    assert (1, Move.MoverKind.ITSELF) in made
    assert (0, Move.MoverKind.ITSELF) not in made


@pytest.mark.parametrize("how", ["card", "pile"])
def test_one_task_is_pending_and_asks_for_the_next(
    alone: Table, how: str, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    let(alone, how, woken, django_capture_on_commit_callbacks)
    for _ in range(12):
        assert woken == [(alone.pk, alone.version)]
        (asked,), before = woken[:], alone.board
        woken.clear()
        with django_capture_on_commit_callbacks(execute=True):
            tasks.bot_turn(*asked)
            tasks.bot_turn(*asked)  # a message may come twice
        alone.refresh_from_db()
        if alone.is_over:
            return
        made = [event.kind for events in alone.board.events[len(before.events) :] for event in events]
        assert made.count("turn") == 1 if how == "card" else "trick" in made[-3:]


def test_a_message_that_was_lost_is_made_good(
    alone: Table, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    let(alone, "card", woken, django_capture_on_commit_callbacks)
    woken.clear()
    Table.objects.filter(pk=alone.pk).update(bot_due=timezone.now() - 2 * OVERDUE)
    assert tasks.request_overdue_bot_turns() == 1
    assert woken == [(alone.pk, alone.version)]


def test_what_was_asked_for_before_a_stop_does_nothing(
    alone: Table, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    let(alone, "card", woken, django_capture_on_commit_callbacks)
    (asked,) = woken
    let(alone, "held", woken, django_capture_on_commit_callbacks)
    assert not woken
    assert alone.bot_due is None
    moves = alone.moves.count()
    assert bots.play_bot_turn(*asked) is None
    assert alone.moves.count() == moves


def test_a_card_at_a_time_and_once_for_a_request_that_comes_twice(alone: Table, woken: Woken) -> None:
    autoplay.set_autoplay(alone, "held", alone.version)
    for _ in range(5):
        version, moves = alone.version, alone.moves.count()
        autoplay.set_autoplay(alone, "step", version)
        autoplay.set_autoplay(alone, "step", version)
        assert alone.moves.count() == moves + 1
        assert alone.bot_due is None


def test_a_match_is_wound_to_its_end_in_one_task(
    alone: Table, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    let(alone, "end", woken, django_capture_on_commit_callbacks)
    (asked,) = woken
    woken.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tasks.bot_turn(*asked)
    alone.refresh_from_db()
    assert not woken
    assert alone.status == Table.Status.OVER
    assert alone.turning == Table.AutoplayMode.SEATS
    assert alone.board.state.match.results
    assert alone.build_record().moves == alone.replay_first_moves(alone.moves.count()).record.moves


@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_the_log_says_that_it_begins_late(
    still: Game[Any], anna: User, as_anna: Client, woken: Woken, django_capture_on_commit_callbacks: Any, seats: str
) -> None:
    """After flipping to the end, a player's own turn can be long ago, so nothing has happened “since” it."""
    number = still.seats[0] if seats == "fewest" else still.seats[-1]
    table = create_table(anna.person, still, rules_for(still, number), ["me"] + [ITSELF] * (number - 1))
    assert "Last 40 moves" not in as_anna.get(table.get_absolute_url()).text
    let(table, "end", woken, django_capture_on_commit_callbacks)
    tasks.bot_turn(*woken[0])
    table.refresh_from_db()
    page, moves = as_anna.get(table.get_absolute_url()).text, table.list_moves()
    assert ("Last 40 moves. “Replay” has them all." in page) == (len(moves) > MOVES)
    assert "Since your turn" not in page or 0 in [seat for seat, _ in moves[-MOVES:]]


def test_a_long_match_is_wound_in_parts(
    alone: Table, woken: Woken, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autoplay, "MOST", 10)
    let(alone, "end", woken, django_capture_on_commit_callbacks)
    parts = 0
    while woken:
        (asked,) = woken
        woken.clear()
        with django_capture_on_commit_callbacks(execute=True):
            tasks.bot_turn(*asked)
        parts += 1
    alone.refresh_from_db()
    assert alone.status == Table.Status.OVER
    assert parts > 1


def test_the_page_offers_it_and_strangers_have_no_part_in_it(alone: Table, anna: User, ben: User) -> None:
    address = reverse("play:turning", args=[alone.code])
    for user, status in ((anna, 302), (ben, 404)):
        client = Client()
        client.force_login(user)
        assert client.post(address, {"how": "held", "version": alone.version}).status_code == status
    client = Client()
    client.force_login(anna)
    page = client.get(alone.get_absolute_url()).content.decode()
    assert 'value="step"' in page
    assert "hint" not in page.partition('id="board"')[2].partition("</div>")[0]


@pytest.mark.parametrize(
    ("how", "offered"),
    [
        ("seats", ["card", "end"]),
        ("card", ["held", "end"]),
        ("pile", ["held", "end"]),
        ("held", ["card", "end", "step"]),
    ],
)
def test_above_the_felt_is_only_what_a_player_needs_now(
    alone: Table, as_anna: Client, how: str, offered: list[str]
) -> None:
    autoplay.set_autoplay(alone, how, alone.version)
    board, _, sheets = as_anna.get(alone.get_absolute_url()).text.partition('id="board"')[2].partition("data-table")
    assert VALUES.findall(board) == offered
    assert VALUES.findall(sheets.partition('id="more"')[2]) == ["card", "pile", "seats"]


def test_a_forecast_is_answered_by_what_then_happens(alone: Table) -> None:
    autoplay.set_autoplay(alone, "held", alone.version)
    names, place = ["Anna", "Bruno"], alone.list_seats()[0]
    outcomes = []
    while not alone.is_over and len(outcomes) < 5:
        now = forecasts.find_forecast_question(alone, place, names)
        assert now is not None
        assert now.said is None
        assert now.settled == len(outcomes)
        forecasts.save_forecast(alone, place, 0, alone.version)
        forecasts.save_forecast(alone, place, 1, alone.version)  # one has had one's say
        before = alone.board
        name = before.game.find_forecast_to_ask(before.build_view(0))
        while (answer := before.game.forecasts[name].settle(alone.board.events[len(before.events) :])) is None:
            autoplay.set_autoplay(alone, "step", alone.version)
        outcomes.append(answer == 0)
        place.refresh_from_db()
        assert len(place.forecasts) == len(outcomes)
    alone.refresh_from_db()
    if not alone.is_over:
        now = forecasts.find_forecast_question(alone, place, names)
        assert now is not None
        assert (now.right, now.settled) == (sum(outcomes), len(outcomes))


def test_nobody_forecasts_what_has_happened_or_who_is_not_there(alone: Table) -> None:
    autoplay.set_autoplay(alone, "held", alone.version)
    place, seen = alone.list_seats()[0], alone.version
    while not any(event.kind == "trick" for events in alone.board.events for event in events):
        autoplay.set_autoplay(alone, "step", alone.version)
    if not alone.is_over:
        forecasts.save_forecast(alone, place, 0, seen)
        place.refresh_from_db()
        assert place.forecasts == []
        with pytest.raises(NotPlaying):
            forecasts.save_forecast(alone, place, alone.seats, alone.version)


def test_who_is_out_is_not_among_the_answers(still: Game[Any], anna: User) -> None:
    seats = still.seats[-1]
    table = create_table(anna.person, still, rules_for(still, seats), ["me"] + [ITSELF] * (seats - 1))
    autoplay.set_autoplay(table, "held", table.version)
    out: list[int] = []
    while not out and not table.is_over:
        autoplay.set_autoplay(table, "step", table.version)
        out = [note.seat for note in table.board.build_screen(0).seats if note.out]
    place = table.list_seats()[0]
    now = forecasts.find_forecast_question(table, place, table.list_player_names())
    assert out
    assert now is not None
    assert [seat for seat, _ in now.answers] == [seat for seat in range(seats) if seat not in out]
    with pytest.raises(NotPlaying):
        forecasts.save_forecast(table, place, out[0], table.version)
