"""Lórum: seven hands by each dealer, and a pot that the last of them empties."""

from games.lorum.game import GAME

__all__ = ["GAME"]
