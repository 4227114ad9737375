"""The kinds of puzzle that Guts finds by itself."""

from games.guts.puzzles import chances, hands, pots

THEMES = (*hands.THEMES, *pots.THEMES, *chances.THEMES)
