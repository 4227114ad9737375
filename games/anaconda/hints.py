"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from games.anaconda.bots import steady
from games.anaconda.outlook import way_of
from games.anaconda.rules import RULES
from games.anaconda.stages import LOW
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import best_high, best_low
from games.engine.hint import Hint
from games.engine.view import View
from games.words import quoted

IDEAS = {
    "bet": "What can your cards still become, and what does it cost to find out?",
    "pass": "Four cards are yours, whatever comes: which four belong together?",
    "declare": "Compare your best high hand and your best low hand. Which of them wins more often?",
    "final": "First choose the five, then the one that says most about them.",
}


def hint_for(view: View) -> Hint:
    """What the steady bot would do, in four steps."""
    state, seat = RULES.seen(view)
    choice = steady(state, seat)
    return Hint(IDEAS[state.phase], choice.clause, _cards(state, seat, choice.move.verb), choice.move)


def _cards(state: AnacondaState, seat: int, verb: str) -> str:
    hand = tuple(state.hands[seat])
    if verb == "give":
        return "Look for a pair, for cards of one suit, and for low cards. Give what belongs to none of them."
    low = way_of(state, seat) == LOW
    five = best_low(hand, state.options)[0] if low else best_high(hand)[0]
    return f"Your best {'low' if low else 'high'} hand is {quoted(five)}."
