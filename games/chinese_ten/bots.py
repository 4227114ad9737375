"""Bots of Chinese Ten: learner, steady and strong. Each plays from its view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import PlayedOn, Way, best_taking, ways
from games.chinese_ten.verbs import TURN, play, take
from games.engine.bot import Bot, Choice, Slip, Thinker
from games.engine.move import Group, Move
from games.engine.view import View
from games.kit.comparing import clearly_best, tried

WIN = 30.0
"""What it is worth to have most points, beside the points by which one is ahead."""
FLIPPED = Choice(TURN.alone, "First the hand, then the stock.", "stock.flip")


def _plays(way: Way) -> Choice:
    if way.taken:
        return Choice(play(way.card, way.taken), "I take what counts.", "capture.to-pile")
    return Choice(play(way.card), "Nothing better can be taken, and this gives little away.", "play.free-choice")


def _takes(cards: Group) -> Choice:
    return Choice(take(cards), "Of what matches, this is the best to have.", "capture.choice")


def steady(state: ChineseTenState, seat: int) -> Choice:
    """What rule of thumb says."""
    if state.phase == "turn":
        return FLIPPED
    if state.phase == "choose" and state.turned:
        return _takes(best_taking(state, seat, state.turned))
    return _plays(ways(state, seat)[0])


class Learner:
    """Captures if it can, and looks neither at points nor at what it leaves."""

    slips = (
        ANY := Slip("It takes the first card that matches, whatever it is worth.", 1.0),
        LEFT := Slip("It leaves red cards lying for others.", 1.0),
    )

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "choose" and state.turned and self.ANY.made(rng):
            return _takes(rng.choice(state.captures(state.turned)))
        if state.phase != "play":
            return steady(state, seat)
        found = ways(state, seat)
        taking = [way for way in found if way.taken]
        if (self.ANY if taking else self.LEFT).made(rng):
            return _plays(rng.choice(taking or found))
        return _plays(found[0])


class Steady:
    """Takes what is worth most, keeps nines and aces for each other, and leaves what nobody can use."""

    def choose(self, view: View, rng: Random) -> Choice:
        return steady(*RULES.seen(view))


@dataclass(frozen=True)
class Strong(Thinker):
    """Deals the unseen cards many times over, plays each deal out, and takes what comes out best.

    What rule of thumb says stands unless something else is better by `doubt` standard errors.
    """

    worlds: int = 60
    doubt: float = 0.5
    most: int = 8
    """So many moves are compared at most, the best ones by rule of thumb."""

    def plain(self, view: View) -> Choice:
        return steady(*RULES.seen(view))

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        usual = steady(state, seat)
        found = self._choices(state, seat, usual)
        if len(found) == 1:
            return usual
        worlds = (state.filled(rng) for _ in range(self.worlds))
        moves = [choice.move for choice in found]
        outcomes = tried(worlds, moves, lambda world, move: _outcome(world, seat, move))
        return found[clearly_best(outcomes, self.doubt)]

    def _choices(self, state: ChineseTenState, seat: int, usual: Choice) -> list[Choice]:
        if state.phase == "turn":
            return [usual]
        if state.phase == "choose" and state.turned:
            return [usual, *(one for one in map(_takes, state.captures(state.turned)) if one.move != usual.move)]
        return list(map(_plays, ways(state, seat)[: self.most]))


def _outcome(world: ChineseTenState, seat: int, move: Move) -> float:
    """How far ahead of the best of the others a seat ends in a deal all of which is known."""
    now = world.copy()
    RULES.apply(now, seat, move)
    points = PlayedOn(now).to_the_end()
    ahead = points[seat] - max(own for one, own in enumerate(points) if one != seat)
    return ahead + (WIN if ahead > 0 else -WIN if ahead < 0 else 0.0)


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
