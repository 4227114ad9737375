"""Serializers for the house rules in a person's list."""

from __future__ import annotations

from core.api.fields import JsonObjectField, RequestSerializer, StrictTextField


class KeepRulesRequest(RequestSerializer):
    game = StrictTextField(max_length=40)
    options = JsonObjectField(help_text="The values that differ from the standard rules.")
    name = StrictTextField(required=False, allow_blank=True, max_length=60)
