"""Vazhushal, a rummy game from Chennai, also called wipe rummy.

The discards lie in a line. Players can *wipe* it: take its newest cards, and meld the deepest of them at once.
"""

from games.vazhushal.game import GAME

__all__ = ["GAME"]
