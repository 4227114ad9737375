"""The base class of management commands that check one game or all games."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.engine.game import Game


class GamesCommand(BaseCommand, ABC):
    """The base class of commands with an optional game as their argument. Without it, they check all games.

    A subclass has `check_games`. If that returns False, the command exits with status 1.
    """

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", help="slug of the game (default: all games)")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        try:
            found = [games.get(game)] if game else list(games.all_games().values())
        except games.NoSuchGame as error:
            raise CommandError(str(error)) from None
        if not self.check_games(found):
            sys.exit(1)

    @abstractmethod
    def check_games(self, found: list[Game[Any]]) -> bool:
        """Check these games, and print a report. Return False if any of them has a problem."""
