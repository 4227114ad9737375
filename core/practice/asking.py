"""Which kinds of puzzle ask something under which house rules."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import games
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Theme, Unproven, Void

TRIES = 3
"""A maker that finds a puzzle at all finds it at once: it looks at many positions itself."""


def kinds(game: Game[Any], options: Options) -> list[Theme]:
    """The kinds of puzzle that ask something under these house rules, in the order of the game."""
    return [theme for theme in game.themes if asks(theme, options)]


def look_through() -> None:
    """Find out what every game asks by the book, so that nobody's first request has to: a second or two for all."""
    for game in games.all_games().values():
        kinds(game, game.options())


@lru_cache(maxsize=4096)
def asks(theme: Theme, options: Options) -> bool:
    """Whether a kind of puzzle asks something under these house rules. It is tried out, always with the same luck."""
    rng = Random(theme.slug)
    for _ in range(TRIES):
        try:
            theme.pose(theme.make(rng, options), options)
        except (Void, Unproven):
            continue
        return True
    return False
