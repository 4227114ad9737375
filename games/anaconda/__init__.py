"""Anaconda: seven cards, two passes, and a pot for the best hand and the worst."""

from games.anaconda.game import GAME

__all__ = ["GAME"]
