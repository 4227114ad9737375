"""Court Piece, also called Rang: tricks with partners, trumps called on five cards, and courts."""

from games.court_piece.game import GAME

__all__ = ["GAME"]
