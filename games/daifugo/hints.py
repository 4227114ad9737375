"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.daifugo.bots import Strong
from games.daifugo.plays import HEIGHT, NAMES
from games.daifugo.rules import RULES
from games.daifugo.state import AGREE, EXCHANGE, GIVE, THROW, DaifugoState
from games.daifugo.strategy import groups_of
from games.daifugo.verbs import PASS
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.words import many

ADVISER = Strong(worlds=16, candidates=5)
"""Who is asked: as the strong bot, with fewer imagined hands, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea and the clause behind it."""
    state, seat = RULES.seen(view)
    choice = ADVISER.choose(view, Random(0))
    return Hint(_idea(state, choice.move), choice.clause, _cards(state, seat, choice.move), choice.move)


def _idea(state: DaifugoState, move: Move) -> str:
    if state.phase == EXCHANGE:
        return "Give back what is hard to get rid of: weak cards that stand alone."
    if state.phase == GIVE:
        return "A gift is a card less to play. Part with a weak one."
    if state.phase == THROW:
        return "Each card thrown away is one less to play. Part with a weak one."
    if state.phase == AGREE:
        return "You deal the next hand, if there is time for one."
    if move.verb == PASS.name:
        return "You need not answer everything. Strong cards are worth more in a later round."
    if not state.pile:
        return "When you lead you choose the number. Get rid of cards that could hardly answer anything."
    return "Answer as cheaply as you can, and keep equal cards together."


def _cards(state: DaifugoState, seat: int, move: Move) -> str:
    if state.phase == AGREE:
        return "It is for you alone to say."
    plays = len(groups_of(state.hands[seat]))
    if not move.cards:
        return f"Your hand takes {many(plays, 'play')}. What would an answer cost you now?"
    named = " and ".join(dict.fromkeys(NAMES[HEIGHT[card.base]] for card in move.cards))
    return f"Your hand takes {many(plays, 'play')}. Look at your {named}."
