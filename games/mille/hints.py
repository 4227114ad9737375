"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.mille.melds import ALL, TWO, named, rank_of
from games.mille.rules import RULES
from games.mille.state import MilleState
from games.mille.strategy import choose, seen
from games.mille.verbs import ADD, LEAVE, MELD, PILE, STOCK
from games.words import capital, figure, in_word, many, quoted


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    move = choose(state, seat)
    idea, clause, cards = _rungs(state, seat, move)
    return Hint(idea, clause, cards, move)


def _rungs(state: MilleState, seat: int, move: Move) -> tuple[str, str, str]:
    if move.verb in (STOCK.name, PILE.name, LEAVE.name):
        return _taken(state, move)
    if move.verb in (MELD.name, ADD.name):
        return _laid(state, seat, move)
    return _thrown(state, seat, move)


def _taken(state: MilleState, move: Move) -> tuple[str, str, str]:
    if move.verb == LEAVE.name:
        return "There is no card to be had any more.", "stock.dead", "Count what you hold, and end the hand."
    if move.verb == STOCK.name:
        idea = "Can you take the pile, and would it help you? If not, draw."
        return idea, "take.stock", "Look at the stock: nobody knows what comes."
    if not move.cards:
        clause = "take.starter-two" if state.starter_free else "take.pile-hand-pair"
        return "The pile is yours for the asking.", clause, f"Look at {quoted(state.pile[-1:])}."
    idea = f"The pile has {many(len(state.pile), 'card')}, and you can take it."
    return (
        idea,
        "take.pile-pair",
        f"Look at {quoted(state.pile[-1:])} on the pile and {quoted(move.cards)} in your hand.",
    )


def _laid(state: MilleState, seat: int, move: Move) -> tuple[str, str, str]:
    look = f"Look at {quoted(move.cards)}."
    if any(card.rank == TWO for card in move.cards) and rank_of(move.cards) != TWO:
        return "A wild two costs the double, but now it gets rid of more than that.", "wild.two", look
    if move.verb == ADD.name:
        return "A card that fits a meld of yours counts more on the table.", "meld.add-own", look
    left = figure(len(state.hands[1 - seat]), "card")
    return f"The other player holds {left}: what lies there cannot be caught in your hand.", "meld.same-rank", look


def _thrown(state: MilleState, seat: int, move: Move) -> tuple[str, str, str]:
    card = move.cards[0]
    if len(state.hands[seat]) == 1:
        return "One card is left, and it is your turn to discard.", "out.empty", "Throw it, and you are out."
    known, rank = seen(state, seat), card.rank
    gone = ALL - known.unseen[rank] - known.mine[rank]
    idea = (
        "Whoever holds two cards like your discard may take the pile. Throw what is hard to pair; keep your own pairs."
    )
    return (
        idea,
        "take.pile-pair",
        f"Look at {quoted([card])}. {capital(in_word(gone))} other {named(rank, gone)} can be seen.",
    )
