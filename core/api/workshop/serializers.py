"""Serializers for puzzles that people build."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from rest_framework import serializers as drf

from core.api.fields import (
    JsonObjectField,
    RequestSerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictTextField,
    build_list_serializer,
    build_text_list_field,
)
from core.authoring.puzzles.models import LONGEST_TITLE, Proof, Visibility
from core.authoring.puzzles.proof_queue import find_queue_place


class BuildPuzzleRequest(RequestSerializer):
    title = StrictTextField(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    draft = JsonObjectField(help_text="The draft from a builder file.")


class PublishPuzzleRequest(RequestSerializer):
    visibility = StrictChoiceField(
        choices=Visibility.values, required=False, help_text="The visibility. Default: unchanged."
    )


class WithdrawRequest(RequestSerializer):
    withdrawn = StrictBooleanField(help_text="With `false`, it’s republished.")


class NewestVersionField(drf.CharField):
    """A field for an attribute of the newest version of a puzzle or lesson. It's null if there is no version."""

    def __init__(self, attribute: str, **kwargs: Any) -> None:
        super().__init__(source="versions", allow_null=True, **kwargs)
        self.get_attribute_of = attrgetter(attribute)

    def to_representation(self, value: Any) -> Any:
        newest = max(value.all(), key=attrgetter("number"), default=None)
        return self.get_attribute_of(newest) if newest else None


class AuthoredContentRowSerializer(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    visibility = drf.ChoiceField(choices=Visibility.values)
    changed = drf.DateTimeField()
    withdrawn = drf.DateTimeField(allow_null=True, help_text="When it was unpublished, or null.")


class BuiltPuzzleRowSerializer(AuthoredContentRowSerializer):
    puzzle = NewestVersionField(
        "puzzle.code", help_text="The code of its newest version, or null if it isn’t published."
    )
    page = drf.CharField(source="editor_url", help_text="The page where you build it.")


class ProofRequest(RequestSerializer):
    wanted = StrictBooleanField(help_text="With `false`, verification stops.")


class QueuePlaceField(drf.IntegerField):
    """A field that shows a proof's place in the queue, starting from 1, or null if it isn't waiting."""

    def to_representation(self, value: Any) -> Any:
        return find_queue_place(value)


class ProofSerializer(drf.Serializer):
    """A long verification of a puzzle's answer, which runs in the background."""

    state = drf.ChoiceField(choices=Proof.State.values)
    place = QueuePlaceField(source="*", allow_null=True, help_text="Its place in line while it waits, counted from 1.")
    steps = drf.IntegerField(help_text="The number of steps it has tried so far.")
    most = drf.IntegerField(source="max_search_steps", help_text="The number of steps after which it gives up.")


class PuzzleDraftStatusSerializer(drf.Serializer):
    """A puzzle draft's code, its builder page, its mistakes and warnings, and its long verification."""

    code = drf.CharField()
    page = drf.CharField(source="editor_url", help_text="The page where you build it.")
    mistakes = build_text_list_field(help_text="Errors that prevent publishing.")
    warnings = build_text_list_field(help_text="Warnings.")
    proof = ProofSerializer(
        source="draft_proof",
        allow_null=True,
        help_text="The long verification of the draft’s current question.",
    )


class PuzzleVersionSerializer(drf.Serializer):
    number = drf.IntegerField()
    puzzle = drf.CharField(source="puzzle.code", help_text="The code for solving and assigning it.")
    title = drf.CharField()
    proven = drf.BooleanField(help_text="Whether the engine has verified every answer.")
    at = drf.DateTimeField()
    page = drf.CharField(source="puzzle.get_absolute_url")


class BuiltPuzzleSerializer(BuiltPuzzleRowSerializer):
    draft = drf.DictField()
    mistakes = build_text_list_field(help_text="Errors that prevent publishing.")
    warnings = build_text_list_field(help_text="Warnings.")
    proof = ProofSerializer(
        source="draft_proof",
        allow_null=True,
        help_text="The long verification of the draft’s current question.",
    )
    versions = build_list_serializer(PuzzleVersionSerializer)
