"""Programs of Anna, Ben, and a stranger, which send JSON and, except the stranger's, a token."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

import games
from core.api import throttling
from core.api.models import SCOPES, Token
from games.engine.game import Game

ROOT = "/api/v1/"


class Program:
    """A person's program, or a stranger's program without a token."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Token {secret}"} if secret else None)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(f"{ROOT}{path}", headers=_named(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        text = body if isinstance(body, str | bytes) else json.dumps(body if body is not None else {})
        return self.client.post(f"{ROOT}{path}", text, content_type="application/json", headers=_named(headers))

    def delete(self, path: str) -> HttpResponse:
        return self.client.delete(f"{ROOT}{path}")


def address(path: str) -> str:
    """Return a path from the schema with its parameters filled in: a real game, and nothing real for the rest."""
    known = {"game": "vazhushal", "clause": "meld.kinds", "digest": "book", "lesson": "melds"}
    return path.format(**known, code="nothing", assignment="nothing", puzzle="nothing", student=0, entry=0, number=0)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(autouse=True)
def _fresh_permits() -> Iterator[None]:
    throttling.clear_permits()
    yield
    throttling.clear_permits()


@pytest.fixture
def program_of(db: None) -> Callable[..., Program]:
    """Return a program of a user: `program_of(anna)`, `program_of(anna, "play", read_only=True)`."""

    def made(user: User, *scopes: str, read_only: bool = False) -> Program:
        return Program(Token.create_with_secret(user, "a test", scopes or SCOPES, 7, read_only)[1])

    return made


@pytest.fixture
def annas(anna: User, program_of: Callable[..., Program]) -> Program:
    return program_of(anna)


@pytest.fixture
def bens(ben: User, program_of: Callable[..., Program]) -> Program:
    return program_of(ben)


@pytest.fixture
def strangers(db: None) -> Program:
    return Program()


@pytest.fixture
def one_transaction(db: None) -> Iterator[None]:
    """Keep the test's transaction open for tests that call the WSGI application, as with Django's client."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def game() -> Game[Any]:
    return games.get("vazhushal")


@pytest.fixture
def table(annas: Program) -> dict[str, Any]:
    """Anna's table with a bot, on her turn: she's to the dealer's left or has seen the bot's move."""
    from core.play import bots
    from core.play.models import Table

    made = annas.post("tables/", {"game": "vazhushal", "seating": ["me", "learner"], "pace": "at-once"})
    found = Table.objects.get(code=made.json()["code"])
    while found.bot_due:
        bots.play_bot_turn(found.pk, found.version)
        found.refresh_from_db()
    shown: dict[str, Any] = annas.get(f"tables/{found.code}/").json()
    return shown
