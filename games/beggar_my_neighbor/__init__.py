"""Beggar My Neighbor: no player decides anything, and all watch what the cards do."""

from games.beggar_my_neighbor.game import GAME

__all__ = ["GAME"]
