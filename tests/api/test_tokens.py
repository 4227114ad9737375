"""Tokens: created on a page, shown once, valid for their scopes, and useless when revoked or expired."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from core.api.models import MOST_TOKENS, Token
from core.people import find_authorized_person
from tests.api.conftest import Program

NEW = {"name": "My bot", "scopes": ["play", "learn"], "days": "30"}


def _made(client: Client) -> str:
    response = client.post("/me/tokens/", NEW)
    assert response.status_code == 201
    return str(response.context["secret"])


def test_a_token_is_made_shown_once_and_works(as_anna: Client) -> None:
    secret = _made(as_anna)
    assert Program(secret).get("me/").json()["token"]["scopes"] == ["learn", "play"]
    page = as_anna.get("/me/tokens/").content.decode()
    assert "My bot" in page
    assert secret not in page
    assert secret not in str(Token.objects.values())


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token"])
def test_how_a_token_is_sent(anna: User, scheme: str) -> None:
    header = f"{scheme} {Token.create_with_secret(anna, 'x', ['play'], 7)[1]}"
    assert Client().get("/api/v1/me/", headers={"Authorization": header}).json()["username"] == "anna"
    assert find_authorized_person(header, "play") == anna.person


def test_a_revoked_token_is_gone(as_anna: Client, as_ben: Client) -> None:
    secret = _made(as_anna)
    code = Token.objects.get().code
    assert as_ben.post(f"/me/tokens/{code}/revoke/").status_code == 404
    assert Program(secret).get("me/").status_code == 200
    assert as_anna.post(f"/me/tokens/{code}/revoke/").status_code == 302
    assert Program(secret).get("me/").status_code == 401


def test_an_expired_token_is_gone(as_anna: Client) -> None:
    secret = _made(as_anna)
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert Program(secret).get("me/").status_code == 401


def test_an_account_that_is_closed(as_anna: Client, anna: User) -> None:
    secret = _made(as_anna)
    User.objects.update(is_active=False)
    assert Program(secret).get("me/").status_code == 401


@pytest.mark.parametrize(
    "header",
    [
        "Token",
        "Token " + "0" * 64,
        "Token a b",
        "Bearer abc",
        "Token \xe9\xe9\xe9",
        "Basic YTpi",
        "Token " + "x" * 5000,
        "nonsense",
    ],
)
def test_forged_headers(db: None, header: str) -> None:
    response = Client().get("/api/v1/me/", headers={"Authorization": header})
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
    assert find_authorized_person(header, "play") is None


def test_a_token_that_is_nearly_right(as_anna: Client) -> None:
    secret = _made(as_anna)
    assert Program(secret[:-1] + ("0" if secret[-1] != "0" else "1")).get("me/").status_code == 401
    assert Program(secret[:15]).get("me/").status_code == 401


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"scopes": []}, {"scopes": ["admin"]}, {"days": "9999"}, {"days": ""}]
)
def test_nonsense(as_anna: Client, change: dict[str, Any]) -> None:
    assert as_anna.post("/me/tokens/", {**NEW, **change}).status_code == 422
    assert not Token.objects.exists()


def test_there_is_an_end_to_it(as_anna: Client, anna: User) -> None:
    for _ in range(MOST_TOKENS):
        Token.create_with_secret(anna, "one more", ["play"], 7)
    assert as_anna.post("/me/tokens/", NEW).status_code == 422


def test_strangers_and_wrong_methods(stranger: Client, as_anna: Client) -> None:
    assert stranger.get("/me/tokens/").status_code == 302
    assert stranger.post("/me/tokens/", NEW).status_code == 302
    assert as_anna.get("/me/tokens/nothing/revoke/").status_code == 405
    assert as_anna.put("/me/tokens/").status_code == 405


def test_a_form_from_another_site(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    assert client.post("/me/tokens/", NEW).status_code == 403
    assert not Token.objects.exists()


def test_who_watches(anna: User) -> None:
    """The same header opens a stream, if the token has the scope for playing."""
    player, learner = (Token.create_with_secret(anna, "x", [scope], 7)[1] for scope in ("play", "learn"))
    assert find_authorized_person(f"Token {player}", "play") == anna.person
    assert find_authorized_person(f"Token {learner}", "play") is None
