"""API views of tables: a program can do what a person can do on the page, with the same permissions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import ApiView, build_query_parameter, document_operation, resolve_house_rules
from core.api.errors import Problem
from core.api.pagination import ListPagination
from core.api.parsers import parse_integer_parameter
from core.api.tables.representations import find_own_seat, moves_json, table_json
from core.api.tables.serializers import (
    ANY_RECORD,
    AutomaticTurnsRequest,
    BotRequest,
    JoinRequest,
    MoveResponseSerializer,
    MovesSerializer,
    PlayMoveRequest,
    TableRequest,
    TableRowSerializer,
    TableSerializer,
    TableVersionRequest,
)
from core.people.models import Person
from core.play import autoplay, moves, replay, seating
from core.play.models import Table
from core.play.seating import create_table
from core.rendering.table_context import fill_in_violation_names
from games.engine.clause import IllegalMove

SEAT = build_query_parameter("seat", "The seat to look from: your own, or an error.", {"type": "integer", "minimum": 0})


class TableView(ApiView):
    scopes = ("play",)

    def get_visible_table(self, code: str) -> Table:
        """Return a table that the token's person can see. Raises Http404 for any other table."""
        return get_object_or_404(Table.objects.visible_to(self.person), code=code)

    def get_own_seat(self, code: str) -> tuple[Table, int]:
        """Return a table and the number of the person's seat. Raises Problem if the person has no seat there."""
        table = self.get_visible_table(code)
        place = table.find_seat(self.person)
        if place is None:
            raise Problem("table.not-seated")
        return table, place.number

    def get_table_json(self, code: str) -> dict[str, Any]:
        """Return the table as it is now, from the person's seat, as JSON."""
        return table_json(Table.objects.get(code=code), self.person)

    def change_and_respond_with_table(self, change: Callable[[], Table], status: int = 200) -> Response:
        """Change or create a table, once per idempotency key, and respond with that table."""
        return self.respond_idempotently(lambda: change().code, self.get_table_json, status)

    def act_and_respond_with_table(self, code: str, act: Callable[[Table, int], object]) -> Response:
        """Call `act` with the table and the person's seat, once per idempotency key, and respond with the table."""

        def act_at_seat() -> Table:
            table, seat = self.get_own_seat(code)
            act(table, seat)
            return table

        return self.change_and_respond_with_table(act_at_seat)


class TableListView(TableView, ListAPIView[Table]):
    post_limit = "make"
    serializer_class = TableRowSerializer
    pagination_class = ListPagination

    def get_queryset(self) -> QuerySet[Table]:
        return Table.objects.visible_to(self.person)

    @document_operation("listTables", TableRowSerializer(many=True), tag="tables")
    def get(self, request: Request) -> Response:
        """Your tables, the most recently played first."""
        return self.list(request)

    @document_operation(
        "setUpTable",
        TableSerializer,
        asks=TableRequest,
        status=201,
        tag="tables",
        problems="not-found bad-option no-such-rules table.bad-seats table.too-many",
    )
    def post(self, request: Request) -> Response:
        """Set up a table. The match begins when all seats are filled. Without rules, your own house rules apply."""
        asked = self.validate_body(TableRequest)
        return self.change_and_respond_with_table(lambda: self._create_table(asked), 201)

    def _create_table(self, asked: dict[str, Any]) -> Table:
        game = games.get(asked["game"])
        options = resolve_house_rules(game, asked.get("options"), asked.get("rules"), self.person)
        seating.check_table_limit(self.person)
        settings = {name: asked[name] for name in ("pace", "patience", "forced_moves", "by_link") if name in asked}
        return create_table(self.person, game, options, asked["seating"], **settings)


class JoinTableView(TableView):
    @document_operation(
        "joinTable",
        TableSerializer,
        asks=JoinRequest,
        tag="tables",
        problems="not-found table.seat-taken table.forbidden",
    )
    def post(self, request: Request) -> Response:
        """Sit down with an invitation: at the given seat, or else at the first free seat."""
        asked = self.validate_body(JoinRequest)
        return self.change_and_respond_with_table(lambda: self._sit_down(asked))

    def _sit_down(self, asked: dict[str, Any]) -> Table:
        table = get_object_or_404(Table, invite=asked["invite"])
        seating.sit_down(table, self.person, asked.get("seat"))
        return table


class TableDetailView(TableView):
    @document_operation("showTable", TableSerializer, tag="tables", query=[SEAT], problems="table.not-your-seat")
    def get(self, request: Request, code: str) -> Response:
        """A table as your seat sees it: position, screen, version. Without a seat, you see what spectators see."""
        table = self.get_visible_table(code)
        place = find_own_seat(table.list_seats(), self.person)
        if "seat" in request.GET and parse_integer_parameter(request, "seat", 0, 0, 1000) != (
            place.number if place else None
        ):
            raise Problem("table.not-your-seat")
        return Response(table_json(table, self.person))


class MoveListView(TableView):
    @document_operation(
        "listMoves",
        MovesSerializer,
        tag="tables",
        query=[
            build_query_parameter("since", "A version: only what came after it.", {"type": "integer", "minimum": 0}),
            build_query_parameter("limit", "How many, at most 200.", {"type": "integer", "minimum": 1, "maximum": 200}),
        ],
    )
    def get(self, request: Request, code: str) -> Response:
        """The moves since a version, as described to your seat. Next time, send the answer's version as `since`."""
        since = parse_integer_parameter(request, "since", 0, 0, 2_000_000_000)
        return Response(
            moves_json(
                self.get_visible_table(code), self.person, since, parse_integer_parameter(request, "limit", 100, 1, 200)
            )
        )

    @document_operation(
        "play",
        MoveResponseSerializer,
        asks=PlayMoveRequest,
        tag="tables",
        problems="bad-text move.illegal move.turn table.unclear table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Make a move for your seat.

        `version` is the version of the table that you saw. If somebody has moved since, no move is made, and the error
        409 `table.stale` gives the current version.
        """
        asked = self.validate_body(PlayMoveRequest)
        return self.respond_idempotently(
            lambda: self._play_move(code, asked), lambda made: {"move": made, "table": self.get_table_json(code)}
        )

    def _play_move(self, code: str, asked: dict[str, Any]) -> dict[str, Any]:
        table, seat = self.get_own_seat(code)
        try:
            made = moves.play_move(table, seat, asked["move"], asked["version"])
        except IllegalMove as refused:
            raise IllegalMove(fill_in_violation_names(refused.violation, table.list_player_names(), seat)) from None
        return {"number": made.number, "text": made.text}


class TakeBackMoveView(TableView):
    @document_operation(
        "takeBack",
        TableSerializer,
        asks=TableVersionRequest,
        tag="tables",
        problems="table.too-late table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Take back your last move.

        This works only if nobody else has moved since and the move has shown you nothing that was hidden
        (`may_take_back`). The move is removed from the record, and the table gets a new version.
        """
        version = self.validate_body(TableVersionRequest)["version"]
        return self.act_and_respond_with_table(code, lambda table, seat: moves.undo_move(table, seat, version))


class DealNextView(TableView):
    @document_operation(
        "dealNext",
        TableSerializer,
        asks=TableVersionRequest,
        tag="tables",
        problems="table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Deal the next hand, when a deal is over (`between`)."""
        version = self.validate_body(TableVersionRequest)["version"]
        return self.act_and_respond_with_table(code, lambda table, _: moves.begin_next_deal(table, version))


class SetAutomaticTurnsView(TableView):
    @document_operation(
        "turnTable",
        TableSerializer,
        asks=AutomaticTurnsRequest,
        tag="tables",
        problems="table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Let the table turn cards by itself, stop it, or turn one card: for games in which nobody `decides`."""
        asked = self.validate_body(AutomaticTurnsRequest)
        return self.act_and_respond_with_table(
            code, lambda table, _: autoplay.set_autoplay(table, asked["how"], asked["version"])
        )


class OwnSeatView(TableView):
    @document_operation("returnToTable", TableSerializer, tag="tables", problems="table.seat-taken table.forbidden")
    def post(self, request: Request, code: str) -> Response:
        """Sit down again where you sat, or at the table that you set up."""
        return self.change_and_respond_with_table(lambda: self._sit_down(code))

    def _sit_down(self, code: str) -> Table:
        table = self.get_visible_table(code)
        seating.sit_down(table, self.person)
        return table

    @document_operation("leaveTable", None, status=204, tag="tables", problems="table.not-seated")
    def delete(self, request: Request, code: str) -> Response:
        """Stand up. The seat is free until you come back, or somebody takes it over."""
        table, _ = self.get_own_seat(code)
        seating.leave_table(table, self.person)
        return Response(status=204)


class BotSeatView(TableView):
    @document_operation(
        "putBot",
        TableSerializer,
        asks=BotRequest,
        tag="tables",
        problems="table.bad-seats table.seat-taken table.forbidden",
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        """Give a seat to a bot, if it is free or its player keeps the table waiting. Only at your own table."""
        asked = self.validate_body(BotRequest)
        return self.change_and_respond_with_table(lambda: self._put_bot_at_seat(code, number, asked["level"]))

    def _put_bot_at_seat(self, code: str, number: int, level: str) -> Table:
        table = self.get_visible_table(code)
        seating.seat_bot(table, self.person, number, level)
        return table


class PlayAgainView(TableView):
    post_limit = "make"

    @document_operation(
        "playAgain",
        TableSerializer,
        status=201,
        tag="tables",
        problems="table.seat-taken table.too-many table.forbidden",
    )
    def post(self, request: Request, code: str) -> Response:
        """Play again: at a new table, with the same seats and rules."""
        return self.change_and_respond_with_table(
            lambda: seating.play_again(self.get_visible_table(code), self.person), 201
        )


class TableRecordView(TableView):
    @document_operation("readRecord", ANY_RECORD, tag="tables")
    def get(self, request: Request, code: str) -> Response:
        """The whole record once the match is over; before that, what your seat knows and was told."""
        table = self.get_visible_table(code)
        return Response(
            replay.build_finished_match_record(table) if table.is_over else _build_own_seat_record(table, self.person)
        )


def _build_own_seat_record(table: Table, person: Person) -> dict[str, Any]:
    place = find_own_seat(table.list_seats(), person)
    return replay.build_seat_view_json(table, place.number if place else None)
