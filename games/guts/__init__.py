"""Guts: in or out, and whoever loses matches the pot."""

from games.guts.game import GAME

__all__ = ["GAME"]
