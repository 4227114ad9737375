"""Court Piece, also called Rang: a trick-taking game for two pairs of partners.

A player chooses trump after seeing five cards. A court, the game's point, is scored by the team that takes the first
seven tricks, and by a team that wins several hands in a row.
"""

from games.court_piece.game import GAME

__all__ = ["GAME"]
