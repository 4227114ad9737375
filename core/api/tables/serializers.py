"""Serializers for tables and matches.

A table is passed as a `TableViewer`, because the response depends on the person's seat.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers as drf

from core.api.fields import (
    BoundedListField,
    HouseRulesRequest,
    PositionField,
    RequestSerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictTextField,
    build_list_serializer,
    build_seat_list_field,
    build_text_list_field,
)
from core.api.oracle.serializers import EventSerializer
from core.api.screen_serializers import ScreenSerializer
from core.play.autoplay import STEP
from core.play.models import Table
from core.play.replay import VIEW
from games.engine.record import FORMAT

PACES = Table.Pace.values


TURNING = Table.AutoplayMode.values


PATIENCE = sorted(Table.Patience.values)


class TableRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    seating = BoundedListField(
        child=StrictTextField(max_length=20),
        min_length=1,
        max_length=20,
        help_text="The player for each seat: `me`, `link` (anyone with the invitation), or a bot level. `itself` is an "
        "automatic seat, in games where nobody decides anything.",
    )
    pace = StrictChoiceField(choices=PACES, required=False)
    patience = StrictChoiceField(
        choices=PATIENCE, required=False, help_text="Seconds until a bot plays for an absent player. 0: never."
    )
    forced_moves = StrictBooleanField(required=False)
    by_link = StrictBooleanField(required=False)


class JoinRequest(RequestSerializer):
    invite = StrictTextField(max_length=20)
    seat = StrictIntegerField(required=False, min_value=0, max_value=20)


class TableVersionRequest(RequestSerializer):
    version = StrictIntegerField(min_value=0, max_value=2_000_000_000, help_text="The version of the table you saw.")


class AutomaticTurnsRequest(TableVersionRequest):
    how = StrictChoiceField(
        choices=[*TURNING, STEP],
        help_text="What flips automatically from now on. `step` flips one card and stops.",
    )


class PlayMoveRequest(TableVersionRequest):
    move = StrictTextField(max_length=800)


class BotRequest(RequestSerializer):
    level = StrictTextField(max_length=20, help_text="A bot level, or `itself` in games where nobody decides anything.")


class SeatKindField(drf.ChoiceField):
    """A field that shows who has a seat: `free`, `bot`, or `person`."""

    def to_representation(self, value: Any) -> str:
        return "free" if value.free else "bot" if value.bot else "person"


class SeatSerializer(drf.Serializer):
    number = drf.IntegerField()
    name = drf.CharField()
    kind = SeatKindField(source="*", choices=["person", "bot", "free"])
    level = drf.CharField(source="bot", help_text="The level of a bot, or empty.")
    you = drf.BooleanField()
    to_move = drf.BooleanField()
    away = drf.BooleanField()
    stood_in = drf.BooleanField(help_text="Whether a bot made the last move for an absent player.")
    score = drf.IntegerField()
    won = drf.BooleanField()


class TableRowSerializer(drf.Serializer):
    code = drf.CharField(source="table.code")
    game = drf.CharField(source="table.game")
    rules = drf.CharField(source="table.rules")
    status = drf.ChoiceField(source="table.status", choices=["open", "playing", "over"])
    closed = drf.BooleanField(source="table.closed", help_text="Whether an admin closed it early.")
    version = drf.IntegerField(source="table.version")
    seats = build_list_serializer(SeatSerializer, source="players")
    seat = drf.IntegerField(allow_null=True)
    your_turn = drf.BooleanField(source="is_to_move")
    changed = drf.DateTimeField(source="table.changed")


class OpenedShuffleSerializer(drf.Serializer):
    digest = drf.CharField()
    salt = drf.CharField()
    text = drf.CharField()


class DealResultSerializer(drf.Serializer):
    clause = drf.CharField(source="result.clause", help_text="The id of the clause that ended the deal.")
    winners = build_seat_list_field(source="result.winners")
    scores = drf.ListField(source="result.scores", child=drf.IntegerField(), allow_null=True, help_text="By seat.")
    facts = drf.DictField(source="result.facts", help_text="Other results, under the names that the game uses.")
    sentence = drf.CharField()
    heads = build_text_list_field()
    rows = drf.ListField(child=build_text_list_field())


class TableSerializer(TableRowSerializer):
    options = drf.DictField(source="table.house_rules.dump_values_for_record")
    pace = drf.ChoiceField(source="table.pace", choices=PACES)
    patience = drf.ChoiceField(source="table.patience", choices=PATIENCE)
    forced_moves = drf.BooleanField(source="table.forced_moves")
    turning = drf.ChoiceField(
        source="table.turning",
        choices=TURNING,
        help_text="What flips automatically in games where nobody decides anything.",
    )
    deadline = drf.DateTimeField(
        source="wait_deadline",
        allow_null=True,
        help_text="When a bot plays for the player the table is waiting for.",
    )
    owner = drf.BooleanField(source="is_owner")
    invite = drf.CharField(allow_null=True, help_text="The end of the invitation link, for players and the owner.")
    watch = drf.CharField(
        allow_null=True, help_text="The end of the link for spectators, if they’re allowed: `/play/watch/…/`."
    )
    waiting = build_seat_list_field(source="table.waits_for")
    may_take_back = drf.BooleanField(source="can_take_back", help_text="Whether you can undo your last move.")
    between = drf.BooleanField(
        source="table.is_between_deals",
        help_text="Whether a hand is over and the next one hasn’t been dealt yet.",
    )
    winners = build_seat_list_field(source="table.board.state.match.winners")
    position = PositionField(help_text="What your seat knows, with `?` for the rest.")
    screen = ScreenSerializer(help_text="What to show, and what your seat can try.")
    result = DealResultSerializer(source="last_deal", allow_null=True)
    sealed = drf.CharField(
        source="table.find_next_shuffle.digest",
        allow_null=True,
        help_text="The SHA-256 of the next deal’s salt and text.",
    )
    opened = build_list_serializer(OpenedShuffleSerializer, source="table.list_revealed_deals")
    live = drf.CharField(
        source="table.live_url",
        help_text="The event stream of new versions (Server-Sent Events). Send the same `Authorization` header.",
    )
    page = drf.CharField(source="table.get_absolute_url")


class MadeMoveSerializer(drf.Serializer):
    number = drf.IntegerField(help_text="The version after the move.")
    text = drf.CharField()


class MoveResponseSerializer(drf.Serializer):
    move = MadeMoveSerializer()
    table = TableSerializer()


class VisibleMoveSerializer(drf.Serializer):
    number = drf.IntegerField(source="move.number")
    seat = drf.IntegerField(source="move.seat", help_text="-1 is the dealer.")
    by = drf.ChoiceField(
        source="mover_kind",
        choices=["person", "bot", "stand-in", "dealer", "itself"],
        help_text="`stand-in`: a bot moved for an absent player. `itself`: it was the only legal move. "
        "If players decide, only the seat’s own player sees that.",
    )
    text = drf.CharField(source="own_text", allow_null=True, help_text="The move, if it’s your own.")
    events = build_list_serializer(EventSerializer)
    told = build_text_list_field(source="log_lines")


class MovesSerializer(drf.Serializer):
    version = drf.IntegerField()
    rewound = drf.IntegerField(
        source="viewer.table.rewound",
        help_text="The version at which a move was last undone, or 0. If it’s after `since`, read all moves again.",
    )
    moves = build_list_serializer(VisibleMoveSerializer)
    more = drf.BooleanField()


class RecordedDealResultSerializer(drf.Serializer):
    """The result of a deal: how it ended, who won, and the scores.

    `facts` has further results, under names that the game defines.
    """

    clause = drf.CharField(help_text="The id of the clause that ended the deal.")
    winners = build_seat_list_field()
    scores = drf.ListField(child=drf.IntegerField(), allow_null=True, help_text="By seat.")
    facts = drf.DictField(help_text="More results.")


class RecordSerializer(drf.Serializer):
    """A finished match: house rules and moves, from which all else can be worked out, and the results."""

    format = drf.ChoiceField(choices=[FORMAT])
    game = drf.CharField()
    options = drf.DictField(help_text="The values that differ from the standard rules.")
    seats = drf.IntegerField()
    moves = drf.ListField(child=drf.ListField())
    players = build_text_list_field(help_text="Names by seat.")
    results = build_list_serializer(RecordedDealResultSerializer, help_text="The result of each deal.")
    scores = build_seat_list_field()
    winners = build_seat_list_field()
    deals = build_list_serializer(OpenedShuffleSerializer, help_text="The sealed deals, opened.")
    reasons = drf.DictField(child=drf.CharField(), help_text="The bots’ reasons, by the number of the move, from 1.")


class SeatRecordSerializer(drf.Serializer):
    """A match in progress, as far as one seat knows it."""

    format = drf.ChoiceField(choices=[VIEW])
    game = drf.CharField()
    seat = drf.IntegerField(allow_null=True)
    version = drf.IntegerField()
    position = PositionField()
    told = build_text_list_field(help_text="Everything the seat saw, oldest first.")


ANY_RECORD = PolymorphicProxySerializer("TableRecord", {FORMAT: RecordSerializer, VIEW: SeatRecordSerializer}, "format")
"""The record of a finished match, or what one seat knows about a match in progress."""
