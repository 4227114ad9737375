"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.daifugo.bots import Strong
from games.daifugo.plays import HEIGHT, NAMES, shape_of, tidy
from games.daifugo.rules import RULES
from games.daifugo.state import AGREE, EXCHANGE, GIVE, THROW, DaifugoState
from games.daifugo.strategy import groups_of, sure, unseen, ways
from games.daifugo.verbs import PASS
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.words import many

ADVISER = Strong(worlds=60, few=20, candidates=5)
"""Who is asked: as the strong bot, with fewer imagined hands, so that the answer comes at once."""

WEAKEST = 3
"""So many of the weakest leads could hardly answer anything."""
WEAK_LEAD = "When you lead you choose the number. Get rid of cards that could hardly answer anything."
DEAR_ANSWER = "The cheapest answer is not always the best. A stronger one is harder to beat, and the lead may be yours."


def hint_for(view: View) -> Hint:
    """A good move with the idea and the clause behind it."""
    state, seat = RULES.seen(view)
    choice = ADVISER.choose(view, Random(0))
    return Hint(_idea(state, seat, choice.move), choice.clause, _cards(state, seat, choice.move), choice.move)


def _idea(state: DaifugoState, seat: int, move: Move) -> str:
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
    return _of_play(state, seat, move)


def _of_play(state: DaifugoState, seat: int, move: Move) -> str:
    """The idea of a lead or an answer."""
    shape, found = shape_of(tidy(move.cards)), ways(state, seat)
    if len(move.cards) == len(state.hands[seat]):
        return "You can be out at once."
    way = next((way for way in found if way.shape[:3] == shape[:3]), None) if shape else None
    if way is None or way.broken:
        return "Now and then it is worth breaking up equal cards, so as to have the lead."
    weaker = sum(other.strength < way.strength for other in found if not other.broken)
    if state.pile:
        return DEAR_ANSWER if weaker else "Answer as cheaply as you can, and keep equal cards together."
    if sure(state, way, unseen(state, seat)):
        return "What nobody can beat lets you lead again. Play on with what is left."
    return (
        WEAK_LEAD
        if weaker < WEAKEST
        else "When you lead you choose the number. Lead what the others can hardly answer."
    )


def _cards(state: DaifugoState, seat: int, move: Move) -> str:
    if state.phase == AGREE:
        return "It is for you alone to say."
    plays = len(groups_of(state.hands[seat]))
    if not move.cards:
        return f"Your hand takes {many(plays, 'play')}. What would an answer cost you now?"
    named = " and ".join(dict.fromkeys(NAMES[HEIGHT[card.base]] for card in move.cards))
    return f"Your hand takes {many(plays, 'play')}. Look at your {named}."
