"""Guts, a betting game: each player says “in” or “out”, and a player who is in and loses matches the pot."""

from games.guts.game import GAME

__all__ = ["GAME"]
