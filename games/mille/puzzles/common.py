"""What all puzzles of Mille share: hands played on, and cards drawn from the two packs."""

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
"""So often somebody moves at random, so that tables differ."""
MOVE = 40
"""What a move that is played on takes, in steps of a search."""


def midway(rng: Random, options: Options, turns: int, phase: str) -> MilleState | None:
    """A hand played on for so many turns, and then until seat 0 is to move in this phase; None if it ends before."""
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
    """The two packs, from which the cards of a puzzle come."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter(DECK)

    def some(self, number: int, *ranks: int, without: Sequence[int] = ()) -> list[Card]:
        """So many cards by chance, of these ranks if any are named, and of none that is left out."""
        wanted = set(ranks or range(1, 14)) - set(without)
        fitting = [card for card in self.left.elements() if card.rank in wanted]
        chosen = self.rng.sample(fitting, min(number, len(fitting)))
        self.left -= Counter(chosen)
        return chosen


def laid(melds: Sequence[Sequence[Card]]) -> list[str]:
    """Melds as a position has them."""
    return [codes(in_order(meld)) for meld in melds]
