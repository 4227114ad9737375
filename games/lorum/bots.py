"""Bots of Lórum. Each bot plays from what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.engine.work import spend
from games.kit.comparing import clearly_best, tried
from games.kit.tricks import play
from games.lorum import strategy
from games.lorum.contracts import STEP
from games.lorum.judging import playable
from games.lorum.reasons import REASONS
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, TURN_UP

WORLDS = 24
"""The number of imagined deals in which the strong bot tries its moves."""
A_MOVE = 12
"""The rough number of work steps that one move in an imagined deal costs."""
THOUGHT = {
    "play": strategy.in_trick,
    "train": strategy.in_train,
    "quart": strategy.in_quart,
    "domino": strategy.in_domino,
}
"""The function of the strategy that picks a card, by phase."""


def blind(state: LorumState, seat: int, rng: Random) -> Move:
    """Return a move that turns up a random hidden card, for the blind Ape."""
    return Move(TURN_UP.name, rng.randint(1, len(state.hands[seat])))


def steady(state: LorumState, seat: int, rng: Random) -> Move:
    """Return the move of a careful player, which is the steady bot's."""
    if state.phase == "blind":
        return blind(state, seat, rng)
    if not playable(state, seat):
        return PASS.alone
    return play(THOUGHT[state.phase](state, seat))


class Lorums(Explainer):
    """Base class of the bots of Lórum."""

    rules, reasons = RULES, REASONS


class Learner(Lorums):
    """The beginner bot: plays like the steady bot, except for its mistakes, and doesn't look ahead."""

    slips = (
        LOW := Slip("It plays its lowest card to a trick, and keeps high and costly ones too long.", 0.8),
        ANYTHING := Slip("It leads, adds and opens with whatever comes to hand.", 0.6),
    )

    def decide(self, state: LorumState, seat: int, rng: Random) -> Move:
        cards = playable(state, seat)
        if state.phase == "blind" or len(cards) < 2:
            return steady(state, seat, rng)
        if state.phase == "play" and state.trick:
            if self.LOW.made(rng):
                return play(min(cards, key=STEP.__getitem__))
        elif self.ANYTHING.made(rng):
            return play(rng.choice(cards))
        return steady(state, seat, rng)


class Steady(Lorums):
    def decide(self, state: LorumState, seat: int, rng: Random) -> Move:
        return steady(state, seat, rng)


class Strong(Lorums, Thinker):
    """The strong bot: tries its moves in imagined deals, where all seats then play like the steady bot."""

    def plain(self, state: LorumState, seat: int) -> Move:
        return steady(state, seat, Random(0))

    def think(self, state: LorumState, seat: int, rng: Random) -> Move:
        if state.phase == "blind":
            return blind(state, seat, rng)
        first = steady(state, seat, rng)
        moves = [first, *(move for move in RULES.moves(state, seat) if move != first)]
        if len(moves) == 1:
            return first
        worlds = (state.filled(rng) for _ in range(WORLDS))
        found = tried(worlds, moves, lambda world, move: self._played(world.copy(), seat, move, rng))
        return moves[clearly_best(found, doubt=0.5)]

    def _played(self, world: LorumState, seat: int, move: Move, rng: Random) -> int:
        """Play an imagined hand on from this move, and return the chips that the seat then has."""
        deals = world.match.deals
        RULES.apply(world, seat, move)
        while world.match.deals == deals:
            spend(A_MOVE)
            RULES.apply(world, world.turn, steady(world, world.turn, rng))
        return world.match.scores[seat]


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
