"""`manage.py mistakes [game]`: prints the messages for each mistake that a reader can make in a game's course."""

from __future__ import annotations

from typing import Any

from core.management.game_commands import GamesCommand
from core.rendering.table_context import fill_in_names
from games.engine.game import Game
from games.engine.lesson import COMPANY
from games.engine.mistakes import list_possible_mistakes
from games.words import format_count


class Command(GamesCommand):
    help = "Show each step’s messages for wrong answers and moves that miss its goal. Exit with 1 if one is missing."

    def check_games(self, found: list[Game[Any]]) -> bool:
        silent = 0
        for game in found:
            book = game.options()
            for lesson in game.lessons:
                for step in lesson.list_valid_steps(game, book):
                    self.stdout.write(f"\n{game.title}, {lesson.slug}, {step.id}: {step.text}")
                    said: dict[str, list[str]] = {}
                    for mistake in list_possible_mistakes(game, book, step):
                        said.setdefault(mistake.said, []).append(mistake.done)
                    silent += len(said.get("", ()))
                    for sentence, done in said.items():
                        more = f" and {len(done) - 3} more" if len(done) > 3 else ""
                        told = fill_in_names(sentence, COMPANY, 0) or "(nothing)"
                        self.stdout.write(f"  {'; '.join(done[:3])}{more}\n      {told}")
        self.stdout.write(f"\n{format_count(silent, 'mistake')} without a message.")
        return silent == 0
