"""Mille: a rummy for two, with a pile for a pair and wild twos that cost the double."""

from games.mille.game import GAME

__all__ = ["GAME"]
