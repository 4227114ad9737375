"""Helpers for all puzzles of Mille: playing some partly random turns of a hand, and drawing unused cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from games.cards import Card, format_cards
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.work_limits import spend_steps
from games.kit.puzzle_tools import PuzzleToolkit
from games.mille.melds import sort_meld
from games.mille.options import MilleOptions
from games.mille.rules import RULES
from games.mille.state import DECK, MilleState
from games.mille.strategy import choose_move

POSING = PuzzleToolkit(RULES, MilleOptions)
ODDLY = 0.25
"""The probability that a move is random, so that positions differ more."""
MOVE = 40
"""The number of search steps for one simulated move."""


def play_random_turns(rng: Random, options: Options, turns: int, phase: str) -> MilleState | None:
    """Return the state of a hand after at least `turns` turns, when it's seat 0's turn and the phase is `phase`.

    Returns None if the hand ends earlier.
    """
    state = RULES.start_match(POSING.cast_options(options), 2)
    while not state.match.results:
        seat = state.waiting[0]
        if seat == DEALER:
            RULES.apply_move(state, seat, RULES.draw_dealer_move(state, rng))
            continue
        if seat == 0 and state.phase == phase and state.turns >= turns:
            return state
        spend_steps(MOVE)
        odd = rng.random() < ODDLY
        RULES.apply_move(state, seat, RULES.draw_random_move(state, seat, rng) if odd else choose_move(state, seat))
    return None


class UnusedCards:
    """The cards of two decks that a puzzle hasn't used yet. Methods draw cards from this supply."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter(DECK)

    def draw_cards(self, number: int, *ranks: int, without: Sequence[int] = ()) -> list[Card]:
        """Draw and return `number` random cards, or fewer if there aren't enough.

        If `ranks` are given, the cards have one of these ranks. They never have a rank in `without`.
        """
        allowed = set(ranks or range(1, 14)) - set(without)
        fitting = [card for card in self.left.elements() if card.rank in allowed]
        chosen = self.rng.sample(fitting, min(number, len(fitting)))
        self.left -= Counter(chosen)
        return chosen


def format_melds(melds: Sequence[Sequence[Card]]) -> list[str]:
    """Return a player's melds as a position has them: each as a string of card codes."""
    return [format_cards(sort_meld(meld)) for meld in melds]
