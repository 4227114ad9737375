"""Daifugo: get rid of your cards first; the player who is last pays for it."""

from games.daifugo.game import GAME

__all__ = ["GAME"]
