"""Mille, a rummy for two: a pair takes the discard pile, and a hand without wild twos scores double."""

from games.mille.game import GAME

__all__ = ["GAME"]
