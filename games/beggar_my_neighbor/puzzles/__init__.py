"""Puzzles of Beggar My Neighbor. Players have no choices, so the puzzles ask what will happen."""

from games.beggar_my_neighbor.puzzles import face_up_stacks, piles

THEMES = (*piles.THEMES, *face_up_stacks.THEMES)
