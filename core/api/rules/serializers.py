"""Serializers of the house rules in a person's list."""

from __future__ import annotations

from core.api.fields import RequestSerializer, Text, Thing


class KeepRulesRequest(RequestSerializer):
    game = Text(max_length=40)
    options = Thing(help_text="The values that differ from the book.")
    name = Text(required=False, allow_blank=True, max_length=60)
