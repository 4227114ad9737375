"""Anaconda, a poker game: players pass on some of seven cards, and the best and lowest hands share a pot."""

from games.anaconda.game import GAME

__all__ = ["GAME"]
