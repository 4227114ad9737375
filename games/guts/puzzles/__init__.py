"""The puzzle themes of Guts."""

from games.guts.puzzles import chances, hands, pots

THEMES = (*hands.THEMES, *pots.THEMES, *chances.THEMES)
