"""House rules to test with: of a game that stands for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.dispatch import Signal

import games
from games.engine.game import Game
from games.engine.options import Options
from variants.signals import rules_changed, rules_compared

HOUSE = {"line-limit": 10, "twin-scope": "runs", "neg-drawable": True}


@pytest.fixture
def game() -> Game[Any]:
    return games.get("vazhushal")


@pytest.fixture
def options(game: Game[Any]) -> Options:
    """Three rules that differ from the book."""
    return game.options(HOUSE)


@pytest.fixture
def compared() -> Iterator[Callable[[Any], None]]:
    """Answers alone, for the length of a test, what a change of rules would do."""
    with alone(rules_compared) as connect:
        yield connect


@pytest.fixture
def changed() -> Iterator[Callable[[Any], None]]:
    """Hears alone, for the length of a test, that rules have changed."""
    with alone(rules_changed) as connect:
        yield connect


@contextmanager
def alone(signal: Signal) -> Iterator[Callable[[Any], None]]:
    """Take all receivers off a signal for a while. What is yielded connects others."""
    receivers, signal.receivers = signal.receivers, []
    connected: list[Any] = []

    def connect(receiver: Any) -> None:
        connected.append(receiver)
        signal.connect(receiver)

    try:
        yield connect
    finally:
        signal.receivers = receivers
