"""The puzzle themes of Mille, whose puzzles are generated at random and verified by the rules."""

from games.mille.puzzles import counting, settling, taking, turns

THEMES = (*taking.THEMES, *turns.THEMES, *counting.THEMES, *settling.THEMES)
