"""API views of the house rules in a person's list."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from core.api.base import PAGE, ApiView, api_schema, page
from core.api.fields import page_of
from core.api.reference.serializers import RulesSerializer
from core.api.reference.views import rules_json
from core.api.rules.serializers import KeepRulesRequest
from games.engine.options import BadOption
from variants import services
from variants.models import RuleSet


class OwnRules(ApiView):
    scopes = ("rules",)

    @api_schema("listOwnRules", page_of(RulesSerializer), tag="rules", query=PAGE)
    def get(self, request: Request) -> Response:
        """The rule sets in your list."""
        return page(request, [one for one in RuleSet.objects.of_person(self.person) if _known(one)], _row)

    @api_schema(
        "keepRules",
        RulesSerializer,
        asks=KeepRulesRequest,
        status=201,
        tag="rules",
        problems="not-found bad-option list-full",
    )
    def post(self, request: Request) -> Response:
        """Keep house rules in your list. The same values again only get the new name."""
        asked = self.validated(KeepRulesRequest)
        return self.once(lambda: _row(self._keep(asked)), status=201)

    def _keep(self, asked: dict[str, Any]) -> RuleSet:
        game = games.get(asked["game"])
        return services.save(game, game.options(asked["options"]), asked.get("name", ""), self.person)


def _row(kept: RuleSet) -> dict[str, Any]:
    return rules_json(games.get(kept.game), kept.options, kept.name)


def _known(kept: RuleSet) -> bool:
    """Return whether the game still has all options and values of a saved rule set."""
    try:
        return bool(kept.options)
    except (BadOption, games.NoSuchGame):
        return False
