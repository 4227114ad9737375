"""API views of tables: a program can do what a person can do on the page, with the same permissions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, api_schema, page, parameter, requested_options
from core.api.errors import Problem
from core.api.fields import page_of
from core.api.parsers import whole_number
from core.api.tables.representations import moves_json, own_seat, row_json, table_json
from core.api.tables.serializers import (
    ANY_RECORD,
    BotRequest,
    JoinRequest,
    MovesSerializer,
    PlayedSerializer,
    PlayRequest,
    TableRequest,
    TableRowSerializer,
    TableSerializer,
    TurningRequest,
    VersionRequest,
)
from core.people.models import Person
from core.play import moves, replay, seating, turns
from core.play.models import Table
from core.play.seating import create_table
from core.play.views import MOST_TABLES
from core.rendering.table_context import named
from games.engine.clause import IllegalMove

SEAT = parameter("seat", "The seat to look from: your own, or an error.", {"type": "integer", "minimum": 0})


class TableApi(ApiView):
    scopes = ("play",)

    def known(self, code: str) -> Table:
        """Return a table that the token's person can see. Raises Http404 for any other table."""
        return get_object_or_404(Table.objects.visible_to(self.person), code=code)

    def own(self, code: str) -> tuple[Table, int]:
        """Return a table and the number of the person's seat. Raises Problem if they don't sit there."""
        table = self.known(code)
        place = table.seat_of(self.person)
        if place is None:
            raise Problem("table.not-seated")
        return table, place.number

    def shown(self, code: str) -> dict[str, Any]:
        """Return the table as it is now, from the person's seat, as JSON."""
        return table_json(Table.objects.get(code=code), self.person)

    def changed(self, change: Callable[[], Table], status: int = 200) -> Response:
        """Change or create a table, once per idempotency key, and respond with it."""
        return self.once(lambda: change().code, self.shown, status)

    def at_own_seat(self, code: str, act: Callable[[Table, int], object]) -> Response:
        """Call `act` with the table and the person's seat, once per idempotency key, and respond with the table."""

        def change() -> Table:
            table, seat = self.own(code)
            act(table, seat)
            return table

        return self.changed(change)


class Tables(TableApi):
    post_limit = "make"

    @api_schema("listTables", page_of(TableRowSerializer), tag="tables", query=PAGE)
    def get(self, request: Request) -> Response:
        """Your tables, the last one played at first."""
        return page(request, Table.objects.visible_to(self.person), lambda table: row_json(table, self.person))

    @api_schema(
        "setUpTable",
        TableSerializer,
        asks=TableRequest,
        status=201,
        tag="tables",
        problems="not-found bad-option no-such-rules table.bad-seats table.too-many",
    )
    def post(self, request: Request) -> Response:
        """Set up a table. The match begins when all seats are filled. Without rules, those you play by hold."""
        asked = self.validated(TableRequest)
        return self.changed(lambda: self._set_up(asked), 201)

    def _set_up(self, asked: dict[str, Any]) -> Table:
        game = games.get(asked["game"])
        options = requested_options(game, asked.get("options"), asked.get("rules"), self.person)
        if Table.objects.under_way().filter(owner=self.person).count() >= MOST_TABLES:
            raise Problem("table.too-many", f"You have set up {MOST_TABLES} tables that are not finished.")
        settings = {name: asked[name] for name in ("pace", "patience", "forced_moves", "by_link") if name in asked}
        return create_table(self.person, game, options, asked["seating"], **settings)


class Join(TableApi):
    @api_schema(
        "joinTable",
        TableSerializer,
        asks=JoinRequest,
        tag="tables",
        problems="not-found table.seat-taken table.forbidden",
    )
    def post(self, request: Request) -> Response:
        """Sit down with an invitation: at this seat, or at the first that is free."""
        asked = self.validated(JoinRequest)
        return self.changed(lambda: self._join(asked))

    def _join(self, asked: dict[str, Any]) -> Table:
        table = get_object_or_404(Table, invite=asked["invite"])
        seating.sit_down(table, self.person, asked.get("seat"))
        return table


class OneTable(TableApi):
    @api_schema("showTable", TableSerializer, tag="tables", query=[SEAT], problems="table.not-your-seat")
    def get(self, request: Request, code: str) -> Response:
        """A table as your seat sees it: position, screen, version. Who only set it up sees what everybody sees."""
        table = self.known(code)
        place = own_seat(table.sitting(), self.person)
        if "seat" in request.GET and whole_number(request, "seat", 0, 0, 1000) != (place.number if place else None):
            raise Problem("table.not-your-seat")
        return Response(table_json(table, self.person))


class Moves(TableApi):
    @api_schema(
        "listMoves",
        MovesSerializer,
        tag="tables",
        query=[
            parameter("since", "A version: only what came after it.", {"type": "integer", "minimum": 0}),
            parameter("limit", "How many, at most 200.", {"type": "integer", "minimum": 1, "maximum": 200}),
        ],
    )
    def get(self, request: Request, code: str) -> Response:
        """What has happened since a version, as it was told to your seat. Go on with `since` = the answer's version."""
        since = whole_number(request, "since", 0, 0, 2_000_000_000)
        return Response(moves_json(self.known(code), self.person, since, whole_number(request, "limit", 100, 1, 200)))

    @api_schema(
        "play",
        PlayedSerializer,
        asks=PlayRequest,
        tag="tables",
        problems="bad-text move.illegal move.turn table.unclear table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Make a move for your seat.

        `version` is the table's that you saw; if somebody has moved since, nothing happens and 409 `table.stale` tells
        the version now.
        """
        asked = self.validated(PlayRequest)
        return self.once(lambda: self._play(code, asked), lambda made: {"move": made, "table": self.shown(code)})

    def _play(self, code: str, asked: dict[str, Any]) -> dict[str, Any]:
        table, seat = self.own(code)
        try:
            made = moves.play(table, seat, asked["move"], asked["version"])
        except IllegalMove as refused:
            raise IllegalMove(named(refused.violation, table.names(), seat)) from None
        return {"number": made.number, "text": made.text}


class Back(TableApi):
    @api_schema(
        "takeBack",
        TableSerializer,
        asks=VersionRequest,
        tag="tables",
        problems="table.too-late table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Take back your last move.

        Only as long as nobody else has moved since and it has shown you nothing that was hidden (`may_take_back`). The
        move is no longer on record; the version goes on.
        """
        version = self.validated(VersionRequest)["version"]
        return self.at_own_seat(code, lambda table, seat: moves.take_back(table, seat, version))


class Deal(TableApi):
    @api_schema(
        "dealNext",
        TableSerializer,
        asks=VersionRequest,
        tag="tables",
        problems="table.stale table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Have the next deal dealt, when one is over (`between`)."""
        version = self.validated(VersionRequest)["version"]
        return self.at_own_seat(code, lambda table, _: moves.deal(table, version))


class Turning(TableApi):
    @api_schema(
        "turnTable",
        TableSerializer,
        asks=TurningRequest,
        tag="tables",
        problems="table.not-playing table.not-seated",
    )
    def post(self, request: Request, code: str) -> Response:
        """Let the table turn by itself, stop it, or have it turn one card: for games in which nobody `decides`."""
        asked = self.validated(TurningRequest)
        return self.at_own_seat(code, lambda table, _: turns.set_turning(table, asked["how"], asked["version"]))


class OwnSeat(TableApi):
    @api_schema("returnToTable", TableSerializer, tag="tables", problems="table.seat-taken table.forbidden")
    def post(self, request: Request, code: str) -> Response:
        """Sit down again where you sat, or at the table that you set up."""
        return self.changed(lambda: self._sit_down(code))

    def _sit_down(self, code: str) -> Table:
        table = self.known(code)
        seating.sit_down(table, self.person)
        return table

    @api_schema("leaveTable", None, status=204, tag="tables", problems="table.not-seated")
    def delete(self, request: Request, code: str) -> Response:
        """Stand up. The seat is free until you come back, or somebody takes it over."""
        table, _ = self.own(code)
        seating.leave(table, self.person)
        return Response(status=204)


class SeatOfBot(TableApi):
    @api_schema(
        "putBot",
        TableSerializer,
        asks=BotRequest,
        tag="tables",
        problems="table.bad-seats table.seat-taken table.forbidden",
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        """Give a seat to a bot, if it is free or its player keeps the table waiting. Only at your own table."""
        asked = self.validated(BotRequest)
        return self.changed(lambda: self._put_bot(code, number, asked["level"]))

    def _put_bot(self, code: str, number: int, level: str) -> Table:
        table = self.known(code)
        seating.put_bot(table, self.person, number, level)
        return table


class Again(TableApi):
    @api_schema("playAgain", TableSerializer, status=201, tag="tables", problems="table.seat-taken table.forbidden")
    def post(self, request: Request, code: str) -> Response:
        """The same table once more: a new one, with the same seats and rules."""
        return self.changed(lambda: seating.play_again(self.known(code), self.person), 201)


class TableRecord(TableApi):
    @api_schema("readRecord", ANY_RECORD, tag="tables")
    def get(self, request: Request, code: str) -> Response:
        """The whole record once the match is over; before that, what your seat knows and was told."""
        table = self.known(code)
        return Response(replay.whole_record(table) if table.over else _own_view(table, self.person))


def _own_view(table: Table, person: Person) -> dict[str, Any]:
    place = own_seat(table.sitting(), person)
    return replay.own_view(table, place.number if place else None)
