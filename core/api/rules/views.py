"""API views for the house rules in a person's list."""

from __future__ import annotations

from typing import Any

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import ApiView, document_operation
from core.api.pagination import ListPagination
from core.api.reference.serializers import RulesSerializer
from core.api.rules.serializers import KeepRulesRequest
from games.engine.options import BadOption
from variants import services
from variants.models import RuleSet


class OwnRuleSetListView(ApiView, ListAPIView[RuleSet]):
    scopes = ("rules",)
    serializer_class = RulesSerializer
    pagination_class = ListPagination

    def get_queryset(self) -> Any:
        return [rule_set for rule_set in RuleSet.objects.of_person(self.person) if _is_supported_by_game(rule_set)]

    @document_operation("listOwnRules", RulesSerializer(many=True), tag="rules")
    def get(self, request: Request) -> Response:
        """The rule sets in your list."""
        return self.list(request)

    @document_operation(
        "keepRules",
        RulesSerializer,
        asks=KeepRulesRequest,
        status=201,
        tag="rules",
        problems="not-found bad-option list-full",
    )
    def post(self, request: Request) -> Response:
        """Save house rules in your list. If the same values are saved again, only the name changes."""
        data = self.validate_body(KeepRulesRequest)
        return self.respond_idempotently(lambda: RulesSerializer(self._save_rules(data)).data, status=201)

    def _save_rules(self, data: dict[str, Any]) -> RuleSet:
        game = games.get(data["game"])
        return services.save_rules(game, game.options(data["options"]), data.get("name", ""), self.person)


def _is_supported_by_game(rule_set: RuleSet) -> bool:
    """Return whether the game still has all options and values of a saved rule set."""
    try:
        return bool(rule_set.house_rules)
    except (BadOption, games.NoSuchGame):
        return False
