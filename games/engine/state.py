"""A match in progress: everything there is to know of it, seen from above."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.engine.options import Options

DEALER = -1
"""The seat that plays for chance: it deals, cuts and shuffles, and its moves are recorded like any other."""


@dataclass(frozen=True)
class Result:
    """How one deal ended. `scores` and `winners` are by seat; `clause` is the rule that ended it.

    `rows` are the count as a table, and `heads` what stands over its columns.
    """

    sentence: str
    clause: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    heads: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "sentence": self.sentence,
            "clause": self.clause,
            "winners": list(self.winners),
            "scores": None if self.scores is None else list(self.scores),
            "rows": [list(row) for row in self.rows],
            "heads": list(self.heads),
        }


@dataclass
class Match:
    """What outlasts a deal: whose deal it is, how many were finished, the running score by seat, in the game's points.

    `results` has one entry per finished deal; `over` is set when the match is decided and `winners` says by whom.
    """

    seats: int
    dealer: int | None = None
    deals: int = 0
    scores: list[int] = field(default_factory=list)
    winners: tuple[int, ...] = ()
    over: bool = False
    results: list[Result] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.seats

    def to_json(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "deals": self.deals,
            "scores": self.scores[:],
            "winners": list(self.winners),
            "over": self.over,
            "results": [result.to_json() for result in self.results],
        }

    def copy(self) -> Match:
        return Match(self.seats, self.dealer, self.deals, self.scores[:], self.winners, self.over, self.results[:])


class State:
    """One match, in the middle of one deal. Games add what lies on the table.

    `waiting` holds the seats that may move now: one, several at once, or the DEALER alone; it is empty when the match
    is over. `phase` names the part of the turn. `between` is true when a deal has ended and the next waits for the
    players' nod.
    """

    options: Options
    seats: int
    match: Match
    phase: str
    waiting: tuple[int, ...]
    between: bool

    @property
    def aside(self) -> tuple[int, ...]:
        """The seats that may speak up although nobody waits for them: to object, or to put something right."""
        return ()

    @property
    def deal_number(self) -> int:
        """Which deal of the match this is, from 1; between two deals, the last."""
        return max(1, self.match.deals + (not self.between and not self.match.over))

    def may_move(self, seat: int) -> bool:
        """Whether this seat can make a move now."""
        return seat in self.waiting or seat in self.aside

    def copy(self) -> State:
        """An independent copy. Games write it out, since bots copy thousands of times."""
        raise TypeError(f"{type(self).__name__} does not say how it is copied.")
