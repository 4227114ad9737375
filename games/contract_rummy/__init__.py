"""Contract Rummy: a contract for each hand, laid all at once, and “May I?” for the cards of others."""

from games.contract_rummy.game import GAME

__all__ = ["GAME"]
