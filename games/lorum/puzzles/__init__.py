"""Puzzles of Lórum, made fresh and proven by the rules."""

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
