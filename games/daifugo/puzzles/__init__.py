"""The puzzles of Daifugo that the kinds of every game do not give."""

from games.daifugo.puzzles import cards, tables, win

THEMES = (*cards.THEMES, *tables.THEMES, *win.THEMES)

__all__ = ["THEMES"]
