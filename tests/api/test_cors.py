"""Programs on other sites' pages: they can use everything that needs no cookie, and cookies are never accepted."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.api.docs import get_schema
from tests.api.conftest import Program, address

ORIGIN = "https://cards.example"


def _preflight(client: Client, path: str, method: str, headers: str = "") -> Any:
    """Return the response to a browser's check before a page of a different site makes a request."""
    sent = {"Origin": ORIGIN, "Access-Control-Request-Method": method}
    return client.options(path, headers={**sent, **({"Access-Control-Request-Headers": headers} if headers else {})})


def test_every_operation_may_be_asked_from_elsewhere(client: Client) -> None:
    for path, operations in get_schema()["paths"].items():
        for method in operations:
            wanted = "authorization,content-type,idempotency-key"
            allowed = _preflight(client, address(path), method.upper(), wanted)
            assert allowed.status_code == 200, path
            assert allowed["Access-Control-Allow-Origin"] == "*"
            assert method.upper() in allowed["Access-Control-Allow-Methods"]
            assert set(wanted.split(",")) <= set(allowed["Access-Control-Allow-Headers"].split(", "))
            assert not allowed.has_header("Access-Control-Allow-Credentials")
            assert not allowed.cookies


@pytest.mark.parametrize("path", ["", "games/", "games/vazhushal/rulebook/", "games/nothing/", "nothing/", "schema/"])
def test_what_is_anonymous_can_be_read(strangers: Program, path: str) -> None:
    found = strangers.get(path, Origin=ORIGIN)
    assert found["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in found["Access-Control-Expose-Headers"]
    assert not found.has_header("Access-Control-Allow-Credentials")
    assert not found.cookies


def test_the_oracle_answers_the_short_way_and_the_long(strangers: Program) -> None:
    for body, status in (({"position": {}, "seat": 0}, 200), ("nonsense", 400)):
        found = strangers.post("games/vazhushal/oracle/legal/", body, Origin=ORIGIN)
        assert (found.status_code, found["Access-Control-Allow-Origin"]) == (status, "*")


def test_a_token_is_sent_on_purpose_so_it_may_be_used(annas: Program, strangers: Program) -> None:
    for program, status in ((annas, 200), (strangers, 401)):
        found = program.get("me/", Origin=ORIGIN)
        assert (found.status_code, found["Access-Control-Allow-Origin"]) == (status, "*")
        assert not found.has_header("Access-Control-Allow-Credentials")


def test_a_cookie_is_worth_nothing(anna: User, client_of: Callable[[User], Client]) -> None:
    """The API ignores logins on pages, so no page on a different site can act for a user."""
    found = client_of(anna).get("/api/v1/me/", headers={"Origin": ORIGIN})
    assert found.status_code == 401


@pytest.mark.parametrize("path", ["/", "/play/", "/account/login/", "/me/data.json", "/api/v1/docs/", "/me/tokens/"])
def test_pages_are_for_themselves(as_anna: Client, path: str) -> None:
    assert not as_anna.get(path, headers={"Origin": ORIGIN}).has_header("Access-Control-Allow-Origin")
    assert not _preflight(as_anna, path, "GET").has_header("Access-Control-Allow-Origin")
