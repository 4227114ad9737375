"""Daifugo: get rid of your cards first, and the last one pays for it."""

from games.daifugo.game import GAME

__all__ = ["GAME"]
