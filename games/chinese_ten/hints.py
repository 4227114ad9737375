"""Hints: what a friend would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.chinese_ten.bots import Strong
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import brings, partners, still_unseen, unseen
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.words import quoted

ADVISER = Strong(worlds=24)
"""Who is asked: as the strong bot, with fewer imagined deals, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    move = ADVISER.choose(view, Random(0)).move
    idea, clause, cards = _rungs(state, seat, move)
    return Hint(idea, clause, cards, move)


def _rungs(state: ChineseTenState, seat: int, move: Move) -> tuple[str, str, str]:
    if move.verb == "turn":
        return "Your card is played, and your turn is not over.", "turn.two-parts", "Look at the stock."
    if move.verb in ("take", "leave"):
        said = f"Look at {quoted(move.cards)}." if move.cards else "Leave it this time."
        return "Take what counts most, and leave what nobody can use.", "capture.choice", said
    card, taken = move.cards[0], move.group("take")
    if not taken:
        left = len(partners(card, unseen(state, seat)))
        idea = "Nothing is worth taking now, so leave a card that helps the others least."
        return idea, "play.free-choice", still_unseen(card, left)
    good = brings(state, seat, card, taken)
    idea = "Something good can be taken." if good else "Nothing counts here, but a capture leaves less to the others."
    clause = "match.same-rank" if card.rank == taken[0].rank and card.rank != 5 else "match.sum-to-ten"
    return idea, clause, f"Look at {quoted(taken)} on the table: a card of yours takes that."
