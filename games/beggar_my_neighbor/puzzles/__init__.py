"""Puzzles of Beggar My Neighbor: there is nothing to decide, but much to foresee."""

from games.beggar_my_neighbor.puzzles import face_up_stacks, piles

THEMES = (*piles.THEMES, *face_up_stacks.THEMES)
