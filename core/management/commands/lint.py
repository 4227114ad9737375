"""`manage.py lint [game]`: whether rulebook, examples and course of a game can be read, and hold by its rules."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.engine.lint import mistakes


class Command(BaseCommand):
    help = "Read and prove all that is written about a game; ends with 1 if anything is wrong."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", help="the game's slug; all games if left out")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        try:
            found = [games.get(game)] if game else list(games.all_games().values())
        except games.NoSuchGame as error:
            raise CommandError(str(error)) from None
        wrong = [f"{one.slug}: {mistake}" for one in found for mistake in mistakes(one)]
        for line in wrong:
            self.stdout.write(line)
        if wrong:
            sys.exit(1)
        self.stdout.write(f"{', '.join(one.title for one in found)}: all that is written holds.")
