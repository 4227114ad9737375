"""What the goals and truths of lessons ask of any game: whether a move is legal, and what is there after some moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar

from games.engine.game import Game
from games.engine.lesson import Goal, Truth
from games.engine.move import Move
from games.engine.state import DEALER, State

S = TypeVar("S", bound=State)

THE_DEALER = "dealer"


def made(verb: str) -> Goal:
    """A move with this verb was made."""
    return lambda start, moves, now: any(move.verb == verb for move in moves)


class Truths(Generic[S]):
    """Truths by the rules of a game. A move is of seat 0, or of the seat before a colon: “2: may-i”."""

    def __init__(self, rules: Game[S]) -> None:
        self.rules = rules

    def legal(self, pattern: str) -> Truth:
        """Whether the move is legal, the value put into the pattern's braces."""
        return lambda state, value: self._legal(state, *self._read(pattern.format(value)))

    def yes_if_legal(self, move: str) -> Truth:
        """The values are yes and no: whether this move is legal."""
        return lambda state, value: value == ("yes" if self._legal(state, *self._read(move)) else "no")

    def after(self, probe: Callable[[S], object], *moves: str) -> Truth:
        """Whether the value is what the probe reads once these moves are made; nothing is right if one is refused."""

        def proven(state: S, value: str) -> bool:
            now = self.played(state, *moves)
            return now is not None and str(probe(now)) == value

        return proven

    def played(self, state: S, *moves: str) -> S | None:
        """The state after these moves, None if one of them is refused; “dealer” lets the dealer do all it has to."""
        now: Any = state.copy()
        for text in moves:
            if text == THE_DEALER:
                while now.waiting == (DEALER,):
                    self.rules.apply(now, DEALER, self.rules.chance(now, Random(1)))
                continue
            seat, move = self._read(text)
            if not self._legal(now, seat, move):
                return None
            self.rules.apply(now, seat, move)
        result: S = now
        return result

    def _read(self, text: str) -> tuple[int, Move]:
        seat, _, said = text.rpartition(": ")
        return int(seat or 0), self.rules.parse_move(said)

    def _legal(self, state: S, seat: int, move: Move) -> bool:
        return self.rules.why_not(state, seat, move) is None
