"""Commune: declare ever higher poker hands, made of all players' cards, until one player calls."""

from games.commune.game import GAME

__all__ = ["GAME"]
