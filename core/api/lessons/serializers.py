"""Serializers of lessons that people write."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import (
    HouseRulesRequest,
    RequestSerializer,
    StrictChoiceField,
    StrictTextField,
    build_list_serializer,
)
from core.api.workshop.serializers import AuthoredContentRowSerializer, NewestVersionField
from core.authoring.lessons.publishing import get_draft
from core.authoring.lessons.toml_files import dump_lesson
from core.authoring.puzzles.models import Visibility
from core.http.strict_toml import LONGEST as LONGEST_FILE


class CreateLessonRequest(HouseRulesRequest):
    game = StrictTextField(max_length=40)
    toml = StrictTextField(
        max_length=LONGEST_FILE,
        required=False,
        help_text="The text of a lesson file, in the format of the editor and of the site’s own lessons.",
    )
    lesson = StrictTextField(
        max_length=80, required=False, help_text="Instead of text, the slug of a lesson in the course."
    )


class LessonFileRequest(HouseRulesRequest):
    toml = StrictTextField(max_length=LONGEST_FILE, required=False, help_text="The text of a lesson file.")


class PublishLessonRequest(RequestSerializer):
    visibility = StrictChoiceField(
        choices=[Visibility.LINK.value, Visibility.PUBLIC.value],
        required=False,
        help_text="The visibility. Default: unchanged.",
    )


class MistakeListSerializer(drf.ListSerializer[Any]):
    """A list serializer that gets a lesson and shows the mistakes in its draft."""

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(get_draft(data).mistakes)


class LessonMistakeSerializer(drf.Serializer):
    """A mistake that keeps a lesson from being published."""

    step = drf.IntegerField(allow_null=True, help_text="The step, counted from 0. null for the whole lesson.")
    key = drf.CharField(help_text="The key in the file.")
    sentence = drf.CharField()

    class Meta:
        list_serializer_class = MistakeListSerializer


class LessonFileField(drf.CharField):
    """A field that gets a lesson and shows its draft as the text of a lesson file (TOML)."""

    def to_representation(self, value: Any) -> str:
        return dump_lesson(get_draft(value))


class AuthoredLessonRowSerializer(AuthoredContentRowSerializer):
    slug = NewestVersionField("slug", help_text="The slug of its newest version, or null if it isn’t published.")
    page = drf.CharField(source="editor_url", help_text="The page where you write it.")


class LessonDraftStatusSerializer(drf.Serializer):
    """A lesson draft's code, its editor page, and the mistakes in it."""

    code = drf.CharField()
    page = drf.CharField(source="editor_url", help_text="The page where you write it.")
    mistakes = build_list_serializer(LessonMistakeSerializer, source="*")


class LessonVersionSerializer(drf.Serializer):
    number = drf.IntegerField()
    slug = drf.CharField(help_text="The slug for assigning it.")
    title = drf.CharField()
    at = drf.DateTimeField()
    page = drf.CharField(source="page_url", help_text="The URL of the lesson’s page.")


class AuthoredLessonSerializer(AuthoredLessonRowSerializer):
    draft = drf.DictField()
    toml = LessonFileField(source="*", help_text="The draft as a file.")
    mistakes = build_list_serializer(LessonMistakeSerializer, source="*")
    versions = build_list_serializer(LessonVersionSerializer)
