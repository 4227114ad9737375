"""Puzzles of Court Piece, generated at random and proven by the rules."""

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
