"""`manage.py lint [game]`: whether rulebook, examples and course of a game can be read, and hold by its rules."""

from __future__ import annotations

from typing import Any

from core.management.of_games import OfGames
from games.engine.game import Game
from games.engine.lint import mistakes


class Command(OfGames):
    help = "Read and prove all that is written about a game; ends with 1 if anything is wrong."

    def look(self, found: list[Game[Any]]) -> bool:
        wrong = [f"{one.slug}: {mistake}" for one in found for mistake in mistakes(one)]
        titles = ", ".join(one.title for one in found)
        for line in wrong or [f"{titles}: all that is written holds."]:
            self.stdout.write(line)
        return not wrong
