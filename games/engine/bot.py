"""Bots: what plays a seat from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from games.engine.claim import Test, Words, always, first_true, sentence
from games.engine.move import Move
from games.engine.view import View
from games.engine.work import TooMuch, Work

if TYPE_CHECKING:
    from games.engine.game import Game

ITSELF = "itself"
"""What has a seat in place of a bot where nobody decides anything: the seat turns by itself."""
LEVELS = {
    "learner": "Plays by the rules and no more.",
    "steady": "Plays the way a good teacher would.",
    "strong": "Imagines the cards it cannot see and looks ahead.",
}

ADVISER = "steady"
"""The level whose move is good advice."""


@dataclass(frozen=True)
class Choice:
    """A bot's move and why, in a sentence that gives away nothing its opponents may not know."""

    move: Move
    reason: str
    clause: str = ""


@dataclass(frozen=True)
class Reason:
    """What a bot says of its move where that is true, and the clause to read."""

    words: Words
    holds: Test = always
    clause: Words = ""


def explain(reasons: Sequence[Reason], state: Any, seat: int, move: Move) -> Choice:
    """Return a move with the first of these reasons that is true of it."""
    reason = first_true(reasons, state, seat, move)
    words, clause = (sentence(words, state, seat, move) for words in (reason.words, reason.clause))
    return Choice(move, words, clause)


class Slip(NamedTuple):
    """A mistake that beginners make: a sentence on it, and how often a learner bot makes it where it could.

    A learner is to be beaten by somebody who has taken the first lessons: it plays as they do, and not at random.
    """

    sentence: str
    often: float

    def made(self, rng: Random) -> bool:
        """Return whether it is made this time."""
        return rng.random() < self.often


THINKING = 600_000
"""The steps that a bot has for one move."""


class Bot(Protocol):
    """Chooses a legal move for the seat of a view; the same view and `rng` give the same choice."""

    def choose(self, view: View, rng: Random) -> Choice: ...


def slips_of(bot: Bot) -> list[str]:
    """Return what is to be told of a bot's mistakes."""
    slips: tuple[Slip, ...] = getattr(bot, "slips", ())
    return [slip.sentence for slip in slips]


class Explainer:
    """A bot that decides first, and then says what is true of its move.

    `rules` read the view; of `reasons` the first that is true is given.
    """

    rules: ClassVar[Game[Any]]
    reasons: ClassVar[Sequence[Reason]]

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = self.rules.seen(view)
        return explain(self.reasons, state, seat, self.decide(state, seat, rng))

    def decide(self, state: Any, seat: int, rng: Random) -> Move:
        """Return the move it makes, and leave `state` as it is."""
        raise TypeError(f"{type(self).__name__} does not decide.")


class Thinker(Explainer):
    """A bot that searches, and so has a bound: past it, it makes a plain move."""

    def decide(self, state: Any, seat: int, rng: Random) -> Move:
        with Work(THINKING):
            try:
                return self.think(state, seat, rng)
            except TooMuch:
                pass
        return self.plain(state, seat)

    def think(self, state: Any, seat: int, rng: Random) -> Move:
        """Return the move it makes within its bound. Raises TooMuch."""
        raise TypeError(f"{type(self).__name__} does not think.")

    def plain(self, state: Any, seat: int) -> Move:
        """Return a legal move that needs no thought."""
        raise TypeError(f"{type(self).__name__} makes no plain move.")
