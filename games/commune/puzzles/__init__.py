"""Puzzles of Commune, made fresh and proven by the rules."""

from games.commune.puzzles import steps, tables, there

THEMES = (*there.THEMES, *steps.THEMES, *tables.THEMES)
