"""Commune: poker hands from everybody's cards together, declared higher and higher until somebody calls."""

from games.commune.game import GAME

__all__ = ["GAME"]
