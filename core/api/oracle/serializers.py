"""Serializers of the oracle, which answers questions about positions: for the questions and for the answers."""

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
        help_text="A position, in full or with `?` for unknown cards. Keys you leave out have default values."
    )


class LegalMovesRequest(PositionRequest):
    seat = StrictIntegerField(min_value=-1, max_value=20, help_text="Counted from 0. The dealer is -1.")


class MoveRequest(LegalMovesRequest):
    move = StrictTextField(
        max_length=800, help_text="A move’s text. `X=?` lets the rules decide what a wild card stands for."
    )


class FactRequest(LegalMovesRequest):
    fact = StrictTextField(max_length=200, help_text="The name of a fact and its arguments: `legal discard KS`.")


class ApplyMoveRequest(MoveRequest):
    whole = StrictBooleanField(required=False, help_text="Return the whole position, not only what the seat sees.")


class LegalMovesSerializer(drf.Serializer):
    seat = drf.IntegerField()
    waiting = build_seat_list_field()
    actions = build_list_serializer(LegalActionSerializer)
    violation = ViolationSerializer(allow_null=True)


class MoveCheckSerializer(drf.Serializer):
    legal = drf.BooleanField()
    violation = ViolationSerializer(allow_null=True)
    readings = build_text_list_field(help_text="For an ambiguous move, such as with `=?`, the legal moves it can mean.")


class FactAnswerSerializer(drf.Serializer):
    kind = drf.ChoiceField(
        source="fact.kind",
        choices=list(VALUE_KINDS),
        help_text=" ".join(f"`{k}`: {v}." for k, v in VALUE_KINDS.items()),
    )
    value = drf.JSONField(help_text="null if there’s no value, or if the cards are unknown.")
    clauses = build_text_list_field(source="fact.clauses", help_text="The clauses that determine it.")


class CardsField(drf.CharField):
    """A field that shows cards in responses as text, with a code such as `7C` for each card."""

    def to_representation(self, value: Any) -> str:
        return format_cards(value)


class EventTextField(drf.CharField):
    """A field that describes an event in words. The serializer's context has the `game`."""

    def to_representation(self, value: Any) -> str:
        return str(self.context["game"].describe_event(value))


class EventSerializer(drf.Serializer):
    kind = drf.CharField()
    seat = drf.IntegerField(allow_null=True)
    cards = CardsField()
    facts = drf.DictField(help_text="Other data, under the names that the game uses.")
    text = EventTextField(source="*", help_text="A sentence, with seat numbers as {0}, {1} in place of names.")


class AppliedMoveSerializer(drf.Serializer):
    move = drf.CharField()
    position = PositionField()
    events = build_list_serializer(EventSerializer)


class InvolvedClauseSerializer(drf.Serializer):
    id = drf.CharField(source="entry.id")
    title = drf.CharField(source="entry.title")
    text = drf.CharField(source="entry.text")
    broken = drf.BooleanField(source="is_broken")
    refusal = drf.CharField(help_text="Why it forbids the move. Empty if it doesn’t.")


class ExplainSerializer(drf.Serializer):
    move = drf.CharField()
    legal = drf.BooleanField()
    sentence = drf.CharField()
    clauses = build_list_serializer(InvolvedClauseSerializer)
    readings = build_text_list_field()


class SeatScoreSerializer(drf.Serializer):
    seat = drf.IntegerField()
    score = drf.IntegerField(allow_null=True, help_text="null if some of its cards are unknown.")


class ScoreSerializer(drf.Serializer):
    counts = drf.BooleanField(help_text="Whether there’s anything to score now.")
    scores = build_list_serializer(SeatScoreSerializer)
