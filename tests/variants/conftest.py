"""House rules to test with: of a game that stands for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.options import Options
from variants import consequences

HOUSE = {"line-limit": 10, "twin-scope": "runs", "neg-drawable": True}


@pytest.fixture
def game() -> Game[Any]:
    return games.get("vazhushal")


@pytest.fixture
def options(game: Game[Any]) -> Options:
    """Three rules that differ from the book."""
    return game.options(HOUSE)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The registers of consequences and listeners, empty."""
    monkeypatch.setattr(consequences, "_tellers", [])
    monkeypatch.setattr(consequences, "_listeners", [])
    return consequences
