"""Lórum, a match of card games: each dealer deals seven kinds of hand, and the winner of the last one takes the pot."""

from games.lorum.game import GAME

__all__ = ["GAME"]
