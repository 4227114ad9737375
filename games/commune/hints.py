"""Hints: what a friend behind your chair would whisper, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.commune.bots import Strong
from games.commune.ladder import Declaration
from games.commune.odds import Odds
from games.commune.playing import declaration
from games.commune.presence import Count
from games.commune.rules import RULES
from games.commune.state import CommuneState
from games.commune.verbs import CALL, LET_PASS
from games.engine.hint import Hint
from games.engine.view import View

ADVISER = Strong(worlds=24, candidates=7)
"""Who is asked: as the strong bot, with fewer imagined deals, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the count behind it."""
    state, seat = RULES.seen(view)
    choice = ADVISER.choose(view, Random(0))
    move = choice.move
    if move == CALL.alone:
        if state.last == state.ladder.top:
            return Hint(
                "Nothing stands above that.",
                "declare.top-forces-call",
                _sum(state, seat, state.declared[-1].hand),
                move,
            )
        idea = "Is that still likely? Count what you see, and think how many cards you do not see."
        return Hint(idea, "call.target", _sum(state, seat, state.declared[-1].hand), move)
    if move == LET_PASS.alone:
        idea = "A wrong call costs you a token. Let others doubt what may well be there."
        return Hint(idea, "call.who", _sum(state, seat, state.declared[-1].hand), move)
    named = declaration(move.verb, move.word)
    if not state.declared:
        idea = "You speak first, and nobody knows anything yet: a low hand that you can answer for is enough."
        return Hint(idea, "declare.first", _sum(state, seat, named), move)
    idea = "Go on: name something higher that may be there, and let the next one worry."
    return Hint(idea, "declare.must-be-higher", _sum(state, seat, named), move)


def _sum(state: CommuneState, seat: int, hand: Declaration) -> str:
    """What a declaration lacks as far as this seat sees, and how likely the unseen cards bring it."""
    own = tuple(state.hands[seat])
    unseen = sum(map(len, state.hands)) - len(own)
    lacking = max(0, Count(own, state.options).missing(hand) - Count(own, state.options).wilds)
    if not lacking:
        return f"You hold all that it takes for {hand.spoken}."
    cards = "One card is" if lacking == 1 else f"{lacking} cards are"
    missing = f"For {hand.spoken} look at what you hold. {cards} missing"
    if lacking > unseen:
        return f"{missing}, and there are only {unseen} more in play." if unseen > 1 else f"{missing}: too many."
    chance = Odds(own, unseen, state.options).of(hand)
    if chance < 0.01:
        return f"{missing}, and by chance it is hardly ever there."
    return f"{missing}, and by chance it is there in {round(100 * chance)} of 100 cases."
