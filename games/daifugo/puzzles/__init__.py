"""Puzzle themes of Daifugo, beyond the kinds of puzzle that every game has."""

from games.daifugo.puzzles import cards, sure_wins, tables

THEMES = (*cards.THEMES, *tables.THEMES, *sure_wins.THEMES)

__all__ = ["THEMES"]
