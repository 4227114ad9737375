"""API views for tables. A program can do what a person can do on the page, with the same permissions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import ApiViewSet, build_query_parameter, document_operation, resolve_house_rules
from core.api.errors import Problem
from core.api.parsers import parse_integer_parameter
from core.api.tables.serializers import (
    ANY_RECORD,
    AutomaticTurnsRequest,
    BotRequest,
    JoinRequest,
    MadeMoveSerializer,
    MoveResponseSerializer,
    MovesSerializer,
    PlayMoveRequest,
    TableRequest,
    TableRowSerializer,
    TableSerializer,
    TableVersionRequest,
)
from core.api.tables.visible_moves import list_visible_moves
from core.play import autoplay, moves, replay, seating
from core.play.models import Table
from core.play.seating import check_table_limit, create_table
from core.play.table_context import TableViewer
from core.rendering.table_context import fill_in_violation_names
from games.engine.clause import IllegalMove

SEAT = build_query_parameter("seat", "Your own seat. Any other is an error.", {"type": "integer", "minimum": 0})


class TableViewSet(ListModelMixin, ApiViewSet):
    scopes = ("play",)
    lookup_field = "code"
    serializer_class = TableRowSerializer

    def get_queryset(self) -> QuerySet[Table]:
        return Table.objects.visible_to(self.person)

    def paginate_queryset(self, queryset: Any) -> Any:
        return [self.get_viewer(table) for table in super().paginate_queryset(queryset) or ()]

    def get_viewer(self, table: Table) -> TableViewer:
        """Return a `TableViewer`, which shows the table as the token's person can see it."""
        return TableViewer(table, table.list_seats(), self.person)

    def get_own_seat(self) -> tuple[Table, int]:
        """Return the table and the number of the person's seat. Raises Problem if the person doesn't have one."""
        table = self.get_object()
        seat = table.find_seat(self.person)
        if seat is None:
            raise Problem("table.not-seated")
        return table, seat.number

    def serialize_table(self, code: str) -> Any:
        """Load the table with this code, and return it as JSON, as the person's seat sees it."""
        return TableSerializer(self.get_viewer(Table.objects.get(code=code))).data

    def change_and_respond(self, change: Callable[[], Table], status: int = 200) -> Response:
        """Call `change`, which changes or creates a table and returns it. Respond with this table as JSON.

        If a request is sent again with the same idempotency key, `change` isn't called again. `status` is the HTTP
        status of the response.
        """
        return self.respond_idempotently(lambda: change().code, self.serialize_table, status)

    def act_and_respond(self, act: Callable[[Table, int], object]) -> Response:
        """Call `act` with the table and the number of the person's seat, and respond with the table as JSON.

        If a request is sent again with the same idempotency key, `act` isn't called again. Raises Problem if the person
        has no seat there.
        """

        def act_at_seat() -> Table:
            table, seat = self.get_own_seat()
            act(table, seat)
            return table

        return self.change_and_respond(act_at_seat)

    @document_operation("listTables", TableRowSerializer, tag="tables")
    def list(self, request: Request) -> Response:
        """Your tables, most recently played first."""
        return super().list(request)

    @document_operation(
        "setUpTable",
        TableSerializer,
        asks=TableRequest,
        status=201,
        tag="tables",
        problems="not-found bad-option no-such-rules table.bad-seats table.too-many",
    )
    def create(self, request: Request) -> Response:
        """Create a table. The match starts when all seats are filled. Without rules, your own house rules apply."""
        data = self.validate_body(TableRequest)
        return self.change_and_respond(lambda: self._create_table(**data), 201)

    def _create_table(
        self, game: str, seating: Sequence[str], options: Any = None, rules: str | None = None, **settings: Any
    ) -> Table:
        engine_game = games.get(game)
        house_rules = resolve_house_rules(engine_game, options, rules, self.person)
        check_table_limit(self.person)
        return create_table(self.person, engine_game, house_rules, seating, **settings)

    @document_operation(
        "joinTable",
        TableSerializer,
        asks=JoinRequest,
        tag="tables",
        problems="not-found table.seat-taken table.forbidden",
    )
    @action(detail=False, methods=["post"])
    def join(self, request: Request) -> Response:
        """Join a table with an invitation: in the given seat, or else in the first open seat."""
        data = self.validate_body(JoinRequest)
        return self.change_and_respond(lambda: self._sit_down_with_invitation(**data))

    def _sit_down_with_invitation(self, invite: str, seat: int | None = None) -> Table:
        table = get_object_or_404(Table, invite=invite)
        seating.sit_down(table, self.person, seat)
        return table

    @document_operation("showTable", TableSerializer, tag="tables", query=[SEAT], problems="table.not-your-seat")
    def retrieve(self, request: Request, code: str) -> Response:
        """A table as your seat sees it: position, screen, version. Without a seat, you see what spectators see."""
        viewer = self.get_viewer(self.get_object())
        if "seat" in request.GET and parse_integer_parameter(request, "seat", 0, 0, 1000) != viewer.seat:
            raise Problem("table.not-your-seat")
        return Response(TableSerializer(viewer).data)

    @document_operation(
        "listMoves",
        MovesSerializer,
        tag="tables",
        query=[
            build_query_parameter(
                "since", "A version. You get only what came after it.", {"type": "integer", "minimum": 0}
            ),
            build_query_parameter(
                "limit", "The number of items, at most 200.", {"type": "integer", "minimum": 1, "maximum": 200}
            ),
        ],
    )
    @action(detail=True, url_path="moves")
    def list_moves(self, request: Request, code: str) -> Response:
        """The moves since a version, as described to your seat. Next time, send the answer's version as `since`."""
        since = parse_integer_parameter(request, "since", 0, 0, 2_000_000_000)
        table, limit = self.get_object(), parse_integer_parameter(request, "limit", 100, 1, 200)
        visible_moves = list_visible_moves(self.get_viewer(table), since, limit)
        return Response(MovesSerializer(visible_moves, context={"game": table.engine_game}).data)

    @document_operation(
        "play",
        MoveResponseSerializer,
        asks=PlayMoveRequest,
        tag="tables",
        problems="bad-text move.illegal move.turn table.unclear table.stale table.not-playing table.not-seated",
    )
    @list_moves.mapping.post
    def play_move(self, request: Request, code: str) -> Response:
        """Make a move for your seat.

        `version` is the version of the table that you saw. If someone has moved since, no move is made, and the error
        409 `table.stale` gives the current version.
        """
        data = self.validate_body(PlayMoveRequest)
        return self.respond_idempotently(lambda: self._play_move(**data), self._serialize_move_and_table)

    def _play_move(self, version: int, move: str) -> Any:
        """Make a move for the person's seat, and return its number and text as JSON.

        `version` is the version of the table that the person saw. Raises Problem if the person has no seat at the
        table. Raises IllegalMove, BadText, AmbiguousMove, StaleVersion, or NotPlaying if the move can't be made.
        """
        table, seat = self.get_own_seat()
        try:
            return MadeMoveSerializer(moves.play_move(table, seat, move, version)).data
        except IllegalMove as refused:
            raise IllegalMove(fill_in_violation_names(refused.violation, table.list_player_names(), seat)) from None

    def _serialize_move_and_table(self, move: Any) -> Any:
        table = Table.objects.get(code=self.kwargs["code"])
        return MoveResponseSerializer({"move": move, "table": self.get_viewer(table)}).data

    @document_operation(
        "takeBack",
        TableSerializer,
        asks=TableVersionRequest,
        tag="tables",
        problems="table.too-late table.stale table.not-playing table.not-seated",
    )
    @action(detail=True, methods=["post"], url_path="back")
    def undo_move(self, request: Request, code: str) -> Response:
        """Undo your last move.

        This works only if nobody else has moved since and the move has shown you nothing that was hidden
        (`may_take_back`). The move is removed from the record, and the table gets a new version.
        """
        version = self.validate_body(TableVersionRequest)["version"]
        return self.act_and_respond(lambda table, seat: moves.undo_move(table, seat, version))

    @document_operation(
        "dealNext",
        TableSerializer,
        asks=TableVersionRequest,
        tag="tables",
        problems="table.stale table.not-playing table.not-seated",
    )
    @action(detail=True, methods=["post"], url_path="deal")
    def deal_next(self, request: Request, code: str) -> Response:
        """Deal the next hand. This works only when a hand is over (`between` is true)."""
        version = self.validate_body(TableVersionRequest)["version"]
        return self.act_and_respond(lambda table, _: moves.begin_next_deal(table, version))

    @document_operation(
        "turnTable",
        TableSerializer,
        asks=AutomaticTurnsRequest,
        tag="tables",
        problems="table.not-playing table.not-seated",
    )
    @action(detail=True, methods=["post"], url_path="turning")
    def set_automatic_turns(self, request: Request, code: str) -> Response:
        """Flip cards automatically, stop, or flip one card.

        This works only in games in which players make no decisions (`decides` is false).
        """
        data = self.validate_body(AutomaticTurnsRequest)
        return self.act_and_respond(lambda table, _: autoplay.set_autoplay(table, **data))

    @document_operation("returnToTable", TableSerializer, tag="tables", problems="table.seat-taken table.forbidden")
    @action(detail=True, methods=["post"], url_path="seat")
    def sit_down_again(self, request: Request, code: str) -> Response:
        """Return to your seat, or take one at a table you created."""
        return self.change_and_respond(self._sit_down_again)

    def _sit_down_again(self) -> Table:
        table: Table = self.get_object()
        seating.sit_down(table, self.person)
        return table

    @document_operation("leaveTable", None, status=204, tag="tables", problems="table.not-seated")
    @sit_down_again.mapping.delete
    def leave(self, request: Request, code: str) -> Response:
        """Leave your seat. It’s open until you come back or someone takes it."""
        table, _ = self.get_own_seat()
        seating.leave_table(table, self.person)
        return Response(status=204)

    @document_operation(
        "putBot",
        TableSerializer,
        asks=BotRequest,
        tag="tables",
        problems="table.bad-seats table.seat-taken table.forbidden",
    )
    @action(detail=True, methods=["post"], url_path="seats/<int:number>/bot")
    def seat_bot(self, request: Request, code: str, number: int) -> Response:
        """Give a seat to a bot, if it’s open or its player keeps the table waiting. Only at your own table."""
        data = self.validate_body(BotRequest)
        return self.change_and_respond(lambda: self._seat_bot(number, **data))

    def _seat_bot(self, number: int, level: str) -> Table:
        table: Table = self.get_object()
        seating.seat_bot(table, self.person, number, level)
        return table

    @document_operation(
        "playAgain",
        TableSerializer,
        status=201,
        tag="tables",
        problems="table.seat-taken table.too-many table.forbidden",
    )
    @action(detail=True, methods=["post"], url_path="again", limit="make")
    def play_again(self, request: Request, code: str) -> Response:
        """Play again: at a new table, with the same seats and rules."""
        return self.change_and_respond(lambda: seating.play_again(self.get_object(), self.person), 201)

    @document_operation("readRecord", ANY_RECORD, tag="tables")
    @action(detail=True)
    def record(self, request: Request, code: str) -> Response:
        """The record of a match: after the match, the full record; before that, what your seat knows and has seen."""
        viewer = self.get_viewer(self.get_object())
        return Response(
            replay.build_finished_match_record(viewer.table)
            if viewer.table.is_over
            else replay.build_seat_view_json(viewer.table, viewer.seat)
        )
