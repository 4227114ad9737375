"""Bots of Guts. Each declares from its view alone, and its reasons tell nothing of its hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.bot import Bot, Choice, Slip, Thinker
from games.engine.view import View
from games.guts import ahead, strategy
from games.guts.rules import RULES
from games.guts.state import IN, OUT, GutsState
from games.guts.verbs import SAY_IN, SAY_OUT
from games.kit.comparing import raced

WORLDS = 160
"""So many ways are imagined at most in which the cards may lie and the match go on."""
HEAT = 40
"""After each so many of them a word is given up that wins clearly less often."""
A_THIRD = 0.34
LEADS = "I lead by so much that I can leave this pot to others."


def says(state: GutsState, seat: int, brave: bool) -> Choice:
    """In or out, with what everybody at the table can see of the reason."""
    move = SAY_IN.alone if brave and state.covers(seat) else SAY_OUT.alone
    if state.secret:
        return Choice(move, "I weighed how many decide together with me.", "declare.in-or-out")
    ins = len(strategy.reaches_before(state, seat))
    if brave:
        why = "I take on those who are in." if ins else "Nobody is in so far."
    else:
        why = "Somebody is in already." if ins else "Others are still to declare."
    return Choice(move, why, "declare.order")


def steady(state: GutsState, seat: int) -> Choice:
    """In with hands that are often enough the best, bolder when it is behind; out when it leads by far."""
    if ahead.can_rest(state, seat):
        return says(state, seat, False) if state.secret else Choice(SAY_OUT.alone, LEADS, "match.winner")
    return says(state, seat, strategy.depth(state.hands[seat], state.options) <= strategy.match_reach(state, seat))


class Learner:
    """Looks at its own cards, and not much further."""

    slips = (
        ALIKE := Slip("It is in with the best third of hands, whoever is in already and however many play.", 0.9),
        TIMID := Slip("It gives up all others, even where nobody is left to beat, and so lets free pots go.", 0.9),
    )

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        good = strategy.depth(state.hands[seat], state.options) <= A_THIRD
        slip = self.ALIKE if good else self.TIMID
        return says(state, seat, good) if slip.made(rng) else steady(state, seat)


class Steady:
    def choose(self, view: View, rng: Random) -> Choice:
        return steady(*RULES.seen(view))


class Strong(Thinker):
    """Imagines the unseen cards and the rest of the match many times, and says the word that wins it more often.

    Where both win as often, it is out if it leads by far, and else in: it has nothing to lose.
    """

    def plain(self, view: View) -> Choice:
        return steady(*RULES.seen(view))

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        leads = ahead.far_ahead(state, seat)
        words = [OUT, IN] if leads else [IN, OUT]
        imagined = ahead.worlds(state, seat, WORLDS, rng)
        word = raced(imagined, words, lambda world, word: ahead.won(state, seat, word, world), HEAT, doubt=0)
        if word == OUT and leads and not state.secret:
            return Choice(SAY_OUT.alone, LEADS, "match.winner")
        return says(state, seat, word == IN)


BOTS: Mapping[str, Bot] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
