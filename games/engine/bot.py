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
"""The level of a seat in a game without decisions: the seat plays automatically, without a bot."""
LEVELS = {
    "learner": "Plays by the rules and no more.",
    "steady": "Plays the way a good teacher would.",
    "strong": "Imagines the cards it can’t see and looks ahead.",
}

ADVISER = "steady"
"""The level of the bot whose moves are the hints and the coach's advice."""


@dataclass(frozen=True)
class MoveWithReason:
    """A bot's move with the reason for it, and the id of the clause that explains it (or "").

    The reason is a sentence. It reveals nothing that the bot's opponents can't know.
    """

    move: Move
    reason: str
    clause: str = ""


@dataclass(frozen=True)
class Reason:
    """A reason that a bot can give for a move if the move passes the test `holds`.

    `words` is the reason in a sentence, and `clause` the id of the clause that explains it, or "" if there is none.
    Both can be functions that return the text for the move.
    """

    words: Words
    holds: Test = is_always_true
    clause: Words = ""


def explain_move(reasons: Sequence[Reason], state: Any, seat: int, move: Move) -> MoveWithReason:
    """Return the move with its reason: the first of `reasons` whose test the move passes."""
    reason = get_first_true_statement(reasons, state, seat, move)
    words, clause = (resolve_words(words, state, seat, move) for words in (reason.words, reason.clause))
    return MoveWithReason(move, words, clause)


class BeginnerMistake(NamedTuple):
    """A mistake that learner bots make on purpose: a sentence about it, and its probability (`often`).

    A person who has taken the first lessons should be able to beat a learner bot. So a learner bot makes typical
    beginners' mistakes instead of random moves.
    """

    sentence: str
    often: float

    def is_made_this_time(self, rng: Random) -> bool:
        """Decide at random whether the bot makes the mistake this time. Returns True with the probability `often`."""
        return rng.random() < self.often


THINKING = 600_000
"""The maximum number of steps (see `games.engine.work_limits`) that a bot can spend on one move."""


class Bot(Protocol):
    """A player that chooses a legal move from what its seat can see.

    The same `View` and the same `rng` state give the same move.
    """

    def choose_move(self, view: View, rng: Random) -> MoveWithReason: ...


def list_typical_mistakes(bot: Bot) -> list[str]:
    """Return the sentences that describe a bot's typical mistakes, or [] if it has none."""
    slips: tuple[BeginnerMistake, ...] = getattr(bot, "slips", ())
    return [slip.sentence for slip in slips]


class ExplainingBot:
    """A bot that decides on a move first, and then looks for a reason for this move.

    The reason is the first in `reasons` whose test the move passes. `rules` is the game that the bot plays. It's used
    to turn a view into a state.
    """

    rules: ClassVar[Game[Any]]
    reasons: ClassVar[Sequence[Reason]]

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        state, seat = self.rules.load_view(view)
        return explain_move(self.reasons, state, seat, self.decide_on_move(state, seat, rng))

    def decide_on_move(self, state: Any, seat: int, rng: Random) -> Move:
        """Return the bot's move, without changing `state`."""
        raise TypeError(f"{type(self).__name__} doesn’t define decide_on_move.")


class SearchingBot(ExplainingBot):
    """A bot that searches for a move within a step limit.

    If it runs out of steps, it makes a move that needs no search.
    """

    def decide_on_move(self, state: Any, seat: int, rng: Random) -> Move:
        with WorkAllowance(THINKING):
            try:
                return self.search_move(state, seat, rng)
            except OutOfSteps:
                pass
        return self.choose_fallback_move(state, seat)

    def search_move(self, state: Any, seat: int, rng: Random) -> Move:
        """Search for a move and return it. Raises OutOfSteps if the step limit is reached."""
        raise TypeError(f"{type(self).__name__} doesn’t define search_move.")

    def choose_fallback_move(self, state: Any, seat: int) -> Move:
        """Return a legal move that needs no search. It's used when the search runs out of steps."""
        raise TypeError(f"{type(self).__name__} doesn’t define choose_fallback_move.")
