"""The replay of a match, move by move, showing no more than the viewer can see. Also exports matches as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from core.play.match_log import MatchLog
from core.play.models import Move, Table
from games.engine.table import Table as Board
from games.engine.view import Screen, View

KEPT = 3600
VIEW = "house-rules/view-1"
"""The format name of the JSON that contains what one seat knows about a match in progress."""


@dataclass(frozen=True)
class ReplayMoment:
    """The state of a match after its first `number` moves, as the replay shows it. The match has `last` moves.

    `move` is the move that led to this state, or None before the first move. `finished` says that all cards of the
    current deal, and the bots' reasons, can be shown.
    """

    table: Table
    board: Board
    move: Move | None
    number: int
    last: int
    finished: bool

    def build_screen(self, seat: int | None, all_cards: bool) -> Screen:
        """Return what the player in this seat sees at this moment, as the engine's `Screen`.

        A spectator's seat is None. With `all_cards`, the screen shows everyone's cards if that's already allowed.
        """
        game, state = self.board.game, self.board.state
        if not (all_cards and self.finished):
            return self.board.build_screen(seat)
        return game.build_screen(View(game.slug, seat, game.build_position(state)))

    def list_log_lines(self, seat: int | None, names: Sequence[str]) -> list[str]:
        """Return the log lines of the last move as sentences, as the player in this seat sees them.

        Returns [] before the first move. `names` are the players' names by seat.
        """
        made = self.move
        return (
            MatchLog(self.table, seat, names).list_move_lines(made.number, made.seat, made.by, self.board.events[-1])
            if made
            else []
        )

    @property
    def previous_move_number(self) -> int:
        return self.number - 1

    @property
    def next_move_number(self) -> int:
        return self.number + 1

    @property
    def bot_reason(self) -> str:
        """The bot's reason for the last move, or "" if there is none.

        It's also "" until all cards can be shown, because the reason mentions cards.
        """
        return self.move.reason if self.move and self.finished else ""


def load_replay_moment(table: Table, number: int) -> ReplayMoment:
    """Load the match after its first `number` moves, or after all moves if there are fewer."""
    record = table.build_record()
    last = len(record.moves)
    number = min(max(number, 0), last)
    board = Board.replay_record(record, number)
    made = table.moves.order_by("number")[number - 1] if number else None
    finished = table.is_over or table.revealed_deal_count > count_earlier_deals(board)
    return ReplayMoment(table, board, made, number, last, finished)


def count_earlier_deals(board: Board) -> int:
    """Return the number of deals that were over before the deal to which the cards on the board belong."""
    deals = board.state.match.deals
    return deals - 1 if deals and (board.state.is_between_deals or board.is_over) else deals


def list_deal_starts(table: Table) -> list[int]:
    """Return for each deal how many moves were made before it, in order. The replay uses them for links to the deals.

    It's cached, because each step of a replay has these links.
    """
    key = f"deal-starts:{table.code}:{table.version}:{table.rewound}"
    return cache.get_or_set(key, lambda: _find_deal_starts(table), KEPT) or []


def _find_deal_starts(table: Table) -> list[int]:
    board = Board(table.engine_game, table.house_rules, table.seats)
    found, before = [0], 0
    for number, (seat, text) in enumerate(table.list_moves()[:-1], 1):
        board.play_move(seat, text)
        if board.state.match.deals > before:
            before = board.state.match.deals
            found.append(number)
    return found


def build_seat_view_json(table: Table, seat: int | None) -> dict[str, Any]:
    """Return what the player in a seat knows about a match, as JSON: the position as they see it, and the log."""
    board = table.board
    return {
        "format": VIEW,
        "game": table.game,
        "seat": seat,
        "version": table.version,
        "position": board.build_view(seat).position,
        "told": MatchLog(table, seat, table.list_player_names()).list_all_lines(),
    }


def build_finished_match_record(table: Table) -> dict[str, Any]:
    """Return the record of a finished match as JSON, with players' names, the dealer's shuffles, and bots' reasons."""
    deals = [{"salt": one.salt, "text": one.text, "digest": one.digest} for one in table.list_revealed_deals()]
    given = table.moves.filter(number__lte=table.version).order_by("number").values_list("reason", flat=True)
    reasons = {str(place): reason for place, reason in enumerate(given, 1) if reason}
    return build_match_record(table.board, table.list_player_names(), deals, reasons)


def build_match_record(
    board: Board, players: Sequence[str] = (), deals: Sequence[Any] = (), reasons: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the record of a match as JSON. It has the house rules and all moves.

    `players` are the names by seat, `deals` the dealer's shuffles in the finished deals, and `reasons` the bots'
    reasons by the number of the move, as a string. For a match that only bots played, leave out all three.
    """
    return {**board.export_match(), "players": players, "deals": deals, "reasons": reasons or {}}
