"""The puzzle themes (types of puzzles) of Guts: on hands, on pots, and on chances."""

from games.guts.puzzles import chances, hands, pots

THEMES = (*hands.THEMES, *pots.THEMES, *chances.THEMES)
