"""Serializers of practice puzzles and of the answers to them."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import (
    ClauseRef,
    HouseRulesRequest,
    PositionField,
    RequestSerializer,
    StrictTextField,
    build_list_serializer,
    build_text_list_field,
)
from games.engine.puzzle import FORMS


class PuzzleRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    theme = StrictTextField(required=False, allow_blank=True, max_length=60)
    clause = StrictTextField(required=False, allow_blank=True, max_length=80)


class AnswerRequest(RequestSerializer):
    answer = drf.JSONField(
        help_text="By form: `tick` ids, `one` an id, `number` a number, `match` ids to labels, `play` moves."
    )


class ChoiceSerializer(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()
    cards = drf.CharField()


class AnswerLabelSerializer(drf.Serializer):
    value = drf.CharField()
    text = drf.CharField()


class AttemptSerializer(drf.Serializer):
    puzzle = drf.CharField()
    theme = drf.CharField()
    game = drf.CharField()
    tries = drf.IntegerField()
    hints = drf.IntegerField()
    right_at_once = drf.BooleanField(allow_null=True)
    solved = drf.BooleanField()
    rated = drf.BooleanField()
    gain = drf.IntegerField()


class PuzzleSerializer(drf.Serializer):
    code = drf.CharField()
    game = drf.CharField()
    theme = drf.CharField()
    title = drf.CharField()
    form = drf.ChoiceField(choices=FORMS)
    question = drf.CharField()
    position = PositionField(allow_null=True)
    zones = build_text_list_field()
    options = build_list_serializer(ChoiceSerializer)
    labels = build_list_serializer(AnswerLabelSerializer)
    rules = drf.CharField()
    rating = drf.IntegerField()
    hints = drf.IntegerField(help_text="How many hints there are.")
    page = drf.CharField()


class VerdictSerializer(drf.Serializer):
    right = drf.BooleanField()
    sentence = drf.CharField()
    refutation = drf.CharField()
    reasons = drf.DictField(child=drf.CharField())
    key = drf.JSONField(help_text="A right answer.")
    clauses = build_list_serializer(ClauseRef)
    attempt = AttemptSerializer()


class HintsSerializer(drf.Serializer):
    hints = build_text_list_field()
    more = drf.BooleanField()
