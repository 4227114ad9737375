"""The games, in plain Python with only the standard library. Each subfolder with a rulebook.md is a game.

Everything that a program needs for playing is here: `get` returns a game, `Table` is a match of it, and `parse_record`
parses a recorded match. Illegal moves, text that can't be parsed, and impossible positions raise a `RulesError`. An
`IllegalMove` has the clause that forbids the move.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.clause import IllegalMove
from games.engine.game import Game
from games.engine.record import parse_record
from games.engine.table import Table
from games.errors import RulesError

__all__ = ["IllegalMove", "NoSuchGame", "RulesError", "Table", "all_games", "get", "parse_record"]


class NoSuchGame(RulesError):
    """Raised if no game has this slug."""

    def __init__(self, slug: str) -> None:
        super().__init__(f"There’s no game “{slug[:40]}”.")


@cache
def all_games() -> dict[str, Game[Any]]:
    """Return every game by slug, in the order in which lists show the games.

    They're sorted by `Game.shelf`, a number that each game declares, and then by title.
    """
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/rulebook.md"))
    games = [import_module(f"games.{folder}").GAME for folder in folders]
    return {game.slug: game for game in sorted(games, key=lambda game: (game.shelf, game.title))}


def get(slug: str) -> Game[Any]:
    """Return the game with this slug. Raises NoSuchGame."""
    try:
        return all_games()[slug]
    except KeyError:
        raise NoSuchGame(slug) from None
