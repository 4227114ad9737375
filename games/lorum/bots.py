"""Bots of Lórum. Each plays from its view alone, and its reasons tell nothing of its hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import Bot, Choice, Slip, Thinker
from games.engine.move import Move
from games.engine.view import View
from games.engine.work import spend
from games.kit.comparing import clearly_best, tried
from games.kit.tricks import play
from games.lorum import strategy
from games.lorum.contracts import STEP
from games.lorum.judging import playable
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, TURN_UP

WORLDS = 24
A_MOVE = 12
"""The steps that a move in an imagined deal takes, roughly."""
CLAUSE = {
    "play": "trick.no-duty-to-beat",
    "train": "train.reach",
    "quart": "quart.restart",
    "domino": "domino.extend",
}
THOUGHT = {
    "play": strategy.in_trick,
    "train": strategy.in_train,
    "quart": strategy.in_quart,
    "domino": strategy.in_domino,
}


def blind(state: LorumState, seat: int, rng: Random) -> Choice:
    """Any of the hidden cards: nothing is known that would make one better than another."""
    place = rng.randint(1, len(state.hands[seat]))
    return Choice(Move(TURN_UP.name, place), "All hidden cards are alike.", "ape.blind-any-position")


def steady(state: LorumState, seat: int, rng: Random) -> Choice:
    """What a careful player does."""
    if state.phase == "blind":
        return blind(state, seat, rng)
    if not playable(state, seat):
        return Choice(PASS.alone, "Nothing fits.", "domino.pass")
    card, why = THOUGHT[state.phase](state, seat)
    return Choice(play(card), why, CLAUSE[state.phase])


class Learner:
    """Plays as the steady bot does, but for its mistakes: it does not look ahead."""

    slips = (
        LOW := Slip("It plays its lowest card to a trick, and keeps high and costly ones too long.", 0.8),
        ANYTHING := Slip("It leads, adds and opens with whatever comes to hand.", 0.6),
    )

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        cards = playable(state, seat)
        if state.phase == "blind" or len(cards) < 2:
            return steady(state, seat, rng)
        if state.phase == "play" and state.trick:
            if self.LOW.made(rng):
                return Choice(play(min(cards, key=STEP.__getitem__)), "Low cards are safe, I hope.", CLAUSE["play"])
        elif self.ANYTHING.made(rng):
            return Choice(play(rng.choice(cards)), "I take what comes first.", CLAUSE[state.phase])
        return steady(state, seat, rng)


class Steady:
    def choose(self, view: View, rng: Random) -> Choice:
        return steady(*RULES.seen(view), rng)


class Strong(Thinker):
    """Tries its cards in imagined deals, all played on as the steady bot would."""

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "blind":
            return blind(state, seat, rng)
        return super().choose(view, rng)

    def plain(self, view: View) -> Choice:
        return steady(*RULES.seen(view), Random(0))

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        first = steady(state, seat, rng)
        moves = [first.move, *(move for move in RULES.moves(state, seat) if move != first.move)]
        if len(moves) == 1:
            return first
        worlds = (state.filled(rng) for _ in range(WORLDS))
        found = tried(worlds, moves, lambda world, move: self._played(world.copy(), seat, move, rng))
        best = clearly_best(found, doubt=0.5)
        return first if best == 0 else Choice(moves[best], "I imagined some deals, and this did best.", first.clause)

    def _played(self, world: LorumState, seat: int, move: Move, rng: Random) -> int:
        """The chips that the hand brings this seat if it begins with this move."""
        deals = world.match.deals
        RULES.apply(world, seat, move)
        while world.match.deals == deals:
            spend(A_MOVE)
            RULES.apply(world, world.turn, steady(world, world.turn, rng).move)
        return world.match.scores[seat]


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
