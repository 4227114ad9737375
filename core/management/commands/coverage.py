"""`manage.py coverage [game]`: which clauses of a game have rules, text, refusal, lesson, puzzle and example."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from games.engine.coverage import COLUMNS, as_table, course_in_words, coverage, shares


class Command(BaseCommand):
    help = "Show for each clause of a game what there is of it; ends with 1 if anything is missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", help="the game's slug; all games if left out")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        try:
            found = [games.get(game)] if game else list(games.all_games().values())
        except games.NoSuchGame as error:
            raise CommandError(str(error)) from None
        complete = True
        for one in found:
            rows = coverage(one)
            complete = complete and all(share == 1 for share in shares(rows).values())
            self.stdout.write("\n".join((f"{one.title}\n", as_table(rows), *course_in_words(one), "")))
        self.stdout.write("\n".join(f"{column}: {meaning}" for column, meaning in COLUMNS.items()))
        if not complete:
            sys.exit(1)
