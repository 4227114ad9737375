"""Schemathesis asks everything that the schema allows, and much that it does not."""

from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from core.api.models import SCOPES, Token
from core.people import person_of_user
from core.play.models import Table
from core.wsgi import application
from games import get

REAL: dict[str, Any] = {
    "game": "vazhushal",
    "position": {"hands": ["5C 6C 7C 2D 9S", "? ? ?"], "line": "8H", "phase": "table", "negative": "4S"},
    "options": {"packs": "2"},
    "seating": ["me", "learner"],
}
schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)


@pytest.fixture
def house(one_transaction: None, settings: Any) -> dict[str, str]:
    """A token, and codes of things that there are."""
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 0)
    user = User.objects.create_user("schemathesis")
    _, secret = Token.grant(user, "Schemathesis", SCOPES, 1)
    game = get("vazhushal")
    table = Table.objects.set_up(person_of_user(user), game, game.options(), ["me", "learner"], pace="at-once")
    return {"token": secret, "game": "vazhushal", "table": table.code, "digest": "book"}


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_word(case: schemathesis.Case, house: dict[str, str]) -> None:
    if case.meta is None or case.meta.generation.mode == GenerationMode.POSITIVE:
        _at_home(case, house)
    case.call_and_validate(
        headers={"Authorization": f"Bearer {house['token']}"},
        excluded_checks=[
            CHECKS.get_one("positive_data_acceptance")
        ],  # a position that fits the schema may be impossible
    )


def _at_home(case: schemathesis.Case, house: dict[str, str]) -> None:
    """Let a question be about something that there is, or it would be answered by 404 alone."""
    known = {"game": house["game"], "digest": house["digest"], "lesson": "melds", "clause": "meld.kinds"}
    if case.path.startswith("/api/v1/tables/"):
        known["code"] = house["table"]
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = known[name]
    if isinstance(case.body, dict):
        case.body |= {name: value for name, value in REAL.items() if name in case.body}
        if "options" in case.body:
            case.body.pop("rules", None)
