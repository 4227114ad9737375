"""Serializers of lessons that people write."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import (
    HouseRulesRequest,
    RequestSerializer,
    StrictChoiceField,
    StrictTextField,
    build_list_serializer,
)
from core.api.workshop.serializers import AuthoredContentRowSerializer
from core.authoring.puzzles.models import Visibility
from core.http.strict_toml import LONGEST as LONGEST_FILE


class CreateLessonRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    toml = StrictTextField(
        max_length=LONGEST_FILE,
        required=False,
        help_text="The text of a lesson’s file, such as the editor gives and the site’s own lessons have.",
    )
    lesson = StrictTextField(
        max_length=80, required=False, help_text="Instead of a text, the slug of a lesson of the course."
    )


class LessonFileRequest(HouseRulesRequest):
    toml = StrictTextField(max_length=LONGEST_FILE, required=False, help_text="The text of a lesson’s file.")


class PublishLessonRequest(RequestSerializer):
    visibility = StrictChoiceField(
        choices=[Visibility.LINK.value, Visibility.PUBLIC.value],
        required=False,
        help_text="Who finds it; as it was, if you do not say it.",
    )


class LessonMistakeSerializer(drf.Serializer):
    """A mistake that keeps a lesson from being published."""

    step = drf.IntegerField(allow_null=True, help_text="In which step, from 0; null: in the lesson as a whole.")
    key = drf.CharField(help_text="Under which key of the file.")
    sentence = drf.CharField()


class AuthoredLessonRowSerializer(AuthoredContentRowSerializer):
    slug = drf.CharField(
        allow_null=True, help_text="What its newest version is called where lessons are given; null: not published."
    )
    page = drf.CharField(help_text="Where you write it.")


class LessonDraftStatusSerializer(drf.Serializer):
    """The state of a lesson's draft."""

    code = drf.CharField()
    page = drf.CharField(help_text="Where you write it.")
    mistakes = build_list_serializer(LessonMistakeSerializer)


class LessonVersionSerializer(drf.Serializer):
    number = drf.IntegerField()
    slug = drf.CharField(help_text="What it is called where lessons are given to classes.")
    title = drf.CharField()
    at = drf.DateTimeField()
    page = drf.CharField(help_text="Where it is taken.")


class AuthoredLessonSerializer(AuthoredLessonRowSerializer):
    draft = drf.DictField()
    toml = drf.CharField(help_text="The draft as a file.")
    mistakes = build_list_serializer(LessonMistakeSerializer)
    versions = build_list_serializer(LessonVersionSerializer)
