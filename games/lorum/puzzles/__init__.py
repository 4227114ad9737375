"""Puzzle themes of Lórum. Puzzles are generated, and the rules prove their answers."""

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
