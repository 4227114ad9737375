"""Serializers of the house rules in a person's list."""

from __future__ import annotations

from typing import Any

import games
from core.api.fields import JsonObjectField, RequestSerializer, StrictTextField
from core.api.reference.representations import rules_json
from core.api.reference.serializers import RulesSerializer
from variants.models import RuleSet


class KeepRulesRequest(RequestSerializer):
    game = StrictTextField(max_length=40)
    options = JsonObjectField(help_text="The values that differ from the book.")
    name = StrictTextField(required=False, allow_blank=True, max_length=60)


class RuleSetSerializer(RulesSerializer):
    def to_representation(self, rule_set: RuleSet) -> dict[str, Any]:
        return rules_json(games.get(rule_set.game), rule_set.house_rules, rule_set.name)
