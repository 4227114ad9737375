"""Serializers of puzzles that people build."""

from __future__ import annotations

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


class BuildPuzzleRequest(RequestSerializer):
    title = StrictTextField(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    draft = JsonObjectField(help_text="The draft of a file that the builder gives.")


class PublishPuzzleRequest(RequestSerializer):
    visibility = StrictChoiceField(
        choices=Visibility.values, required=False, help_text="Who may open it; as it was, if you do not say it."
    )


class WithdrawRequest(RequestSerializer):
    withdrawn = StrictBooleanField(help_text="With `false`, it is given out again.")


class AuthoredContentRowSerializer(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    visibility = drf.ChoiceField(choices=Visibility.values)
    changed = drf.DateTimeField()
    withdrawn = drf.DateTimeField(allow_null=True, help_text="Since when it is taken back.")


class BuiltPuzzleRowSerializer(AuthoredContentRowSerializer):
    puzzle = drf.CharField(allow_null=True, help_text="The code of its newest version; null: it is not published.")
    page = drf.CharField(help_text="Where you build it.")


class ProofRequest(RequestSerializer):
    wanted = StrictBooleanField(help_text="With `false`, it is stopped.")


class ProofSerializer(drf.Serializer):
    """A long proof, which runs in the background."""

    state = drf.ChoiceField(choices=Proof.State.values)
    place = drf.IntegerField(allow_null=True, help_text="Its place in the queue while it waits, from 1.")
    steps = drf.IntegerField(help_text="How far it is.")
    most = drf.IntegerField(help_text="After so many steps it is given up.")


class PuzzleDraftStatusSerializer(drf.Serializer):
    """The state of a puzzle's draft."""

    code = drf.CharField()
    page = drf.CharField(help_text="Where you build it.")
    mistakes = build_text_list_field(help_text="What stands against publishing it.")
    warnings = build_text_list_field(help_text="What is to be looked at.")
    proof = ProofSerializer(allow_null=True, help_text="The long proof that was asked for, of what the draft asks now.")


class PuzzleVersionSerializer(drf.Serializer):
    number = drf.IntegerField()
    puzzle = drf.CharField(help_text="The code by which it is solved, and given to classes.")
    title = drf.CharField()
    proven = drf.BooleanField(help_text="Whether the rules have proven every answer.")
    at = drf.DateTimeField()
    page = drf.CharField()


class BuiltPuzzleSerializer(BuiltPuzzleRowSerializer):
    draft = drf.DictField()
    mistakes = build_text_list_field(help_text="What stands against publishing it.")
    warnings = build_text_list_field(help_text="What is to be looked at.")
    proof = ProofSerializer(allow_null=True, help_text="The long proof that was asked for, of what the draft asks now.")
    versions = build_list_serializer(PuzzleVersionSerializer)
