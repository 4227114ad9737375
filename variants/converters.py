"""What stands in addresses: `<game:…>` is a game that there is, `<digest:…>` the content of a rule set."""

from __future__ import annotations

from typing import Any

from django.urls import register_converter
from django.urls.converters import SlugConverter, StringConverter

import games
from games.engine.game import Game


class GameConverter(SlugConverter):
    """A game by its slug; where there is none of this name, there is no such address."""

    def to_python(self, value: str) -> Any:
        try:
            return games.get(value)
        except games.NoSuchGame as missing:
            raise ValueError from missing

    def to_url(self, value: Game[Any] | str) -> str:
        return value if isinstance(value, str) else value.slug


class DigestConverter(StringConverter):
    """The hash of a rule set's content, or `book`."""

    regex = "[0-9a-f]{16}|book"


def register() -> None:
    """Make them known, once, before the first address is read."""
    register_converter(GameConverter, "game")
    register_converter(DigestConverter, "digest")
