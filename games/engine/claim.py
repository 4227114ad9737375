"""Claims: sentences on a move, each beside the test that says when it is true.

Bots give them as reasons (`games.engine.bot`), hints as rungs (`games.engine.hint`). A game lists them, the most
telling first. The last is true of every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from games.engine.move import Move
from games.words import quoted

Test = Callable[[Any, int, Move], bool]
"""Whether something is true of a seat's move, by the state as the seat sees it before the move."""
Words = str | Callable[[Any, int, Move], str]
"""A sentence, or what makes one of the same three."""


class Claim(Protocol):
    """Something that is said of a move where its test holds."""

    @property
    def holds(self) -> Test: ...


C = TypeVar("C", bound=Claim)


def always(state: Any, seat: int, move: Move) -> bool:
    """Return True: for what is true of every move that comes so far down the list."""
    return True


def both(*tests: Test) -> Test:
    """Return the test that holds where all of these do."""
    return lambda state, seat, move: all(test(state, seat, move) for test in tests)


def verb(*names: str) -> Test:
    """Return the test that holds for moves of these verbs."""
    return lambda state, seat, move: move.verb in names


def first_true(claims: Iterable[C], state: Any, seat: int, move: Move) -> C:
    """Return the first claim that is true of a move."""
    return next(claim for claim in claims if claim.holds(state, seat, move))


def sentence(words: Words, state: Any, seat: int, move: Move) -> str:
    """Return the sentence that these words make of a move."""
    return words if isinstance(words, str) else words(state, seat, move)


def look(state: Any, seat: int, move: Move) -> str:
    """Point at the cards of a move."""
    return f"Look at {quoted(move.cards)}."
