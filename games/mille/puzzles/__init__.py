"""The puzzle themes (types of puzzles) of Mille. Puzzles are generated at random, and their answers are computed."""

from games.mille.puzzles import counting, settling, taking, turns

THEMES = (*taking.THEMES, *turns.THEMES, *counting.THEMES, *settling.THEMES)
