"""Beggar My Neighbor: nobody decides, and everybody watches what the cards do."""

from games.beggar_my_neighbor.game import GAME

__all__ = ["GAME"]
