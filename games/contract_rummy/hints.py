"""Hints: what a good teacher would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.cards import codes
from games.contract_rummy.bots import Strong
from games.contract_rummy.contracts import in_words
from games.contract_rummy.judging import may_take
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import lacking
from games.contract_rummy.verbs import ASK, BE_QUIET, CONTRACT, LAY_ALL, LAYOFF, MELD, PASS, STOCK, SWAP, UPCARD
from games.contract_rummy.words import price
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View
from games.kit.rummy import in_groups, whose
from games.words import many

ADVISER = Strong()
"""Who is asked: exact in what can be laid, and careful about the next player."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    choice = ADVISER.choose(view, Random(0))
    idea, clause, cards = _rungs(state, seat, choice.move)
    return Hint(idea, clause, cards, choice.move)


def _rungs(state: ContractRummyState, seat: int, move: Move) -> tuple[str, str, str]:
    if move.verb in (ASK.name, PASS.name, BE_QUIET.name):
        return _asked(state, seat, move)
    if move.verb in (STOCK.name, UPCARD.name):
        return _drawn(state, seat, move)
    if move.verb == CONTRACT.name:
        idea = f"You hold the whole contract: {in_words(state.contract)}."
        return idea, "contract.all-at-once", f"Look at {in_groups(move)}."
    if move.verb == LAY_ALL.name:
        idea = "Your whole hand can go down at once."
        return idea, "h7.three-runs", f"Look at {in_groups(move)}."
    if move.verb == MELD.name:
        return "You hold a new meld.", "further.melds", f"Look at {codes(move.cards)}."
    if move.verb == LAYOFF.name:
        idea = "One of your cards fits a meld on the table. It need not be your meld."
        return idea, "layoff.any-meld", f"{codes(move.cards)} fits {whose(move.number or 0)}."
    if move.verb == SWAP.name:
        idea = "A run on the table has a joker in the place of a card that you hold."
        return idea, "joker.swap-run", f"Look at {codes(move.cards)}."
    return _thrown(state, seat, move)


def _asked(state: ContractRummyState, seat: int, move: Move) -> tuple[str, str, str]:
    cost = price(state.options)
    idea = f"Ask yourself whether this card brings your contract nearer: it costs {cost} from the stock as well."
    if move.verb == ASK.name:
        return idea, "mayi.cost", f"With {codes(state.pile[-1:])} you lack one card less for your contract."
    if move.verb == BE_QUIET.name:
        return idea, "mayi.who", "You want nothing more in this hand: every card more has to be got rid of again."
    more = many(1 + state.options.mayi_penalty, "more card")
    return idea, "mayi.cost", f"{codes(state.pile[-1:])} is not worth {more} in your hand."


def _drawn(state: ContractRummyState, seat: int, move: Move) -> tuple[str, str, str]:
    if move.verb == UPCARD.name:
        idea = "Look at the upcard before you draw."
        what = "fits a meld" if state.down(seat) else "brings your contract nearer"
        return idea, "draw.upcard-free", f"{codes(state.pile[-1:])} {what}."
    if not may_take(state, seat):
        return "There is only the stock to draw from.", "draw.choice", "Look at the stock: nobody knows what comes."
    idea = "Take the upcard only for a purpose. Otherwise the stock may have something better."
    return idea, "draw.choice", "The upcard does not bring you nearer to anything."


def _thrown(state: ContractRummyState, seat: int, move: Move) -> tuple[str, str, str]:
    if len(state.hands[seat]) == 1:
        return "One card is left, and it is your turn to discard.", "out.empty-hand", "Throw it, and you are out."
    if state.down(seat):
        idea = "Now every card in your hand is only a cost. Throw a dear one that fits nothing on the table."
        return idea, "score.who", f"Look at {codes(move.cards)}: who could use it?"
    lack = lacking(state, state.hands[seat])
    idea = (
        "Your contract is there already."
        if not lack
        else f"You lack {many(lack, 'card')} for your contract. Keep what leads to it."
    )
    return idea, "turn.discard", f"Look at {codes(move.cards)}: it leads to nothing that you need."
