"""Chinese Ten, a fishing game: match cards that make ten, flip a card from the stock, and score for red cards."""

from games.chinese_ten.game import GAME

__all__ = ["GAME"]
