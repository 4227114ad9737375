"""A command that looks at one game, or at all of them."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.engine.game import Game


class OfGames(BaseCommand, ABC):
    """Ends with 1 if `look` finds that something is not as it should be."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", help="the game's slug; all games if left out")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        try:
            found = [games.get(game)] if game else list(games.all_games().values())
        except games.NoSuchGame as error:
            raise CommandError(str(error)) from None
        if not self.look(found):
            sys.exit(1)

    @abstractmethod
    def look(self, found: list[Game[Any]]) -> bool:
        """Say what there is to say of these games; whether all is well."""
