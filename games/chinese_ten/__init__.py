"""Chinese Ten: two cards that make ten, a second try from the stock, and points for what is red."""

from games.chinese_ten.game import GAME

__all__ = ["GAME"]
