"""Statements about a move: sentences, each with a test that tells when it's true.

Bots use them as reasons (`games.engine.bot`), hints as levels (`games.engine.hint`). A game lists its statements with
the most helpful first. The last one is true of every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from games.engine.move import Move
from games.words import quote_cards

Test = Callable[[Any, int, Move], bool]
"""A function that tells whether something is true of a seat's move.

The state is as the seat sees it before the move.
"""
Words = str | Callable[[Any, int, Move], str]
"""A sentence about a move, or a function that builds one from state, seat, and move."""


class MoveStatement(Protocol):
    """One or more sentences about a move. They apply to moves of which the test `holds` is true."""

    @property
    def holds(self) -> Test: ...


C = TypeVar("C", bound=MoveStatement)


def is_always_true(state: Any, seat: int, move: Move) -> bool:
    """Return True: the test of the last statement in a list, which is true of every move."""
    return True


def require_all(*tests: Test) -> Test:
    """Return a test that is true if all of these tests are true."""
    return lambda state, seat, move: all(test(state, seat, move) for test in tests)


def build_verb_test(*names: str) -> Test:
    """Return a test that is true of moves with one of these verbs."""
    return lambda state, seat, move: move.verb in names


def get_first_true_statement(claims: Iterable[C], state: Any, seat: int, move: Move) -> C:
    """Return the first of these statements that is true of a move."""
    return next(claim for claim in claims if claim.holds(state, seat, move))


def resolve_words(words: Words, state: Any, seat: int, move: Move) -> str:
    """Return `words`, or the result of calling `words` for this move if it is a function."""
    return words if isinstance(words, str) else words(state, seat, move)


def build_look_at_cards_sentence(state: Any, seat: int, move: Move) -> str:
    """Return a sentence that points at the cards of a move."""
    return f"Look at {quote_cards(move.cards)}."
