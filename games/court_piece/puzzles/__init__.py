"""Puzzles of Court Piece: ten kinds, made fresh and proven by the rules."""

from games.court_piece.puzzles import calling, hands, revokes, sure, tricks

THEMES = (*tricks.THEMES, *calling.THEMES, *hands.THEMES, *revokes.THEMES, *sure.THEMES)
