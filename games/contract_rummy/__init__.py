"""Contract Rummy: each hand has a contract to lay all at once, and players buy discards with “May I?”."""

from games.contract_rummy.game import GAME

__all__ = ["GAME"]
