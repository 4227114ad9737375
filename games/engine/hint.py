"""Hints in four levels, from an idea to a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from games.engine.claim import Test, Words, get_first_true_statement, is_always_true, resolve_words
from games.engine.move import Move
from games.engine.view import View

if TYPE_CHECKING:
    from games.engine.bot import ExplainingBot


@dataclass(frozen=True)
class Hint:
    """A hint in four levels: an idea, the id of its clause, the cards to look at, and the move."""

    idea: str
    clause: str
    cards: str
    move: Move
    why: str = ""
    """The coach's comment if the player makes a different move.

    It follows the idea, and can reveal cards of the hand.
    """
    close: bool = False
    """Whether a different move is nearly as good. If so, the coach doesn't comment on it."""

    def list_levels(self) -> tuple[str, ...]:
        """Return the four levels as strings: idea, clause id, cards, and move."""
        return self.idea, self.clause, self.cards, str(self.move)


@dataclass(frozen=True)
class HintTemplate:
    """The first three levels of a hint: an idea, a clause id, and the cards to look at.

    It's used for moves that pass the test `holds`.
    """

    idea: Words
    clause: Words
    cards: Words
    holds: Test = is_always_true


def build_hint(advice: Sequence[HintTemplate], state: Any, seat: int, move: Move) -> Hint:
    """Build the hint for a move from the first template whose test the move passes."""
    rungs = get_first_true_statement(advice, state, seat, move)
    idea, clause, cards = (resolve_words(words, state, seat, move) for words in (rungs.idea, rungs.clause, rungs.cards))
    return Hint(idea, clause, cards, move)


def build_bot_hint(adviser: ExplainingBot, advice: Sequence[HintTemplate], view: View) -> Hint:
    """Build the hint for the move that a bot would make in this view. The same view always gives the same hint."""
    state, seat = adviser.rules.load_view(view)
    return build_hint(advice, state, seat, adviser.decide_on_move(state, seat, Random(0)))
