"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.daifugo.bots import Strong
from games.daifugo.reasons import ADVICE
from games.daifugo.rules import RULES
from games.engine.hint import Hint, advise
from games.engine.view import View

ADVISER = Strong(worlds=60, few=20, candidates=5)
"""Who is asked: as the strong bot, with fewer imagined hands, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea and the clause behind it."""
    state, seat = RULES.seen(view)
    return advise(ADVICE, state, seat, ADVISER.decide(state, seat, Random(0)))
