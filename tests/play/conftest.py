"""Fixtures for a game, bots that play any legal move, and people at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

import games
from core.play import board_cache, moves, seating, tasks
from core.play.models import Table
from core.play.moves import TableUpdate
from core.play.seating import create_table
from games.engine.bot import Bot, MoveWithReason
from games.engine.game import Game
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.table import Table as Board
from games.engine.view import View

LEARNERS: dict[str, Bot] = {}
"""The real bots that play plainly, by game: with random moves alone a deal may take very long."""


class AnyMove:
    """A bot that plays any legal move, based only on its view."""

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        game = games.get(view.game)
        assert view.seat is not None
        move = game.draw_random_move(game.sample_possible_state(view, rng), view.seat, rng)
        return MoveWithReason(move, f"Seat {view.seat} plays {move.verb}.")


@pytest.fixture(autouse=True)
def _fresh_boards() -> Iterator[None]:
    board_cache.clear_boards()
    yield
    board_cache.clear_boards()


each_game = pytest.mark.parametrize(
    "game", [game.slug for game in games.all_games().values() if game.decides], indirect=True
)
"""For tests that ask something of the game itself: all games in which players decide."""


@pytest.fixture(params=["vazhushal", "court-piece", "guts"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """A game with melds, one with tricks, and one in which everyone decides at once, with quick bots.

    For tests of the tables themselves, other games are like one of these. (`test_turning` has those in which nobody
    decides.)
    """
    found = games.get(request.param)
    LEARNERS[found.slug] = found.bots["learner"]
    monkeypatch.setattr(type(found), "bots", {"learner": AnyMove(), "steady": AnyMove()})
    return found


@pytest.fixture
def plain_bots(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the game's real beginner bots."""
    monkeypatch.setattr(type(game), "bots", {"steady": LEARNERS[game.slug]})


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The turns that the queue was asked to start, as (table ID, version)."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(tasks.bot_turn, "apply_async", lambda args, **more: asked.append(args) or "asked")
    return asked


@pytest.fixture
def rng() -> Random:
    return Random(7)


@pytest.fixture
def shared(game: Game[Any], anna: User, ben: User, woken: list[tuple[int, int]]) -> Table:
    """Anna's table with Ben. The match has begun."""
    seats = max(2, game.seats[0])
    table = create_table(anna.person, game, game.options(), ["me", "link"] + ["steady"] * (seats - 2))
    seating.sit_down(table, ben.person)
    table.refresh_from_db()
    return table


@pytest.fixture
def solo(game: Game[Any], anna: User, woken: list[tuple[int, int]]) -> Table:
    """A table of Anna alone with bots, for a match of several deals."""
    seats = 3 if 3 in game.list_seat_counts(game.options()) else game.seats[0]
    return create_table(anna.person, game, of_several_deals(game, seats), ["me"] + ["steady"] * (seats - 1))


def of_several_deals(game: Game[Any], seats: int) -> Options:
    """Return the first of the standard rules and presets with which a second deal follows the first."""
    return next(options for options in standard_and_presets(game) if _goes_on(Board(game, options, seats)))


def standard_and_presets(game: Game[Any]) -> Iterator[Options]:
    """Yield the standard rules, then those of each preset."""
    yield game.options()
    for preset in game.options.presets:
        yield game.options.load_preset(preset.name)


def _goes_on(board: Board) -> bool:
    rng = Random(0)
    board.play_dealer_moves(rng)
    while not board.is_over and not board.state.is_between_deals:
        board.play_dealer_moves(rng, next_deal=False)
        for seat in board.state.waiting[:1]:
            board.play_move(seat, board.game.draw_random_move(board.state, seat, rng))
    return board.state.is_between_deals


@pytest.fixture
def play_on(rng: Random) -> Callable[..., Table]:
    """Make random legal moves for all players at a table, until the match ends or `until(table)` holds."""

    def go(table: Table, until: Callable[[Table], bool] = lambda table: False, most: int = 3000) -> Table:
        for _ in range(most):
            table.refresh_from_db()
            if table.is_over or until(table):
                return table
            if table.is_between_deals:
                moves.begin_next_deal(table, table.version)
                continue
            seat, board = rng.choice(table.waits_for), table.board
            if rng.random() < 0.5:
                move = table.engine_game.draw_random_move(board.state, seat, rng)
            else:
                move = LEARNERS[table.game].choose_move(board.build_view(seat), rng).move
            moves.play_move(table, seat, str(move), table.version)
        raise AssertionError("The match does not end.")

    return go


@pytest.fixture
def finish(rng: Random) -> Callable[[Table], Table]:
    """Make random legal moves for all players until the match ends, and store them all at once."""

    def go(table: Table) -> Table:
        table.refresh_from_db()
        step = TableUpdate(table)
        while not step.board.is_over:
            state = step.board.state
            if state.waiting == (DEALER,):
                step.add_dealer_moves()
            else:
                step.add_player_move(
                    state.waiting[0], str(table.engine_game.draw_random_move(state, state.waiting[0], rng))
                )
        assert step.save_update()
        return table

    return go
