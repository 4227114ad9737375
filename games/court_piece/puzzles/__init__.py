"""Puzzles of Court Piece, generated at random and proven by the rules."""

from games.court_piece.puzzles import calling, courts, dealing, revokes, sure, tally, tricks

THEMES = (
    *tricks.THEMES,
    *calling.THEMES,
    *courts.THEMES,
    *tally.THEMES,
    *dealing.THEMES,
    *revokes.THEMES,
    *sure.THEMES,
)
