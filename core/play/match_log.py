"""The log of a match. Each line has the names of that time, and a bot that stood in for a person is named so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from core.play import board_cache
from core.play.models import Move, Sitter, Table
from core.rendering.narration import OWN, Line, LoggedMove, LoggedTurn, begun, in_sentences, in_turns, since
from core.rendering.table_context import fill_names, told_of
from games.engine.event import Event
from games.engine.narration import CLOSES
from games.engine.table import Table as Board

MOVES = 40
"""The number of moves in the log on the table's page."""
OWN_MOVES = 4
"""The number of the viewer's own last moves that a screen reader can hear again."""


class RecentMoves(NamedTuple):
    """The log of the last moves as the table's page shows it, from the viewer's seat.

    `missed` are the others' turns since the viewer's last one, `begun` is the viewer's unfinished turn, and `turns` are
    those before. `own_moves` are the viewer's last moves with their numbers; `since_own` says whether `turns` has one
    of the viewer's turns. `logged` is the number of moves told if there were more, else 0. `rests` says that the last
    move ended a trick or the like, so that the page shows it for a while.
    """

    missed: list[LoggedTurn]
    begun: list[LoggedTurn]
    turns: list[LoggedTurn]
    own_moves: list[tuple[int, str]]
    since_own: bool
    logged: int
    rests: bool


class Log:
    """The log of a match for a seat (None: a spectator); `names` are those of the current players."""

    def __init__(self, table: Table, seat: int | None, names: Sequence[str]) -> None:
        self.table, self.seat, self.names = table, seat, names
        changed = table.version > len(table.board.events)  # each change of seats is a version without a move
        self.before = list(table.sitters.select_related("person__user").order_by("until")) if changed else []
        self.plain = not (changed or table.patience)

    def news(self) -> RecentMoves:
        """Return what the table's page tells about the last moves."""
        board = self.table.board
        if self.plain and not self._taken_back():
            return _plain_news(board, self.seat, tuple(self.names))
        made = self.made(MOVES)
        return _news(board, self.seat, made, self._as_turns(made))

    def made(self, most: int) -> Sequence[LoggedMove]:
        """Return the last `most` moves with what each told."""
        if self.plain:
            return _plainly(self.table.board, self.seat, tuple(self.names), most)
        last = self.table.board.events[-most:] if most else []
        rows = zip(self._record(len(last)), last, strict=True)
        return [
            LoggedMove(number, mover, self._lines(number, mover, by, events), _closes(events))
            for (number, mover, by), events in rows
        ]

    def turns(self, most: int) -> list[LoggedTurn]:
        """Return the last `most` moves as turns, oldest first."""
        return self._as_turns(self.made(most))

    def _as_turns(self, made: Sequence[LoggedMove]) -> list[LoggedTurn]:
        return [*in_turns(made, self.table.board.state.waiting), *self._taken_back()]

    def whole(self) -> list[str]:
        """Return the whole log in sentences, oldest first."""
        return [text for made in self.made(len(self.table.board.events)) for text in in_sentences(made.lines)]

    def _taken_back(self) -> list[LoggedTurn]:
        """Return a line that says that a move was taken back, if that's the last thing that happened."""
        table = self.table
        if not table.rewound or table.rewound != table.version:
            return []
        assert table.rewound_by is not None
        text = fill_names(f"{{{table.rewound_by}}} takes the last move back.", self.names, self.seat)
        return [LoggedTurn(table.version, table.rewound_by, text, over=True)]

    def told(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[str]:
        """Return what one move told, in sentences."""
        return in_sentences(self._lines(number, mover, by, events))

    def _lines(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[Line]:
        names, own = list(self.names), True
        for one in self._before(number):
            names[one.number] = one.called
            own = own and one.number != self.seat
        if by == Move.By.STAND_IN:
            mine = own and mover == self.seat
            names[mover] = OWN[1] if mine else f"{names[mover]}’s stand-in"
            own = own and not mine
        return told_of(self.table.played, events, self.seat, tuple(names), own)

    def _before(self, number: int) -> Iterable[Sitter]:
        """Return the former players who sat at a seat when this move was made."""
        return {one.number: one for one in reversed(self.before) if number < one.until}.values()

    def _record(self, last: int) -> list[tuple[int, int, str]]:
        """Return number, seat, and maker of the last `last` moves, oldest first."""
        moves = self.table.moves.filter(number__lte=self.table.version).order_by("-number")
        return list(moves.values_list("number", "seat", "by")[:last])[::-1]


@lru_cache(maxsize=board_cache.ROOM)
def _plainly(board: Board, seat: int | None, names: tuple[str, ...], most: int) -> Sequence[LoggedMove]:
    """Return the last `most` moves of a board at which nobody came, left, or was replaced by a bot."""
    first = max(0, len(board.events) - most)
    rows = zip(board.record.moves[first:], board.events[first:], strict=True)
    return [
        LoggedMove(number, mover, told_of(board.game, events, seat, names), _closes(events))
        for number, ((mover, _), events) in enumerate(rows, first + 1)
    ]


@lru_cache(maxsize=board_cache.ROOM)
def _plain_news(board: Board, seat: int | None, names: tuple[str, ...]) -> RecentMoves:
    """Return the recent moves of such a board; cached until it changes."""
    made = _plainly(board, seat, names, MOVES)
    return _news(board, seat, made, in_turns(made, board.state.waiting))


def _news(board: Board, seat: int | None, made: Sequence[LoggedMove], turns: Sequence[LoggedTurn]) -> RecentMoves:
    missed, at_it = since(turns, seat), begun(turns, seat)
    before = list(turns[: len(turns) - len(missed) - len(at_it)])
    own = [one for one in made if one.seat == seat][-OWN_MOVES:]
    return RecentMoves(
        missed=missed,
        begun=at_it,
        turns=before,
        own_moves=[(one.number, " ".join(in_sentences(one.lines))) for one in own],
        since_own=any(turn.seat == seat for turn in before),
        logged=len(made) if len(board.events) > len(made) else 0,
        rests=bool(made and made[-1].closes),
    )


def _closes(events: Iterable[Event]) -> bool:
    return any(one.kind in CLOSES for one in events)
