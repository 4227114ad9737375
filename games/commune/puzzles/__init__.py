"""Puzzle themes of Commune. Puzzles are generated, and the rules prove their answers."""

from games.commune.puzzles import steps, tables, there

THEMES = (*there.THEMES, *steps.THEMES, *tables.THEMES)
