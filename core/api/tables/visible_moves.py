"""The moves of a match, showing only what one seat can know about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.play.match_log import MatchLog
from core.play.models import Move
from core.play.table_context import TableViewer
from games.engine.event import Event


@dataclass(frozen=True)
class VisibleMove:
    """A move and its events, for the seat whose `log` this is. `move` and `all_events` can have hidden cards.

    The properties leave out what this seat can't know.
    """

    move: Move
    all_events: Sequence[Event]
    log: MatchLog

    @property
    def mover_kind(self) -> str:
        """The kind of mover, such as a person. Another player's forced move counts as made by a person.

        If that move were marked as forced, it would reveal something about the player's hand.
        """
        forced = self.move.by == Move.MoverKind.ITSELF and self.log.table.engine_game.decides
        return Move.MoverKind.PERSON.value if forced and self.move.seat != self.log.seat else self.move.by

    @property
    def own_text(self) -> str | None:
        """The move's text, or None for another seat's move, because its text might contain hidden cards."""
        return self.move.text if self.move.seat == self.log.seat else None

    @property
    def events(self) -> list[Event]:
        return [event.for_seat(self.log.seat) for event in self.all_events]

    @property
    def log_lines(self) -> list[str]:
        return self.log.list_move_lines(self.move.number, self.move.seat, self.move.by, self.all_events)


@dataclass(frozen=True)
class VisibleMoves:
    """The first moves after a version of a table.

    If there are `more` moves, `version` is the version from which to continue. Otherwise, it's the table's version.
    """

    viewer: TableViewer
    moves: Sequence[VisibleMove]
    more: bool

    @property
    def version(self) -> int:
        return self.moves[-1].move.number if self.more else self.viewer.table.version


def list_visible_moves(viewer: TableViewer, since: int, limit: int) -> VisibleMoves:
    """Return at most `limit` moves after version `since`, showing only what the viewer's seat can know."""
    table = viewer.table
    log = MatchLog(table, viewer.seat, viewer.player_names)
    rows = zip(table.moves.filter(number__lte=table.version).order_by("number"), table.board.events, strict=True)
    moves = [VisibleMove(move, events, log) for move, events in rows if move.number > since]
    return VisibleMoves(viewer, moves[:limit], len(moves) > limit)
