"""API views of the house rules in a person's list."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, document_operation, paginate
from core.api.fields import make_page_serializer
from core.api.reference.serializers import RulesSerializer
from core.api.reference.views import rules_json
from core.api.rules.serializers import KeepRulesRequest
from games.engine.options import BadOption
from variants import services
from variants.models import RuleSet


class OwnRuleSetListView(ApiView):
    scopes = ("rules",)

    @document_operation("listOwnRules", make_page_serializer(RulesSerializer), tag="rules", query=PAGE)
    def get(self, request: Request) -> Response:
        """The rule sets in your list."""
        return paginate(
            request,
            [one for one in RuleSet.objects.of_person(self.person) if _is_supported_by_game(one)],
            _rule_set_json,
        )

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
        asked = self.validate_body(KeepRulesRequest)
        return self.respond_idempotently(lambda: _rule_set_json(self._save_rules(asked)), status=201)

    def _save_rules(self, asked: dict[str, Any]) -> RuleSet:
        game = games.get(asked["game"])
        return services.save_rules(game, game.options(asked["options"]), asked.get("name", ""), self.person)


def _rule_set_json(kept: RuleSet) -> dict[str, Any]:
    return rules_json(games.get(kept.game), kept.house_rules, kept.name)


def _is_supported_by_game(kept: RuleSet) -> bool:
    """Return whether the game still has all options and values of a saved rule set."""
    try:
        return bool(kept.house_rules)
    except (BadOption, games.NoSuchGame):
        return False
