"""Puzzle themes of Daifugo, beyond the kinds of puzzle that every game has."""

from games.daifugo.puzzles import cards, tables, win

THEMES = (*cards.THEMES, *tables.THEMES, *win.THEMES)

__all__ = ["THEMES"]
