"""Serializers of the oracle's questions about positions, and of its answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import (
    HouseRulesRequest,
    JsonObjectField,
    PositionField,
    StrictBooleanField,
    StrictIntegerField,
    StrictTextField,
    build_list_serializer,
    build_seat_list_field,
    build_text_list_field,
)
from core.api.screen_serializers import LegalActionSerializer, ViolationSerializer
from games.cards import format_cards
from games.engine.facts_and_goals import KINDS as VALUE_KINDS


class PositionRequest(HouseRulesRequest):
    position = JsonObjectField(
        help_text="A position, whole or with `?` for cards that are not known. What is left out is usual."
    )


class LegalMovesRequest(PositionRequest):
    seat = StrictIntegerField(min_value=-1, max_value=20, help_text="From 0; the dealer is -1.")


class MoveRequest(LegalMovesRequest):
    move = StrictTextField(
        max_length=800, help_text="A move's text; `X=?` leaves it to the rules what a wild card stands for."
    )


class FactRequest(LegalMovesRequest):
    fact = StrictTextField(
        max_length=200, help_text="The name of a fact, and the words that it takes: `legal discard KS`."
    )


class ApplyMoveRequest(MoveRequest):
    whole = StrictBooleanField(
        required=False, help_text="Answer with the whole position that was sent, not only what the seat sees."
    )


class LegalMovesSerializer(drf.Serializer):
    seat = drf.IntegerField()
    waiting = build_seat_list_field()
    actions = build_list_serializer(LegalActionSerializer)
    violation = ViolationSerializer(allow_null=True)


class MoveCheckSerializer(drf.Serializer):
    legal = drf.BooleanField()
    violation = ViolationSerializer(allow_null=True)
    readings = build_text_list_field(
        help_text="For a move that leaves something open, such as `=?`, the legal moves that it can mean."
    )


class FactAnswerSerializer(drf.Serializer):
    kind = drf.ChoiceField(
        source="fact.kind",
        choices=list(VALUE_KINDS),
        help_text=" ".join(f"`{k}`: {v}." for k, v in VALUE_KINDS.items()),
    )
    value = drf.JSONField(help_text="null: there is nothing to say, or the cards are not known.")
    clauses = build_text_list_field(source="fact.clauses", help_text="The clauses that decide it.")


class CardsField(drf.CharField):
    """A field for cards, which responses give as their codes."""

    def to_representation(self, value: Any) -> str:
        return format_cards(value)


class EventTextField(drf.CharField):
    """A field for an event in words; the serializer's context has the `game`."""

    def to_representation(self, value: Any) -> str:
        return str(self.context["game"].describe_event(value))


class EventSerializer(drf.Serializer):
    kind = drf.CharField()
    seat = drf.IntegerField(allow_null=True)
    cards = CardsField()
    facts = drf.DictField(help_text="What else there is to say of it, in the game's own names.")
    text = EventTextField(
        source="*", help_text="The same as a sentence, with seat numbers as {0}, {1} where names belong."
    )


class AppliedMoveSerializer(drf.Serializer):
    move = drf.CharField()
    position = PositionField()
    events = build_list_serializer(EventSerializer)


class InvolvedClauseSerializer(drf.Serializer):
    id = drf.CharField(source="entry.id")
    title = drf.CharField(source="entry.title")
    text = drf.CharField(source="entry.text")
    broken = drf.BooleanField(source="is_broken")
    refusal = drf.CharField(help_text="Why the move is refused by it; empty if it is not broken.")


class ExplainSerializer(drf.Serializer):
    move = drf.CharField()
    legal = drf.BooleanField()
    sentence = drf.CharField()
    clauses = build_list_serializer(InvolvedClauseSerializer)
    readings = build_text_list_field()


class SeatScoreSerializer(drf.Serializer):
    seat = drf.IntegerField()
    score = drf.IntegerField(allow_null=True, help_text="null if not all its cards are known.")


class ScoreSerializer(drf.Serializer):
    counts = drf.BooleanField(help_text="Whether there is anything to count at this moment.")
    scores = build_list_serializer(SeatScoreSerializer)
