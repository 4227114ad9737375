"""Serializers of collections of puzzles and lessons."""

from __future__ import annotations

from rest_framework import serializers as drf

from core.api.fields import BoundedListField, RequestSerializer, StrictTextField, build_list_serializer
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
    size = drf.IntegerField(help_text="How many entries it has.")
    page = drf.CharField(help_text="Where you put it together.")
    link = drf.CharField(help_text="Where others go through it.")


class CollectionEntrySerializer(drf.Serializer):
    """A puzzle or a lesson in a collection.

    Of a puzzle or lesson that a person made, an entry holds one version, also when newer versions are published.
    """

    id = drf.IntegerField()
    name = drf.CharField(help_text="The code of a puzzle, or `game/slug` of a lesson.")
    lesson = drf.BooleanField()
    title = drf.CharField()
    game = drf.CharField()
    page = drf.CharField(help_text="Where it is solved or taken.")
    newer = drf.BooleanField(help_text="Whether its maker has published a newer version.")
    left_out = drf.CharField(help_text="Why others do not get it; empty if they do.")


class CollectionSerializer(CollectionRowSerializer):
    entries = build_list_serializer(CollectionEntrySerializer)
