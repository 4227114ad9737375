"""The games: plain Python, standard library only. A subfolder with a rulebook.md is a game.

What a program that plays needs is here: `get` a game, sit down at a `Table` of it, `read_record` a match. What is
refused is a `HouseError`; an `IllegalMove` says which clause forbids it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.clause import IllegalMove
from games.engine.game import Game
from games.engine.record import read_record
from games.engine.table import Table
from games.errors import HouseError

__all__ = ["HouseError", "IllegalMove", "NoSuchGame", "Table", "all_games", "get", "read_record"]


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
