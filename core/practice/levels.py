"""The level of a puzzle, based on its rating and on how much there is to see on its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import TextChoices

from games.engine.puzzle import Puzzle

MOST_EASY_SEATS = 5
MOST_EASY_MELDS = 8
MOST_EASY_LINE = 12
"""The maximum numbers of players, of melds, and of cards in a line for an easy puzzle, also on a small phone."""
LINES = ("line", "pile", "layout")
"""The keys of positions with a line of cards."""


class Level(TextChoices):
    """The levels of puzzles, from easy to hard."""

    EASY = "easy", "Easy"
    MEDIUM = "medium", "Medium"
    HARD = "hard", "Hard"


RATINGS = {Level.EASY: range(1101), Level.MEDIUM: range(1101, 1351), Level.HARD: range(1351, 10_000)}
"""The range of ratings for each level."""
IDEAL_RATINGS = {Level.EASY: 900, Level.MEDIUM: 1225, Level.HARD: 1550}


def compute_level(rating: float, posed: Puzzle) -> Level:
    """Return the level of a puzzle with this rating, such as easy.

    `posed` is the engine's `Puzzle` object, with the question and its table. If there's much to see on this table, the
    level isn't easy, even if most people solve the puzzle.
    """
    level = next(level for level in Level if round(rating) in RATINGS[level])
    return Level.MEDIUM if level is Level.EASY and is_table_crowded(posed) else level


def is_table_crowded(posed: Puzzle) -> bool:
    """Return whether a puzzle shows more players, melds, or cards in a line than a beginner can easily look at.

    `posed` is the engine's `Puzzle` object, with the question and its table.
    """
    position: Mapping[str, Any] = posed.position
    seats = 0 if posed.zones else position.get("seats", 0)
    melds = sum(len(melds) for melds in position.get("melds", ()))
    line = max(len(position.get(part, "").split()) for part in LINES)
    return seats > MOST_EASY_SEATS or melds > MOST_EASY_MELDS or line > MOST_EASY_LINE


def parse_level(text: str) -> Level | None:
    """Return the level with this value, or None for any other text."""
    return Level(text) if text in Level.values else None
