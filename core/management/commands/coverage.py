"""`manage.py coverage [game]`: prints a table with the clauses of a game's rules, and what covers each of them.

Without a game, it prints a table for each game. The columns say whether the engine applies the clause, and whether the
clause has a text in the rulebook, an example of a move that breaks it, a lesson, a puzzle, and an example.
"""

from __future__ import annotations

from typing import Any

from core.management.game_commands import GamesCommand
from games.engine.coverage import (
    COLUMNS,
    compute_coverage_shares,
    describe_course,
    format_coverage_table,
    list_coverage_rows,
    list_proof_gaps,
)
from games.engine.game import Game


class Command(GamesCommand):
    help = "Show what each clause of a game has, and exit with 1 if anything is missing or not verified."

    def check_games(self, found: list[Game[Any]]) -> bool:
        complete = True
        for one in found:
            rows = list_coverage_rows(one)
            lacking = [*list_proof_gaps(one)]
            complete = complete and all(share == 1 for share in compute_coverage_shares(rows).values()) and not lacking
            self.stdout.write(
                "\n".join((f"{one.title}\n", format_coverage_table(rows), *lacking, *describe_course(one), ""))
            )
        self.stdout.write("\n".join(f"{column}: {meaning}" for column, meaning in COLUMNS.items()))
        return complete
