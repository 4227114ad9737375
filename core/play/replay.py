"""Going through a match move by move, seeing no more than one may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.play.match_log import Log
from core.play.models import Move, Table
from games.engine.table import Table as Board
from games.engine.view import Screen, View

VIEW = "house-rules/view-1"
"""The format of what one seat knows of a match that is not over."""


@dataclass(frozen=True)
class Moment:
    """A match after so many of its moves.

    `finished` says that all cards of the deal of this moment, and the bots' reasons, may be shown.
    """

    table: Table
    board: Board
    move: Move | None
    number: int
    last: int
    finished: bool

    def screen(self, seat: int | None, all_cards: bool) -> Screen:
        """Return what to draw for a seat (None: a bystander); every card if that is wished, and allowed."""
        game, state = self.board.game, self.board.state
        if not (all_cards and self.finished):
            return self.board.screen(seat)
        return game.screen(View(game.slug, seat, game.position(state)))

    def lines(self, seat: int | None, names: Sequence[str]) -> list[str]:
        """Return what the last move told this seat."""
        made = self.move
        return Log(self.table, seat, names).told(made.number, made.seat, made.by, self.board.events[-1]) if made else []

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1

    @property
    def reason(self) -> str:
        """Why the bot made the last move; untold until its cards may be shown, since it speaks of cards in its hand."""
        return self.move.reason if self.move and self.finished else ""


def moment(table: Table, number: int) -> Moment:
    """The match after its first `number` moves, or after all there are."""
    record = table.record()
    last = len(record.moves)
    number = min(max(number, 0), last)
    board = Board.replay(record, number)
    made = table.moves.order_by("number")[number - 1] if number else None
    finished = table.over or table.open_deals > _deals_before(board)
    return Moment(table, board, made, number, last, finished)


def _deals_before(board: Board) -> int:
    """Return how many deals were over when the cards of this moment were dealt."""
    deals = board.state.match.deals
    return deals - 1 if deals and board.state.between else deals


def starts(table: Table) -> list[int]:
    """The number of moves after which each deal begins, for a list to jump from."""
    board = Board(table.played, table.house_rules, table.seats)
    found, before = [0], 0
    for number, (seat, text) in enumerate(table.made()[:-1], 1):
        board.play(seat, text)
        if board.state.match.deals > before:
            before = board.state.match.deals
            found.append(number)
    return found


def own_view(table: Table, seat: int | None) -> dict[str, Any]:
    """Return what one seat knows of a match that is not over, as JSON: the position from there, and what was told."""
    board = table.board
    return {
        "format": VIEW,
        "game": table.game,
        "seat": seat,
        "version": table.version,
        "position": board.view(seat).position,
        "told": Log(table, seat, table.names()).whole(),
    }


def whole_record(table: Table) -> dict[str, Any]:
    """The record of a match that is over, as JSON: with who played, what each deal came to, and the opened deals."""
    deals = [{"salt": one.salt, "text": one.text, "digest": one.digest} for one in table.opened_deals()]
    given = table.moves.filter(number__lte=table.version).order_by("number").values_list("reason", flat=True)
    reasons = {str(place): reason for place, reason in enumerate(given, 1) if reason}
    return {**table.board.account(), "players": table.names(), "deals": deals, "reasons": reasons}
