"""Daifugo: players race to get rid of their cards. The last one then gives the first one high cards."""

from games.daifugo.game import GAME

__all__ = ["GAME"]
