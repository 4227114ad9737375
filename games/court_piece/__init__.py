"""Court Piece, also called Rang: a partnership trick game with trump called on five cards, and courts."""

from games.court_piece.game import GAME

__all__ = ["GAME"]
