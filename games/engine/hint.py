"""Hints: a ladder from an idea to a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.claim import Test, Words, always, first_true, sentence
from games.engine.move import Move
from games.engine.view import View

if TYPE_CHECKING:
    from games.engine.bot import Explainer


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


def hint_of(adviser: Explainer, advice: Sequence[Advice], view: View) -> Hint:
    """Return the hint to what a bot would do with what a seat sees, always the same."""
    state, seat = adviser.rules.seen(view)
    return advise(advice, state, seat, adviser.decide(state, seat, Random(0)))
