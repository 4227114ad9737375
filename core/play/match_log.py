"""The log of a match: each line with the names that were at the table then, and a bot that stood in named as one."""

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
"""How many moves a page goes back."""
OWN_MOVES = 4
"""How many of one's own moves are said to somebody who has not heard them yet."""


class RecentMoves(NamedTuple):
    """What a page tells of the last moves: what others did since one's own turn, what one has begun, the turns before.

    One's own last moves have their numbers; `since_own` says whether one of the turns before was one's own. `logged`
    counts the moves that are told if there were more, and `rests` says that what was played last is to be seen.
    """

    missed: list[LoggedTurn]
    begun: list[LoggedTurn]
    turns: list[LoggedTurn]
    own_moves: list[tuple[int, str]]
    since_own: bool
    logged: int
    rests: bool


class Log:
    """What the moves of a match told a seat (None: a bystander); `names` are those of who sits there now."""

    def __init__(self, table: Table, seat: int | None, names: Sequence[str]) -> None:
        self.table, self.seat, self.names = table, seat, names
        changed = table.version > len(table.board.events)  # a change of seats is a version without a move
        self.before = list(table.sitters.select_related("person__user").order_by("until")) if changed else []
        self.plain = not (changed or table.patience)

    def news(self) -> RecentMoves:
        """Return what a page tells."""
        board = self.table.board
        if self.plain and not self._taken_back():
            return _plain_news(board, self.seat, tuple(self.names))
        made = self.made(MOVES)
        return _news(board, self.seat, made, self._as_turns(made))

    def made(self, most: int) -> Sequence[LoggedMove]:
        """The last so many moves, and what each told."""
        if self.plain:
            return _plainly(self.table.board, self.seat, tuple(self.names), most)
        last = self.table.board.events[-most:] if most else []
        rows = zip(self._record(len(last)), last, strict=True)
        return [
            LoggedMove(number, mover, self._lines(number, mover, by, events), _closes(events))
            for (number, mover, by), events in rows
        ]

    def turns(self, most: int) -> list[LoggedTurn]:
        """The last so many moves as turns, oldest first."""
        return self._as_turns(self.made(most))

    def _as_turns(self, made: Sequence[LoggedMove]) -> list[LoggedTurn]:
        return [*in_turns(made, self.table.board.state.waiting), *self._taken_back()]

    def whole(self) -> list[str]:
        """Return all that was told, oldest first."""
        return [text for made in self.made(len(self.table.board.events)) for text in in_sentences(made.lines)]

    def _taken_back(self) -> list[LoggedTurn]:
        """That the last thing that happened was a move taken back: it is told until something else happens."""
        table = self.table
        if not table.rewound or table.rewound != table.version:
            return []
        assert table.rewound_by is not None
        text = fill_names(f"{{{table.rewound_by}}} takes the last move back.", self.names, self.seat)
        return [LoggedTurn(table.version, table.rewound_by, text, over=True)]

    def told(self, number: int, mover: int, by: Any, events: Iterable[Event]) -> list[str]:
        """Return what one move told."""
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
        """Whoever sat at a seat when this move was made, and sits there no more."""
        return {one.number: one for one in reversed(self.before) if number < one.until}.values()

    def _record(self, last: int) -> list[tuple[int, int, str]]:
        """Number, seat and maker of the last so many moves."""
        moves = self.table.moves.filter(number__lte=self.table.version).order_by("-number")
        return list(moves.values_list("number", "seat", "by")[:last])[::-1]


@lru_cache(maxsize=board_cache.ROOM)
def _plainly(board: Board, seat: int | None, names: tuple[str, ...], most: int) -> Sequence[LoggedMove]:
    """The last so many moves of a board at which nobody came, left, or stood in."""
    first = max(0, len(board.events) - most)
    rows = zip(board.record.moves[first:], board.events[first:], strict=True)
    return [
        LoggedMove(number, mover, told_of(board.game, events, seat, names), _closes(events))
        for number, ((mover, _), events) in enumerate(rows, first + 1)
    ]


@lru_cache(maxsize=board_cache.ROOM)
def _plain_news(board: Board, seat: int | None, names: tuple[str, ...]) -> RecentMoves:
    """Return what a page tells of such a board, until something happens."""
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
