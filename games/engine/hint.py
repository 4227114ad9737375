"""Hints: a ladder from an idea to a move."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.move import Move


@dataclass(frozen=True)
class Hint:
    """Four rungs: an idea, the clause behind it, which cards, and the move."""

    idea: str
    clause: str
    cards: str
    move: Move
    why: str = ""
    """What a coach says of another move besides the idea: it may tell of the hand."""
    close: bool = False
    """Whether another move is hardly worse, so that a coach says nothing of it."""

    def rungs(self) -> tuple[str, ...]:
        """The rungs as sentences or ids: idea, clause id, cards, move text."""
        return self.idea, self.clause, self.cards, str(self.move)
