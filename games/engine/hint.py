"""Hints: a ladder from an idea to a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.claim import Test, Words, always, first_true, sentence
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


@dataclass(frozen=True)
class Advice:
    """Three rungs on a move where they are true of it: an idea, the clause behind it, and which cards."""

    idea: Words
    clause: Words
    cards: Words
    holds: Test = always


def advise(advice: Sequence[Advice], state: Any, seat: int, move: Move) -> Hint:
    """Return the hint to a move by the first advice that is true of it."""
    rungs = first_true(advice, state, seat, move)
    idea, clause, cards = (sentence(words, state, seat, move) for words in (rungs.idea, rungs.clause, rungs.cards))
    return Hint(idea, clause, cards, move)
