"""Serializers of collections of puzzles and lessons."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import BoundedListField, RequestSerializer, StrictTextField, build_list_serializer
from core.authoring.collections import editing
from core.authoring.collections.editing import MOST_ENTRIES
from core.authoring.puzzles.models import LONGEST_TITLE


class CollectionTitleRequest(RequestSerializer):
    title = StrictTextField(max_length=LONGEST_TITLE)


NAMES = "Puzzles by their codes, lessons as `game/slug`; in order."


class CollectionRequest(CollectionTitleRequest):
    entries = BoundedListField(
        child=StrictTextField(max_length=100), max_length=MOST_ENTRIES, required=False, help_text=NAMES
    )


class AddEntriesRequest(RequestSerializer):
    entries = BoundedListField(
        child=StrictTextField(max_length=100), min_length=1, max_length=MOST_ENTRIES, help_text=NAMES
    )


class CollectionOrderRequest(RequestSerializer):
    entries = BoundedListField(
        child=drf.IntegerField(), min_length=1, max_length=MOST_ENTRIES, help_text="The ids of the entries, in order."
    )


class CollectionRowSerializer(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    changed = drf.DateTimeField()
    size = drf.IntegerField(help_text="The number of entries.")
    page = drf.CharField(source="editor_url", help_text="The page where you edit it.")
    link = drf.CharField(source="get_absolute_url", help_text="The page where others use it.")


class EntryListSerializer(drf.ListSerializer[Any]):
    """A list serializer for the entries of a collection.

    Each entry says whether its puzzle or lesson has a newer version, and why other people don't see it.
    """

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(editing.build_entry_rows(editing.list_entries(data)))


class CollectionEntrySerializer(drf.Serializer):
    """A puzzle or a lesson in a collection.

    If a person made the puzzle or lesson, the entry keeps its version even when newer versions are published.
    """

    id = drf.IntegerField(source="entry.id")
    name = drf.CharField(source="entry.name", help_text="The code of a puzzle, or `game/slug` of a lesson.")
    lesson = drf.BooleanField(source="entry.is_lesson")
    title = drf.CharField(source="entry.title")
    game = drf.CharField(source="entry.engine_game.slug")
    page = drf.CharField(source="entry.url", help_text="The URL of the puzzle’s or lesson’s page.")
    newer = drf.BooleanField(source="has_newer_version", help_text="Whether its author has published a newer version.")
    left_out = drf.CharField(source="hidden_reason", help_text="Why others can’t see it. Empty if they can.")

    class Meta:
        list_serializer_class = EntryListSerializer


class CollectionSerializer(CollectionRowSerializer):
    entries = build_list_serializer(CollectionEntrySerializer, source="*")
