"""Serializers of courses, lessons, and a person's progress in them."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import PositionField, RequestSerializer, StrictBooleanField, StrictTextField, list_of, text_list


class LessonRowSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = text_list(help_text="The ids of its steps, in order.")
    clauses = text_list()


class CourseSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    lessons = list_of(LessonRowSerializer)


class ReplySerializer(drf.Serializer):
    text = drf.CharField()
    value = drf.JSONField(help_text="What the fact would have to be, or what goes into its open place.")
    right = drf.BooleanField()
    why = drf.CharField()


class StepSerializer(drf.Serializer):
    id = drf.CharField()
    kind = drf.ChoiceField(choices=["show", "do", "choose", "predict", "try-illegal", "play-on"])
    text = drf.CharField()
    clauses = text_list()
    position = PositionField(help_text="What seat 0, the reader's, knows.")
    point_at = text_list()
    question = drf.CharField()
    fact = drf.CharField(help_text="What is asked, by its name; `{}` is the place of an answer's value.")
    after = text_list(help_text="Moves after which it is asked.")
    answers = list_of(ReplySerializer)
    tempting = text_list(help_text="Moves that the rules refuse here.")
    goals = text_list(help_text="What has to be reached, by name.")
    solution = text_list()
    done = drf.CharField()
    turns = drf.IntegerField()
    hints = text_list()


class LessonSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = list_of(StepSerializer)


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
    steps = list_of(StepStateSerializer)


class ProgressSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    done = drf.IntegerField()
    of = drf.IntegerField()
    lessons = list_of(LessonStateSerializer)
