"""The dealer's random moves, drawn from the system's secure random source, with a digest that is shown in advance.

All of the dealer's moves up to a player's turn are drawn at once. The digest, sha256(salt + text), is shown before any
card. Salt and text are shown when the deal is over, so that everyone can check that nothing was changed.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from games.engine.move import Move
from games.engine.state import DEALER
from games.engine.table import Table as Board

_chance = secrets.SystemRandom()


@dataclass(frozen=True)
class DealerMoves:
    """The dealer's next moves as text, and a random salt.

    Their hash (`digest`) is shown to players in advance. The salt keeps anyone from guessing the moves from this hash.
    """

    salt: str
    text: str

    @property
    def digest(self) -> str:
        return compute_digest(self.salt, self.text)

    @property
    def moves(self) -> list[str]:
        return self.text.splitlines()


def compute_digest(salt: str, text: str) -> str:
    """Return the public digest of the dealer's moves: the hexadecimal SHA-256 of the salt followed by the text."""
    return hashlib.sha256((salt + text).encode()).hexdigest()


def draw_dealer_moves(board: Board) -> DealerMoves:
    """Draw the dealer's random moves until a player's turn or the end of the deal. The board isn't changed."""
    ahead, moves = board.copy(), list[Move]()
    while ahead.state.waiting == (DEALER,) and not (moves and ahead.state.is_between_deals):
        moves.append(ahead.game.draw_dealer_move(ahead.state, _chance))
        ahead.play_move(DEALER, moves[-1])
    return DealerMoves(secrets.token_hex(16), "\n".join(map(str, moves)))
