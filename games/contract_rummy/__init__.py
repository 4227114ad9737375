"""Contract Rummy: in each hand, players first have to meld a given contract, such as two sets of three, all at once.

By asking “May I?”, players can take the top discard out of turn, at a price.
"""

from games.contract_rummy.game import GAME

__all__ = ["GAME"]
