"""Helpers for all puzzles of Mille: hands played to the middle, and cards drawn from the double deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from games.cards import Card, codes
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.work import spend
from games.kit.posing import Posing
from games.mille.melds import in_order
from games.mille.options import MilleOptions
from games.mille.rules import RULES
from games.mille.state import DECK, MilleState
from games.mille.strategy import choose

POSING = Posing(RULES, MilleOptions)
ODDLY = 0.25
"""The probability of a random move, which makes the tables differ."""
MOVE = 40
"""The number of search steps for one simulated move."""


def midway(rng: Random, options: Options, turns: int, phase: str) -> MilleState | None:
    """Return a hand after `turns` turns, continued until seat 0 is in turn and in this phase.

    None if the hand ends before.
    """
    state = RULES.start(POSING.rules_of(options), 2)
    while not state.match.results:
        seat = state.waiting[0]
        if seat == DEALER:
            RULES.apply(state, seat, RULES.chance(state, rng))
            continue
        if seat == 0 and state.phase == phase and state.turns >= turns:
            return state
        spend(MOVE)
        odd = rng.random() < ODDLY
        RULES.apply(state, seat, RULES.random_move(state, seat, rng) if odd else choose(state, seat))
    return None


class Pack:
    """The cards of two decks that are left for a puzzle."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter(DECK)

    def some(self, number: int, *ranks: int, without: Sequence[int] = ()) -> list[Card]:
        """Draw this number of random cards, of `ranks` if there are any, and of none in `without`."""
        wanted = set(ranks or range(1, 14)) - set(without)
        fitting = [card for card in self.left.elements() if card.rank in wanted]
        chosen = self.rng.sample(fitting, min(number, len(fitting)))
        self.left -= Counter(chosen)
        return chosen


def laid(melds: Sequence[Sequence[Card]]) -> list[str]:
    """Return melds as texts, as a position has them."""
    return [codes(in_order(meld)) for meld in melds]
