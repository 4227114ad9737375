"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.cards import codes
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.vazhushal.bots import Strong
from games.vazhushal.judging import only_stock
from games.vazhushal.moves import laid_first
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import DISCARD, DONE, LAYOFF, MELD, REARRANGE, STOCK, TAKE, THROW_IN, WIPE

ADVISER = Strong(candidates=1)
"""Who is asked: exact in what can be laid, and quick, since it imagines no hidden cards."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state = RULES.load(view.position)
    choice = ADVISER.choose(view, Random(0))
    idea, clause, cards = _rungs(state, view.seat or 0, choice.move)
    return Hint(idea, clause, cards, choice.move)


def _rungs(state: VazhushalState, seat: int, move: Move) -> tuple[str, str, str]:
    opened = state.opened(seat)
    if move.verb == STOCK.name and only_stock(state, seat):
        return "There is only the stock to draw from.", "draw.stock", "Look at the stock: nobody knows what comes."
    if move.verb == STOCK.name:
        idea = "Do the newest cards of the line make a new meld with yours? If none is worth it, there is the stock."
        return idea, "draw.stock", "Nothing in the line pays for what you would have to take with it."
    if move.verb == WIPE.name:
        return _wipe_rungs(state, move, opened)
    if move.verb == TAKE.name:
        idea = "The oldest card of the line is wild, and you may have it without melding it."
        return idea, "starter.take-with-pure", f"You need a pure sequence: {codes(laid_first(move)) or 'you own one'}."
    if move.verb == MELD.name:
        idea = "You hold a meld." if opened else "You can open: look for three in a row of one suit."
        clause = "meld.any-number" if opened else "first.must-be-pure"
        return idea, clause, f"Look at {codes(move.cards)}."
    if move.verb == LAYOFF.name:
        idea = "One of your melds can grow."
        return idea, "layoff.own-only", f"{codes(move.cards)} fits on your meld {move.number}."
    if move.verb == REARRANGE.name:
        idea = "Take your melds apart in your mind: together with your hand they can be put together better."
        return (
            idea,
            "rearr.free",
            "In the end they could lie as " + " · ".join(codes(group) for group in move.groups) + ".",
        )
    if move.verb == DISCARD.name:
        if len(state.hands[seat]) == 1:
            return "One card is left, and it is your turn to discard.", "out.definition", "Throw it, and you are out."
        idea = "Let go of a card that has no partner in your hand and fits nothing in the line."
        return idea, "discard.one", f"Look at {codes(move.cards)}: what would it ever make?"
    if move.verb == THROW_IN.name:
        return "Your doubles are of little use.", "redeal.three-doubles", "You may have everything dealt anew."
    idea = "You have laid what can be laid." if move.verb == DONE.name else "This hand is good enough to play."
    return idea, "exhaust.final-melds" if move.verb == DONE.name else "redeal.three-doubles", "Nothing more is needed."


def _wipe_rungs(state: VazhushalState, move: Move, opened: bool) -> tuple[str, str, str]:
    deepest = state.line[-(move.number or 1)]
    if opened:
        idea = "One of the cards in the line would make a new meld with what you hold, or with the cards above it."
        return idea, "wipe.deepest-card-must-meld", f"The deepest card to take is {deepest.code}."
    if laid_first(move):
        idea = "You hold a pure sequence already. Lay it before you draw, and the line is open to you for any new meld."
        return idea, "first.meld-then-wipe", f"Lay {codes(laid_first(move))} first; then look at {deepest.code}."
    idea = "The line can complete a pure sequence, and that opens the game for you."
    return (
        idea,
        "first.wipe-completes-pure",
        f"The deepest card to take is {deepest.code}; it belongs to {codes(move.cards)}.",
    )
