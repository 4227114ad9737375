"""Puzzles of Beggar My Neighbor: there is nothing to decide, but much to foresee."""

from games.beggar_my_neighbor.puzzles import ahead, piles

THEMES = (*piles.THEMES, *ahead.THEMES)
