"""Bots of Guts. Each knows only what its seat can see, and its reasons reveal nothing about its hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import Bot, Explainer, Slip, Thinker
from games.engine.move import Move
from games.guts import ahead, strategy
from games.guts.reasons import REASONS
from games.guts.rules import RULES
from games.guts.state import IN, OUT, GutsState
from games.guts.verbs import SAY_IN, SAY_OUT
from games.kit.comparing import raced

WORLDS = 160
"""The most imagined deals, each with the rest of the match, for one declaration."""
HEAT = 40
"""After each batch of this many imagined deals, a declaration that wins clearly less often is dropped."""
A_THIRD = 0.34


def says(state: GutsState, seat: int, brave: bool) -> Move:
    """Return the declaration in if the player is `brave` and may be in, else out."""
    return SAY_IN.alone if brave and state.covers(seat) else SAY_OUT.alone


def steady(state: GutsState, seat: int) -> Move:
    """Return the steady bot's declaration: in with hands that are the best often enough.

    It is bolder when it's behind, and stays out when it leads by far.
    """
    if ahead.can_rest(state, seat):
        return SAY_OUT.alone
    return says(state, seat, strategy.depth(state.hands[seat], state.options) <= strategy.match_reach(state, seat))


class GutsBot(Explainer):
    """The base class of this game's bots."""

    rules, reasons = RULES, REASONS


class Learner(GutsBot):
    """A bot that considers its own cards and little else."""

    slips = (
        ALIKE := Slip("It is in with the best third of hands, whoever is in already and however many play.", 0.9),
        TIMID := Slip("It gives up all others, even where nobody is left to beat, and so lets free pots go.", 0.9),
    )

    def decide(self, state: GutsState, seat: int, rng: Random) -> Move:
        good = strategy.depth(state.hands[seat], state.options) <= A_THIRD
        slip = self.ALIKE if good else self.TIMID
        return says(state, seat, good) if slip.made(rng) else steady(state, seat)


class Steady(GutsBot):
    def decide(self, state: GutsState, seat: int, rng: Random) -> Move:
        return steady(state, seat)


class Strong(GutsBot, Thinker):
    """A bot that imagines the unseen cards and the rest of the match, and declares what wins more matches.

    If both declarations win equally often, it stays out with a big lead, and else goes in, as it has nothing to
    lose.
    """

    def plain(self, state: GutsState, seat: int) -> Move:
        return steady(state, seat)

    def think(self, state: GutsState, seat: int, rng: Random) -> Move:
        words = [OUT, IN] if ahead.far_ahead(state, seat) else [IN, OUT]
        imagined = ahead.worlds(state, seat, WORLDS, rng)
        word = raced(imagined, words, lambda world, word: ahead.won(state, seat, word, world), HEAT, doubt=0)
        return says(state, seat, word == IN)


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
