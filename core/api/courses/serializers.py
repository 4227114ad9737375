"""Serializers for courses, lessons, and a person's progress."""

from __future__ import annotations

from typing import Any

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
    slug = drf.CharField(source="lesson.slug")
    title = drf.CharField(source="lesson.title")
    idea = drf.CharField(source="lesson.idea")
    steps = build_text_list_field(source="step_ids", help_text="The ids of its steps, in order.")
    clauses = build_text_list_field()


class CourseSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    lessons = build_list_serializer(LessonRowSerializer)


class StepAnswerSerializer(drf.Serializer):
    text = drf.CharField()
    value = drf.JSONField(help_text="The value the fact must have, or the value for its slot.")
    right = drf.BooleanField()
    why = drf.CharField()


class StepSerializer(drf.Serializer):
    id = drf.CharField(source="place.id")
    kind = drf.ChoiceField(
        source="place.step.kind", choices=["show", "do", "choose", "predict", "try-illegal", "play-on"]
    )
    task = drf.CharField(source="place.step.task", help_text="What to do, in a few words. It can be empty.")
    text = drf.CharField(source="place.step.text", help_text="The situation. It can be empty if there’s a task.")
    clauses = build_text_list_field(source="place.step.clauses")
    position = PositionField(source="start_position", help_text="What seat 0, the reader’s seat, knows.")
    point_at = build_text_list_field(source="place.step.point_at")
    question = drf.CharField(source="place.step.question")
    fact = drf.CharField(
        source="place.step.fact",
        help_text="The fact that’s asked about. `{}` is the slot for an answer’s value.",
    )
    after = build_text_list_field(source="place.step.after", help_text="The moves before the question.")
    answers = build_list_serializer(StepAnswerSerializer, source="place.answers")
    tempting = build_text_list_field(source="place.step.tempting", help_text="Illegal moves to try.")
    goals = build_text_list_field(source="place.step.goals", help_text="The goals, by name.")
    solution = build_text_list_field(source="place.step.solution")
    done = drf.CharField(source="place.step.done")
    turns = drf.IntegerField(source="place.step.turns")
    hints = build_text_list_field(source="place.step.hints")


class LessonSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    slug = drf.CharField(source="lesson.slug")
    title = drf.CharField(source="lesson.title")
    idea = drf.CharField(source="lesson.idea")
    steps = build_list_serializer(StepSerializer)


class StepDoneRequest(RequestSerializer):
    game = StrictTextField(max_length=40)
    step = StrictTextField(max_length=80)
    unaided = StrictBooleanField(required=False)


class StepStateListSerializer(drf.ListSerializer[Any]):
    """A list serializer for the steps of a lesson. Each step says whether the person has done it.

    The lesson has a dict `done`. Its keys are the ids of done steps, and its values say whether the person did the step
    without hints and mistakes.
    """

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(
            [{"id": step.id, "done": step.id in data.done, "unaided": data.done.get(step.id)} for step in data.places]
        )


class StepStateSerializer(drf.Serializer):
    id = drf.CharField()
    done = drf.BooleanField()
    unaided = drf.BooleanField(allow_null=True)

    class Meta:
        list_serializer_class = StepStateListSerializer


class LessonStateSerializer(drf.Serializer):
    slug = drf.CharField(source="lesson.slug")
    title = drf.CharField(source="lesson.title")
    steps = build_list_serializer(StepStateSerializer, source="*")


class ProgressSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    done = drf.IntegerField(source="progress.done_step_count")
    of = drf.IntegerField(source="progress.step_count")
    lessons = build_list_serializer(LessonStateSerializer, source="progress.rows")
