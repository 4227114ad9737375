"""Mille, a rummy game for two. A pair takes the discard pile, and a hand without wild twos scores double."""

from games.mille.game import GAME

__all__ = ["GAME"]
