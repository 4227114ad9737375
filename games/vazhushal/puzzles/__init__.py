"""Puzzles of Vazhushal, generated from positions of play and proven by the engine."""

from games.vazhushal.puzzles import breaking, cards, counting, doubles, reading, tables, wipes

THEMES = (
    *wipes.THEMES,
    *cards.THEMES,
    *tables.THEMES,
    *breaking.THEMES,
    *counting.THEMES,
    *doubles.THEMES,
    *reading.THEMES,
)
