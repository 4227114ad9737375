"""Where each table stands, kept in memory: so that a move, or a look, does not play the whole match again.

What is stored is options and moves; a board is what they lead to. A board that was handed out is never changed: it is
copied, and the copy goes on. Losing this memory costs nothing but time.
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
"""How many boards a process remembers."""

_kept: OrderedDict[str, tuple[int, Board]] = OrderedDict()
_lock = Lock()


def recall(code: str, version: int, since: int = 0) -> tuple[int, Board] | None:
    """The board of a table at this version or, if that is not in memory, at an earlier one; None if it is not known.

    A board of before version `since` has a move that was taken back.
    """
    with _lock:
        found = _kept.get(code)
        if found is None or not since <= found[0] <= version:
            return None
        _kept.move_to_end(code)
        return found


def keep(code: str, version: int, board: Board) -> None:
    """Remember a board, unless a later one is known already."""
    with _lock:
        found = _kept.get(code)
        if found is None or found[0] < version:
            _kept[code] = (version, board)
        _kept.move_to_end(code)
        while len(_kept) > ROOM:
            _kept.popitem(last=False)


@receiver(table_changed)
def keep_changed(sender: Any, table: Table, engine_table: Board, **kwargs: Any) -> None:
    """Remember where a table stands after a change."""
    code, version = table.code, table.version
    transaction.on_commit(lambda: keep(code, version, engine_table))


def forget() -> None:
    """Forget all boards."""
    with _lock:
        _kept.clear()
    screen.cache_clear()


@lru_cache(maxsize=ROOM)
def screen(board: Board, seat: int | None) -> Screen:
    """What to draw of a board for a seat (None: a bystander): once, since a board that was handed out never changes."""
    return board.screen(seat)


def begin(game: str, options: Options, seats: int) -> Board:
    """The board of a table at which nobody has moved yet."""
    return Board(games.get(game), options, seats)


def go_on(board: Board, moves: Iterable[tuple[int, str]]) -> Board:
    """A copy of a board after these moves of the record."""
    after = board.copy()
    for seat, text in moves:
        after.play(seat, text)
    return after
