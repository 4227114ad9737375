"""An in-memory cache of boards (the engine's table objects), so that a request doesn't replay the whole match.

The database stores only options and moves, and the board is computed from them. A board in the cache is never changed:
it's copied, and the copy is changed. If the cache is lost, this only costs time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.dispatch import receiver

import games
from core.play.signals import table_changed
from games.engine.options import Options
from games.engine.table import Table as Board
from games.engine.view import Screen

if TYPE_CHECKING:
    from core.play.models import Table

ROOM = 300
"""The maximum number of boards in a process's cache."""

_kept: OrderedDict[str, tuple[int, Board]] = OrderedDict()
_lock = Lock()


def find_board(code: str, version: int, since: int = 0) -> tuple[int, Board] | None:
    """Return the cached board of the table with this code, as a pair of its version and the board.

    Returns None if no board is cached, or if its version isn't in the range from `since` to `version`. A later board is
    too new. An earlier one might have a move that was undone.
    """
    with _lock:
        found = _kept.get(code)
        if found is None or not since <= found[0] <= version:
            return None
        _kept.move_to_end(code)
        return found


def store_board(code: str, version: int, board: Board) -> None:
    """Cache a board, unless a later one is already cached."""
    with _lock:
        found = _kept.get(code)
        if found is None or found[0] < version:
            _kept[code] = (version, board)
        _kept.move_to_end(code)
        while len(_kept) > ROOM:
            _kept.popitem(last=False)


@receiver(table_changed)
def store_changed_board(sender: Any, table: Table, engine_table: Board, **kwargs: Any) -> None:
    """Cache the new board of a table that has changed, after the transaction commits.

    Receives the signal `table_changed`. `engine_table` is the new board.
    """
    code, version = table.code, table.version
    transaction.on_commit(lambda: store_board(code, version, engine_table))


def clear_boards() -> None:
    """Remove all boards from the cache."""
    with _lock:
        _kept.clear()
    get_screen_for_seat.cache_clear()


@lru_cache(maxsize=ROOM)
def get_screen_for_seat(board: Board, seat: int | None) -> Screen:
    """Return what a page shows of a board to the player in this seat, as the engine's `Screen`.

    For a spectator, `seat` is None. The result is cached, because boards in the cache never change.
    """
    return board.build_screen(seat)


def create_board(game: str, options: Options, seats: int) -> Board:
    """Create the board of a table as it is before the first move."""
    return Board(games.get(game), options, seats)


def play_moves_on_copy(board: Board, moves: Iterable[tuple[int, str]]) -> Board:
    """Return a copy of a board after these further moves, which are pairs of a seat and the move's text."""
    after = board.copy()
    for seat, text in moves:
        after.play_move(seat, text)
    return after
