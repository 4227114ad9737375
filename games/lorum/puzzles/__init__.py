"""Puzzle themes (types of puzzles) of Lórum. Puzzles are generated at random, and their answers are computed."""

from games.lorum.puzzles import ape, chips, domino, hand_order, quart, train, tricks

THEMES = (
    *tricks.THEMES,
    *chips.THEMES,
    *ape.THEMES,
    *train.THEMES,
    *quart.THEMES,
    *domino.THEMES,
    *hand_order.THEMES,
)
