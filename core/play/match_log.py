"""The log of a match. Each line has the players' names at the time of the move.

A bot that moved for an absent person is called a stand-in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from core.play import board_cache
from core.play.models import FormerPlayer, Move, Table
from core.rendering.narration import (
    OWN,
    LoggedMove,
    LoggedTurn,
    LogLine,
    group_moves_into_turns,
    join_lines_into_sentences,
    list_turns_since_own,
    list_unfinished_turns,
)
from core.rendering.table_context import fill_in_names, list_event_lines
from games.engine.event import Event
from games.engine.narration import CLOSES
from games.engine.table import Table as Board

MOVES = 40
"""The maximum number of moves in the log on the table's page."""
OWN_MOVES = 4
"""The number of the viewer's own last moves that a screen reader can repeat."""


class RecentMoves(NamedTuple):
    """The log of recent moves as the table's page shows it to the viewer, grouped into turns.

    - `missed` are the other players' turns since the viewer's last turn.
    - `begun` is the viewer's unfinished turn, if there is one.
    - `turns` are all turns before those. `since_own` says whether any of them is the viewer's.
    - `own_moves` are the viewer's last moves as pairs of number and text.
    - `logged` is the number of moves in the log if older moves are left out, otherwise 0.
    - `rests` says whether the last move ended something, such as a trick. The page then shows this move for a while.
    """

    missed: list[LoggedTurn]
    begun: list[LoggedTurn]
    turns: list[LoggedTurn]
    own_moves: list[tuple[int, str]]
    since_own: bool
    logged: int
    rests: bool


class MatchLog:
    """The log of a match as the player in a seat sees it. A spectator's seat is None.

    `names` are the current players' names by seat.
    """

    def __init__(self, table: Table, seat: int | None, names: Sequence[str]) -> None:
        self.table, self.seat, self.names = table, seat, names
        changed = table.version > len(table.board.events)  # each change of seats is a version without a move
        self.before = list(table.former_players.select_related("person__user").order_by("until")) if changed else []
        self.plain = not (changed or table.patience)

    def build_recent_moves(self) -> RecentMoves:
        """Build the log of recent moves for the table's page."""
        board = self.table.board
        if self.plain and not self._list_undo_turns():
            return _build_cached_recent_moves(board, self.seat, tuple(self.names))
        made = self.list_moves(MOVES)
        return _build_recent_moves(board, self.seat, made, self._group_turns(made))

    def list_moves(self, most: int) -> Sequence[LoggedMove]:
        """Return the newest moves, oldest first, each with its log lines. There are at most `most` of them."""
        if self.plain:
            return _list_moves_without_seat_changes(self.table.board, self.seat, tuple(self.names), most)
        last = self.table.board.events[-most:] if most else []
        rows = zip(self._load_movers(len(last)), last, strict=True)
        return [
            LoggedMove(
                number, mover, self._build_move_lines(number, mover, by, events), _has_turn_closing_event(events)
            )
            for (number, mover, by), events in rows
        ]

    def list_turns(self, most: int) -> list[LoggedTurn]:
        """Return the newest moves, grouped into turns, oldest first. There are at most `most` moves."""
        return self._group_turns(self.list_moves(most))

    def _group_turns(self, made: Sequence[LoggedMove]) -> list[LoggedTurn]:
        return [*group_moves_into_turns(made, self.table.board.state.waiting), *self._list_undo_turns()]

    def list_all_lines(self) -> list[str]:
        """Return the whole log in sentences, oldest first."""
        return [
            text
            for made in self.list_moves(len(self.table.board.events))
            for text in join_lines_into_sentences(made.lines)
        ]

    def _list_undo_turns(self) -> list[LoggedTurn]:
        """Return a list with one turn, “Mira has undone the last move.”, if the last change at the table was an undo.

        Otherwise, the list is empty. The log needs this turn because the move itself is deleted.
        """
        table = self.table
        if not table.rewound or table.rewound != table.version:
            return []
        assert table.rewound_by is not None
        text = fill_in_names(f"{{{table.rewound_by}}} has undone the last move.", self.names, self.seat)
        return [LoggedTurn(table.version, table.rewound_by, text, over=True)]

    def list_move_lines(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[str]:
        """Return the log lines of a move as sentences.

        `number` is the move's number, and `mover` the seat that made it. `by` says whether a person, the seat's bot, or
        a stand-in made the move. `events` are what the engine says has happened in it.
        """
        return join_lines_into_sentences(self._build_move_lines(number, mover, by, events))

    def _build_move_lines(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[LogLine]:
        names, own = list(self.names), True
        for one in self._find_former_players(number):
            names[one.number] = one.display_name
            own = own and one.number != self.seat
        if by == Move.MoverKind.STAND_IN:
            mine = own and mover == self.seat
            names[mover] = OWN[1] if mine else f"{names[mover]}’s stand-in"
            own = own and not mine
        return list_event_lines(self.table.engine_game, events, self.seat, tuple(names), own)

    def _find_former_players(self, number: int) -> Iterable[FormerPlayer]:
        """Return the players who had a seat at the time of the move with this number, but don't have it anymore."""
        return {one.number: one for one in reversed(self.before) if number < one.until}.values()

    def _load_movers(self, last: int) -> list[tuple[int, int, str]]:
        """Return who made each of the last moves, as tuples of the move's number, the seat, and the type of mover.

        `last` says how many moves. The oldest of them comes first.
        """
        moves = self.table.moves.filter(number__lte=self.table.version).order_by("-number")
        return list(moves.values_list("number", "seat", "by")[:last])[::-1]


@lru_cache(maxsize=board_cache.ROOM)
def _list_moves_without_seat_changes(
    board: Board, seat: int | None, names: tuple[str, ...], most: int
) -> Sequence[LoggedMove]:
    """Return the newest moves, oldest first, with their log lines. There are at most `most` of them.

    This works only for a match in which no seat has changed its player and no bot has moved for an absent person.
    """
    first = max(0, len(board.events) - most)
    rows = zip(board.record.moves[first:], board.events[first:], strict=True)
    return [
        LoggedMove(number, mover, list_event_lines(board.game, events, seat, names), _has_turn_closing_event(events))
        for number, ((mover, _), events) in enumerate(rows, first + 1)
    ]


@lru_cache(maxsize=board_cache.ROOM)
def _build_cached_recent_moves(board: Board, seat: int | None, names: tuple[str, ...]) -> RecentMoves:
    """Return the log of recent moves in a match in which no seat has changed its player.

    Bots mustn't have moved for absent people either. The log is cached for each board, viewer's seat, and names.
    """
    made = _list_moves_without_seat_changes(board, seat, names, MOVES)
    return _build_recent_moves(board, seat, made, group_moves_into_turns(made, board.state.waiting))


def _build_recent_moves(
    board: Board, seat: int | None, made: Sequence[LoggedMove], turns: Sequence[LoggedTurn]
) -> RecentMoves:
    missed, at_it = list_turns_since_own(turns, seat), list_unfinished_turns(turns, seat)
    before = list(turns[: len(turns) - len(missed) - len(at_it)])
    own = [one for one in made if one.seat == seat][-OWN_MOVES:]
    return RecentMoves(
        missed=missed,
        begun=at_it,
        turns=before,
        own_moves=[(one.number, " ".join(join_lines_into_sentences(one.lines))) for one in own],
        since_own=any(turn.seat == seat for turn in before),
        logged=len(made) if len(board.events) > len(made) else 0,
        rests=bool(made and made[-1].closes),
    )


def _has_turn_closing_event(events: Iterable[Event]) -> bool:
    return any(one.kind in CLOSES for one in events)
