"""Serializers of puzzles that people build."""

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
    draft = JsonObjectField(help_text="The draft of a file that the builder gives.")


class PublishPuzzleRequest(RequestSerializer):
    visibility = StrictChoiceField(
        choices=Visibility.values, required=False, help_text="Who may open it; as it was, if you do not say it."
    )


class WithdrawRequest(RequestSerializer):
    withdrawn = StrictBooleanField(help_text="With `false`, it is given out again.")


class NewestVersionField(drf.CharField):
    """A field for an attribute of the newest version of a puzzle or lesson; null without a version."""

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
    withdrawn = drf.DateTimeField(allow_null=True, help_text="Since when it is taken back.")


class BuiltPuzzleRowSerializer(AuthoredContentRowSerializer):
    puzzle = NewestVersionField("puzzle.code", help_text="The code of its newest version; null: it is not published.")
    page = drf.CharField(source="editor_url", help_text="Where you build it.")


class ProofRequest(RequestSerializer):
    wanted = StrictBooleanField(help_text="With `false`, it is stopped.")


class QueuePlaceField(drf.IntegerField):
    """A field for a proof's place in the queue."""

    def to_representation(self, value: Any) -> Any:
        return find_queue_place(value)


class ProofSerializer(drf.Serializer):
    """A long proof, which runs in the background."""

    state = drf.ChoiceField(choices=Proof.State.values)
    place = QueuePlaceField(source="*", allow_null=True, help_text="Its place in the queue while it waits, from 1.")
    steps = drf.IntegerField(help_text="How far it is.")
    most = drf.IntegerField(source="max_search_steps", help_text="After so many steps it is given up.")


class PuzzleDraftStatusSerializer(drf.Serializer):
    """The state of a puzzle's draft."""

    code = drf.CharField()
    page = drf.CharField(source="editor_url", help_text="Where you build it.")
    mistakes = build_text_list_field(help_text="What stands against publishing it.")
    warnings = build_text_list_field(help_text="What is to be looked at.")
    proof = ProofSerializer(
        source="draft_proof",
        allow_null=True,
        help_text="The long proof that was asked for, of what the draft asks now.",
    )


class PuzzleVersionSerializer(drf.Serializer):
    number = drf.IntegerField()
    puzzle = drf.CharField(source="puzzle.code", help_text="The code by which it is solved, and given to classes.")
    title = drf.CharField()
    proven = drf.BooleanField(help_text="Whether the rules have proven every answer.")
    at = drf.DateTimeField()
    page = drf.CharField(source="puzzle.get_absolute_url")


class BuiltPuzzleSerializer(BuiltPuzzleRowSerializer):
    draft = drf.DictField()
    mistakes = build_text_list_field(help_text="What stands against publishing it.")
    warnings = build_text_list_field(help_text="What is to be looked at.")
    proof = ProofSerializer(
        source="draft_proof",
        allow_null=True,
        help_text="The long proof that was asked for, of what the draft asks now.",
    )
    versions = build_list_serializer(PuzzleVersionSerializer)
