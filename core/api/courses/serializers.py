"""Serializers of courses, lessons, and a person's progress in them."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import (
    PositionField,
    RequestSerializer,
    StrictBooleanField,
    StrictTextField,
    build_list_serializer,
    build_text_list_field,
)


class LessonRowSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = build_text_list_field(help_text="The ids of its steps, in order.")
    clauses = build_text_list_field()


class CourseSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    lessons = build_list_serializer(LessonRowSerializer)


class StepAnswerSerializer(drf.Serializer):
    text = drf.CharField()
    value = drf.JSONField(help_text="What the fact would have to be, or what goes into its open place.")
    right = drf.BooleanField()
    why = drf.CharField()


class StepSerializer(drf.Serializer):
    id = drf.CharField()
    kind = drf.ChoiceField(choices=["show", "do", "choose", "predict", "try-illegal", "play-on"])
    text = drf.CharField()
    clauses = build_text_list_field()
    position = PositionField(help_text="What seat 0, the reader's, knows.")
    point_at = build_text_list_field()
    question = drf.CharField()
    fact = drf.CharField(help_text="What is asked, by its name; `{}` is the place of an answer's value.")
    after = build_text_list_field(help_text="Moves after which it is asked.")
    answers = build_list_serializer(StepAnswerSerializer)
    tempting = build_text_list_field(help_text="Moves that the rules refuse here.")
    goals = build_text_list_field(help_text="What has to be reached, by name.")
    solution = build_text_list_field()
    done = drf.CharField()
    turns = drf.IntegerField()
    hints = build_text_list_field()


class LessonSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = build_list_serializer(StepSerializer)


class StepDoneRequest(RequestSerializer):
    game = StrictTextField(max_length=40)
    step = StrictTextField(max_length=80)
    unaided = StrictBooleanField(required=False)


class StepStateSerializer(drf.Serializer):
    id = drf.CharField()
    done = drf.BooleanField()
    unaided = drf.BooleanField(allow_null=True)


class LessonStateSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    steps = build_list_serializer(StepStateSerializer)


class ProgressSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    done = drf.IntegerField()
    of = drf.IntegerField()
    lessons = build_list_serializer(LessonStateSerializer)
