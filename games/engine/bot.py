"""Bots: players that choose moves from what their seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from games.engine.claim import Test, Words, get_first_true_statement, is_always_true, resolve_words
from games.engine.move import Move
from games.engine.view import View
from games.engine.work_limits import OutOfSteps, WorkAllowance

if TYPE_CHECKING:
    from games.engine.game import Game

ITSELF = "itself"
"""The level of a seat in a game where nobody decides anything: the seat plays by itself, without a bot."""
LEVELS = {
    "learner": "Plays by the rules and no more.",
    "steady": "Plays the way a good teacher would.",
    "strong": "Imagines the cards it can't see and looks ahead.",
}

ADVISER = "steady"
"""The level of the bot whose moves are the hints and the coach's advice."""


@dataclass(frozen=True)
class MoveWithReason:
    """A bot's move and its reason, in a sentence that gives away nothing its opponents can't know."""

    move: Move
    reason: str
    clause: str = ""


@dataclass(frozen=True)
class Reason:
    """A sentence that a bot gives as its reason if `holds` is true of the move, and the clause to read about it."""

    words: Words
    holds: Test = is_always_true
    clause: Words = ""


def explain_move(reasons: Sequence[Reason], state: Any, seat: int, move: Move) -> MoveWithReason:
    """Return a move with the first of these reasons that is true of it."""
    reason = get_first_true_statement(reasons, state, seat, move)
    words, clause = (resolve_words(words, state, seat, move) for words in (reason.words, reason.clause))
    return MoveWithReason(move, words, clause)


class BeginnerMistake(NamedTuple):
    """A mistake that beginners make: a sentence about it, and the probability that a learner bot makes it.

    A person who has taken the first lessons should be able to beat a learner bot. So a learner bot makes the mistakes
    of beginners, instead of random moves.
    """

    sentence: str
    often: float

    def is_made_this_time(self, rng: Random) -> bool:
        """Return whether the bot makes the mistake this time, decided at random with `rng`."""
        return rng.random() < self.often


THINKING = 600_000
"""The number of steps (see `games.engine.work_limits`) that a bot can spend on one move."""


class Bot(Protocol):
    """A player that chooses a legal move from a view. The same view and `rng` give the same choice."""

    def choose_move(self, view: View, rng: Random) -> MoveWithReason: ...


def list_typical_mistakes(bot: Bot) -> list[str]:
    """Return the sentences about a bot's typical mistakes."""
    slips: tuple[BeginnerMistake, ...] = getattr(bot, "slips", ())
    return [slip.sentence for slip in slips]


class ExplainingBot:
    """A bot that first decides on a move, and then gives the first of its reasons that is true of the move.

    `rules` is its game, which turns a view into a state.
    """

    rules: ClassVar[Game[Any]]
    reasons: ClassVar[Sequence[Reason]]

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        state, seat = self.rules.load_view(view)
        return explain_move(self.reasons, state, seat, self.decide_on_move(state, seat, rng))

    def decide_on_move(self, state: Any, seat: int, rng: Random) -> Move:
        """Return the bot's move, without changing `state`."""
        raise TypeError(f"{type(self).__name__} doesn't decide.")


class SearchingBot(ExplainingBot):
    """A bot that searches within a limit of steps. If the steps run out, it makes a move that needs no search."""

    def decide_on_move(self, state: Any, seat: int, rng: Random) -> Move:
        with WorkAllowance(THINKING):
            try:
                return self.search_move(state, seat, rng)
            except OutOfSteps:
                pass
        return self.choose_fallback_move(state, seat)

    def search_move(self, state: Any, seat: int, rng: Random) -> Move:
        """Return the move that the search finds. Raises OutOfSteps if the steps run out."""
        raise TypeError(f"{type(self).__name__} doesn't think.")

    def choose_fallback_move(self, state: Any, seat: int) -> Move:
        """Return a legal move that needs no search, for when the steps run out."""
        raise TypeError(f"{type(self).__name__} makes no plain move.")
