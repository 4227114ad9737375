"""Puzzles of Court Piece. They're generated at random, and their answers are computed."""

from games.court_piece.puzzles import calling, certain_tricks, courts, dealing, revokes, tally, tricks

THEMES = (
    *tricks.THEMES,
    *calling.THEMES,
    *courts.THEMES,
    *tally.THEMES,
    *dealing.THEMES,
    *revokes.THEMES,
    *certain_tricks.THEMES,
)
