"""Serializers for practice puzzles and for the answers to them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import (
    ClauseRef,
    CountField,
    HouseRulesRequest,
    PositionField,
    RequestSerializer,
    RoundedIntegerField,
    StrictTextField,
    build_list_serializer,
    build_text_list_field,
)
from core.practice.levels import Level
from games.engine.puzzle import FORMS


class PuzzleRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    theme = StrictTextField(required=False, allow_blank=True, max_length=60)
    clause = StrictTextField(required=False, allow_blank=True, max_length=80)
    level = drf.ChoiceField(Level.choices, required=False, allow_blank=True)


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

    def to_representation(self, instance: Any) -> Any:
        value, text = instance
        return super().to_representation({"value": value, "text": text})


class AttemptSerializer(drf.Serializer):
    puzzle = drf.CharField(source="puzzle.code")
    theme = drf.CharField(source="puzzle.theme")
    game = drf.CharField(source="puzzle.game")
    tries = drf.IntegerField()
    hints = drf.IntegerField()
    right_at_once = drf.BooleanField(allow_null=True)
    solved = drf.BooleanField()
    rated = drf.BooleanField()
    gain = drf.IntegerField(source="rating_change")


class PuzzleSerializer(drf.Serializer):
    code = drf.CharField()
    game = drf.CharField()
    theme = drf.CharField()
    title = drf.CharField(source="engine_theme.title")
    form = drf.ChoiceField(source="engine_puzzle.form", choices=FORMS)
    question = drf.CharField(source="engine_puzzle.question")
    position = PositionField(allow_null=True)
    zones = build_text_list_field(source="engine_puzzle.zones")
    options = build_list_serializer(ChoiceSerializer, source="engine_puzzle.options")
    labels = build_list_serializer(AnswerLabelSerializer, source="engine_puzzle.labels")
    rules = drf.CharField(source="digest")
    rating = RoundedIntegerField()
    level = drf.ChoiceField(choices=Level.choices, help_text="By rating, and by how much there is to see.")
    hints = CountField(source="engine_puzzle.hints", help_text="The number of hints.")
    page = drf.CharField(source="get_absolute_url")


class DailyPuzzleSerializer(drf.Serializer):
    date = drf.DateField()
    level = drf.ChoiceField(choices=Level.choices)
    puzzle = PuzzleSerializer()
    page = drf.CharField(source="get_absolute_url")


class VerdictSerializer(drf.Serializer):
    right = drf.BooleanField(source="verdict.right")
    sentence = drf.CharField(source="verdict.sentence")
    refutation = drf.CharField(source="verdict.refutation")
    reasons = drf.DictField(source="verdict.reasons", child=drf.CharField())
    key = drf.JSONField(source="puzzle.engine_puzzle.key", help_text="A right answer.")
    clauses = build_list_serializer(ClauseRef)
    attempt = AttemptSerializer()


class RunRequest(RequestSerializer):
    game = StrictTextField(required=False, allow_blank=True, max_length=40, help_text="A game. Without it, all games.")


class RunAnswerRequest(AnswerRequest):
    puzzle = StrictTextField(max_length=20, help_text="The code of the run’s current puzzle.")


class RunSerializer(drf.Serializer):
    code = drf.CharField(source="run.code")
    game = drf.CharField(source="run.game", help_text="Empty for a run across all games.")
    started = drf.DateTimeField(source="run.started")
    end = drf.DateTimeField(source="run.end")
    seconds_left = drf.IntegerField()
    right = drf.IntegerField()
    wrong = drf.IntegerField()
    over = drf.BooleanField(source="is_over")
    puzzle = PuzzleSerializer(
        source="open_puzzle", allow_null=True, help_text="The current puzzle, or null if there’s none."
    )
    page = drf.CharField(source="run.get_absolute_url")


class RunAnswerSerializer(drf.Serializer):
    right = drf.BooleanField()
    run = RunSerializer()


class BestScoresSerializer(drf.Serializer):
    game = drf.CharField(help_text="Empty for runs across all games.")
    best = drf.IntegerField(help_text="The most correct answers you’ve given in one run.")
    best_this_week = drf.IntegerField(help_text="The most correct answers anyone has given in one run since Monday.")


class HintsSerializer(drf.Serializer):
    hints = build_text_list_field()
    more = drf.BooleanField()
