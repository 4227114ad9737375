"""Bots: what plays a seat from its view alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from games.engine.move import Move
from games.engine.view import View
from games.engine.work import TooMuch, Work

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


class Slip(NamedTuple):
    """A mistake that beginners make: a sentence on it, and how often a learner bot makes it where it could.

    A learner is to be beaten by somebody who has taken the first lessons: it plays as they do, and not at random.
    """

    sentence: str
    often: float

    def made(self, rng: Random) -> bool:
        """Whether it is made this time."""
        return rng.random() < self.often


THINKING = 600_000
"""The steps that a bot has for one move."""


class Bot(Protocol):
    """Chooses a legal move for the seat of a view; the same view and `rng` give the same choice."""

    def choose(self, view: View, rng: Random) -> Choice: ...


def slips_of(bot: Bot) -> list[str]:
    """What is to be told of a bot's mistakes."""
    slips: tuple[Slip, ...] = getattr(bot, "slips", ())
    return [slip.sentence for slip in slips]


class Thinker:
    """A bot that searches, and so has a bound: past it, it makes a plain move."""

    def choose(self, view: View, rng: Random) -> Choice:
        with Work(THINKING):
            try:
                return self.think(view, rng)
            except TooMuch:
                pass
        return self.plain(view)

    def think(self, view: View, rng: Random) -> Choice:
        """What it would do, within its bound. Raises TooMuch."""
        raise TypeError(f"{type(self).__name__} does not think.")

    def plain(self, view: View) -> Choice:
        """A legal move that needs no thought."""
        raise TypeError(f"{type(self).__name__} makes no plain move.")
