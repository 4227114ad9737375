"""Bots of Chinese Ten: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.chinese_ten.reasons import REASONS
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import PlayedOn, Way, best_taking, ways
from games.chinese_ten.verbs import TURN, play, take
from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.kit.comparing import clearly_best, tried

WIN = 30.0
"""The value of having the most points, in addition to the lead in points."""


def plays(way: Way) -> Move:
    return play(way.card, way.taken)


def steady(state: ChineseTenState, seat: int) -> Move:
    """Return the move that the rules of thumb recommend."""
    if state.phase == "turn":
        return TURN.alone
    if state.phase == "choose" and state.turned:
        return take(best_taking(state, seat, state.turned))
    return plays(ways(state, seat)[0])


class ChineseTenBot(Explainer):
    """The base class of this game's bots."""

    rules, reasons = RULES, REASONS


class Learner(ChineseTenBot):
    """A bot that captures whenever it can, without regard to points or to what it leaves."""

    slips = (
        ANY := Slip("It takes the first card that matches, whatever it is worth.", 1.0),
        LEFT := Slip("It leaves red cards lying for others.", 1.0),
    )

    def decide(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        if state.phase == "choose" and state.turned and self.ANY.made(rng):
            return take(rng.choice(state.captures(state.turned)))
        if state.phase != "play":
            return steady(state, seat)
        found = ways(state, seat)
        taking = [way for way in found if way.taken]
        if (self.ANY if taking else self.LEFT).made(rng):
            return plays(rng.choice(taking or found))
        return plays(found[0])


class Steady(ChineseTenBot):
    """A bot that captures the most points, keeps nines and aces for each other, and leaves useless cards."""

    def decide(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        return steady(state, seat)


@dataclass(frozen=True)
class Strong(ChineseTenBot, Thinker):
    """A bot that deals the unseen cards many times, plays each deal out, and takes the move with the best results.

    It keeps the move of the rules of thumb unless another is better by `doubt` standard errors.
    """

    worlds: int = 60
    doubt: float = 0.5
    most: int = 8
    """The most moves to compare; they are the best by the rules of thumb."""

    def plain(self, state: ChineseTenState, seat: int) -> Move:
        return steady(state, seat)

    def think(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        moves = self._choices(state, seat)
        if len(moves) == 1:
            return moves[0]
        worlds = (state.filled(rng) for _ in range(self.worlds))
        return moves[clearly_best(tried(worlds, moves, lambda world, move: _outcome(world, seat, move)), self.doubt)]

    def _choices(self, state: ChineseTenState, seat: int) -> list[Move]:
        """Return the moves worth comparing, with the rules of thumb's move first."""
        usual = steady(state, seat)
        if state.phase == "turn":
            return [usual]
        if state.phase == "choose" and state.turned:
            return [usual, *(one for one in map(take, state.captures(state.turned)) if one != usual)]
        return list(map(plays, ways(state, seat)[: self.most]))


def _outcome(world: ChineseTenState, seat: int, move: Move) -> float:
    """Return the seat's lead over the best other player at the end of the deal, plus or minus WIN.

    All cards are known, and `move` is made first.
    """
    now = world.copy()
    RULES.apply(now, seat, move)
    points = PlayedOn(now).to_the_end()
    ahead = points[seat] - max(own for one, own in enumerate(points) if one != seat)
    return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
