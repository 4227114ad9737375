"""URL converters: `<game:…>` for an existing game, and `<digest:…>` for the digest of a rule set."""

from __future__ import annotations

from typing import Any

from django.urls import register_converter
from django.urls.converters import SlugConverter, StringConverter

import games
from games.engine.game import Game


class GameConverter(SlugConverter):
    """A URL converter for a game's slug. The view gets the game. A URL with an unknown slug doesn't match."""

    def to_python(self, value: str) -> Any:
        try:
            return games.get(value)
        except games.NoSuchGame as missing:
            raise ValueError from missing

    def to_url(self, value: Game[Any] | str) -> str:
        return value if isinstance(value, str) else value.slug


class DigestConverter(StringConverter):
    """A URL converter for the digest of a rule set, or `book` for the standard rules."""

    regex = "[0-9a-f]{16}|book"


def register_converters() -> None:
    """Register the URL converters. This has to be called once, before the URLs are loaded."""
    register_converter(GameConverter, "game")
    register_converter(DigestConverter, "digest")
