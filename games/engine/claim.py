"""Statements about a move: sentences, each with a test that checks whether it applies to the move.

A bot's reasons are statements (`games.engine.bot`), and so are the templates for hints (`games.engine.hint`). A game
lists its statements from the most to the least helpful, and the first one that applies to a move is used. The last one
applies to every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from games.engine.move import Move
from games.words import quote_cards

Test = Callable[[Any, int, Move], bool]
"""A function that checks something about a seat's move.

It gets the state before the move, as the seat sees it.
"""
Words = str | Callable[[Any, int, Move], str]
"""A sentence about a move, or a function that builds one from the state, the seat, and the move."""


class MoveStatement(Protocol):
    """One or more sentences about a move, such as a bot's reason for it, and a test for the moves they apply to.

    `holds` is the test: a function of the state, the seat, and the move.
    """

    @property
    def holds(self) -> Test: ...


C = TypeVar("C", bound=MoveStatement)


def is_always_true(state: Any, seat: int, move: Move) -> bool:
    """Return True. This is the test of the last statement in a list, which applies to every move."""
    return True


def require_all(*tests: Test) -> Test:
    """Return a test of a move that passes if all of the given tests pass."""
    return lambda state, seat, move: all(test(state, seat, move) for test in tests)


def build_verb_test(*names: str) -> Test:
    """Return a test of a move that passes if the move's verb is one of these."""
    return lambda state, seat, move: move.verb in names


def get_first_true_statement(claims: Iterable[C], state: Any, seat: int, move: Move) -> C:
    """Return the first of the statements in `claims` that applies to the move."""
    return next(claim for claim in claims if claim.holds(state, seat, move))


def resolve_words(words: Words, state: Any, seat: int, move: Move) -> str:
    """Return `words`, or the result of calling `words` for this move if it is a function."""
    return words if isinstance(words, str) else words(state, seat, move)


def build_look_at_cards_sentence(state: Any, seat: int, move: Move) -> str:
    """Return the sentence “Look at …” with the cards of the move."""
    return f"Look at {quote_cards(move.cards)}."
