"""Serializers of courses, lessons, and a person's progress in them."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import RequestSerializer, Seen, Text, Yes, some, texts


class LessonRowSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = texts(help_text="The ids of its steps, in order.")
    clauses = texts()


class CourseSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    lessons = some(LessonRowSerializer)


class ReplySerializer(drf.Serializer):
    text = drf.CharField()
    value = drf.JSONField(help_text="What the fact would have to be, or what goes into its open place.")
    right = drf.BooleanField()
    why = drf.CharField()


class StepSerializer(drf.Serializer):
    id = drf.CharField()
    kind = drf.ChoiceField(choices=["show", "do", "choose", "predict", "try-illegal", "play-on"])
    text = drf.CharField()
    clauses = texts()
    position = Seen(help_text="What seat 0, the reader's, knows.")
    point_at = texts()
    question = drf.CharField()
    fact = drf.CharField(help_text="What is asked, by its name; `{}` is the place of an answer's value.")
    after = texts(help_text="Moves after which it is asked.")
    answers = some(ReplySerializer)
    tempting = texts(help_text="Moves that the rules refuse here.")
    goals = texts(help_text="What has to be reached, by name.")
    solution = texts()
    done = drf.CharField()
    turns = drf.IntegerField()
    hints = texts()


class LessonSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = some(StepSerializer)


class StepDoneRequest(RequestSerializer):
    game = Text(max_length=40)
    step = Text(max_length=80)
    unaided = Yes(required=False)


class StepStateSerializer(drf.Serializer):
    id = drf.CharField()
    done = drf.BooleanField()
    unaided = drf.BooleanField(allow_null=True)


class LessonStateSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    steps = some(StepStateSerializer)


class ProgressSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    done = drf.IntegerField()
    of = drf.IntegerField()
    lessons = some(LessonStateSerializer)
