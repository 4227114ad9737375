"""Commune: players declare ever higher poker hands, made of all their cards, until one calls (doubts) a hand."""

from games.commune.game import GAME

__all__ = ["GAME"]
