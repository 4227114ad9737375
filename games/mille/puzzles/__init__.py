"""Puzzles of Mille, made fresh and proven by the rules."""

from games.mille.puzzles import counting, settling, taking, turns

THEMES = (*taking.THEMES, *turns.THEMES, *counting.THEMES, *settling.THEMES)
