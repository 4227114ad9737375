"""`manage.py coverage [game]`: which clauses have rules, text, a refusal, a lesson, a puzzle, and an example."""

from __future__ import annotations

from typing import Any

from core.management.of_games import OfGames
from games.engine.coverage import COLUMNS, as_table, course_in_words, coverage, shares, unproven
from games.engine.game import Game


class Command(OfGames):
    help = "Show for each clause of a game what there is of it; ends with 1 if anything is missing or unproven."

    def look(self, found: list[Game[Any]]) -> bool:
        complete = True
        for one in found:
            rows = coverage(one)
            lacking = [*unproven(one)]
            complete = complete and all(share == 1 for share in shares(rows).values()) and not lacking
            self.stdout.write("\n".join((f"{one.title}\n", as_table(rows), *lacking, *course_in_words(one), "")))
        self.stdout.write("\n".join(f"{column}: {meaning}" for column, meaning in COLUMNS.items()))
        return complete
