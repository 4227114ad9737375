"""The games: plain Python, standard library only. A subfolder with a rulebook.md is a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.game import Game
from games.errors import HouseError


class NoSuchGame(HouseError):
    """There is no game of this name."""

    def __init__(self, slug: str) -> None:
        super().__init__(f"There is no game “{slug[:40]}” here.")


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game by slug, in the order of the shelf."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/rulebook.md"))
    games = [import_module(f"games.{folder}").GAME for folder in folders]
    return {game.slug: game for game in sorted(games, key=lambda game: (game.shelf, game.title))}


def get(slug: str) -> Game[Any]:
    """The game of this slug. Raises NoSuchGame."""
    try:
        return all_games()[slug]
    except KeyError:
        raise NoSuchGame(slug) from None
