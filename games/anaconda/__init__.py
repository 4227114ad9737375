"""Anaconda, a poker game: seven cards, two passes, and a pot for the best hand and the lowest."""

from games.anaconda.game import GAME

__all__ = ["GAME"]
