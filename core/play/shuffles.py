"""What chance decides: drawn from the system's secure source, and sealed before anybody sees a card.

All the dealer has to do until a player is asked is drawn at once. Its digest, sha256(salt + text), is shown before the
cards are played; salt and text are shown when the deal is over, so that everyone can check that nothing was changed in
between.
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
class Sealed:
    """The dealer's next moves and the salt that keeps them from being guessed."""

    salt: str
    text: str

    @property
    def digest(self) -> str:
        return digest(self.salt, self.text)

    @property
    def moves(self) -> list[str]:
        return self.text.splitlines()


def digest(salt: str, text: str) -> str:
    """Return what is shown of a sealed deal: the hexadecimal SHA-256 of salt and text, written one after the other."""
    return hashlib.sha256((salt + text).encode()).hexdigest()


def draw(board: Board) -> Sealed:
    """Draw all that the dealer has to do now, until a player is asked or the deal is over. The board stays as it is."""
    ahead, moves = board.copy(), list[Move]()
    while ahead.state.waiting == (DEALER,) and not (moves and ahead.state.between):
        moves.append(ahead.game.chance(ahead.state, _chance))
        ahead.play(DEALER, moves[-1])
    return Sealed(secrets.token_hex(16), "\n".join(map(str, moves)))
