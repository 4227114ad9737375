"""`manage.py lint [game]`: checks that a game's rulebook, examples, and course can be parsed and match the engine."""

from __future__ import annotations

from typing import Any

from core.management.game_commands import GamesCommand
from games.engine.examples import read_examples
from games.engine.game import Game
from games.engine.lint import list_text_faults
from games.words import spell_count


class Command(GamesCommand):
    help = "Check everything that’s written about a game, and exit with 1 if anything is wrong."

    def check_games(self, found: list[Game[Any]]) -> bool:
        wrong = [f"{one.slug}: {mistake}" for one in found for mistake in list_text_faults(one)]
        for line in wrong or map(_summarize_game, found):
            self.stdout.write(line)
        return not wrong


def _summarize_game(game: Game[Any]) -> str:
    examples, steps = len(read_examples(game)), sum(len(lesson.steps) for lesson in game.lessons)
    return (
        f"{game.title}: no errors in {spell_count(examples, 'example')} and {spell_count(steps, 'step')} of the course."
    )
