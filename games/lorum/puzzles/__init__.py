"""Puzzle themes of Lórum. Puzzles are generated, and the rules prove their answers."""

from games.lorum.puzzles import ape, chips, domino, evening, quart, train, tricks

THEMES = (
    *tricks.THEMES,
    *chips.THEMES,
    *ape.THEMES,
    *train.THEMES,
    *quart.THEMES,
    *domino.THEMES,
    *evening.THEMES,
)
