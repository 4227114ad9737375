"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from games.anaconda.bots import steady
from games.anaconda.outlook import way_of
from games.anaconda.rules import RULES
from games.anaconda.stages import DEALT, LOW
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import best_high, best_low
from games.anaconda.verbs import sizes_of
from games.engine.hint import Hint
from games.engine.view import View
from games.words import capital, in_word, listed, quoted

IDEAS = {
    "bet": "What can your cards still become, and what does it cost to find out?",
    "declare": "Compare your best high hand and your best low hand. Which of them wins more often?",
    "final": "First choose the five, then the one that says most about them.",
}


def hint_for(view: View) -> Hint:
    """What the steady bot would do, in four steps."""
    state, seat = RULES.seen(view)
    choice = steady(state, seat)
    idea = _keeping(state) if state.phase == "pass" else IDEAS[state.phase]
    return Hint(idea, choice.clause, _cards(state, seat, choice.move.verb), choice.move)


def _keeping(state: AnacondaState) -> str:
    stay = in_word(DEALT - sum(sizes_of(state.going)))
    return f"{capital(stay)} cards are yours, whatever comes: which {stay} belong together?"


def _cards(state: AnacondaState, seat: int, verb: str) -> str:
    hand = tuple(state.hands[seat])
    if verb == "give":
        look = ["for a pair", "for cards of one suit", *(["for low cards"] if not state.options.high_only else [])]
        return f"Look {listed(look)}. Give what belongs to none of them."
    low = way_of(state, seat) == LOW
    five = best_low(hand, state.options)[0] if low else best_high(hand)[0]
    return f"Your best {'low' if low else 'high'} hand is {quoted(five)}."
