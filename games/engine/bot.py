"""Bots: what plays a seat from its view alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from games.engine.move import Move
from games.engine.view import View

LEVELS = {
    "learner": "Plays by the rules and no more.",
    "steady": "Plays the way a good teacher would.",
    "strong": "Imagines the cards it cannot see and looks ahead.",
}


@dataclass(frozen=True)
class Choice:
    """A bot's move and why, in a sentence that gives away nothing its opponents may not know."""

    move: Move
    reason: str
    clause: str = ""


class Bot(Protocol):
    """Chooses a legal move for the seat of a view; the same view and `rng` give the same choice."""

    def choose(self, view: View, rng: Random) -> Choice: ...
