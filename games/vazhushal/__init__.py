"""Vazhushal, the wipe rummy of Chennai."""

from games.vazhushal.game import GAME

__all__ = ["GAME"]
