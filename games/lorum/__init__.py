"""Lórum: each dealer deals seven kinds of hand, and the last of them empties the pot."""

from games.lorum.game import GAME

__all__ = ["GAME"]
