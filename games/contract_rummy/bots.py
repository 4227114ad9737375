"""Bots of Contract Rummy: learner, steady and strong. Each plays from its view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, Card, without
from games.contract_rummy.melds import Meld
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import (
    best_contract,
    company,
    cost,
    danger,
    finishers,
    fits_table,
    helpers,
    lacking,
    lays_whole,
    set_aside,
    spare_cards,
    unseen,
)
from games.contract_rummy.verbs import (
    ASK,
    BE_QUIET,
    CONTRACT,
    LAY_ALL,
    LAYOFF,
    MELD,
    PASS,
    STOCK,
    SWAP,
    UPCARD,
    VERBS,
    lay_contract,
)
from games.engine.bot import Choice, Slip, Thinker
from games.engine.move import Move
from games.engine.verb import Verb
from games.engine.view import View
from games.kit.rummy import discard


def _first(state: ContractRummyState, seat: int, verb: Verb[ContractRummyState]) -> Move | None:
    return verb.first(state, seat) if verb.now(state, seat) else None


class Asker(Thinker):
    """What the bots of this game have in common."""

    def plain(self, view: View) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "window":
            return Choice(PASS.alone, "It does not help me enough to pay for it.", "mayi.cost")
        if state.phase == "draw":
            return Choice(STOCK.alone, "The next card may be a good one.", "draw.choice")
        for verb in (LAYOFF, MELD) if state.owed else ():
            move = _first(state, seat, verb)
            if move is not None:
                return Choice(move, "The joker has to be laid.", "joker.must-remeld")
        return Choice(discard(state.hands[seat][0]), "Something has to go.", "turn.discard")


class Learner(Asker):
    """Lays what it has, and otherwise lives from hand to mouth."""

    slips = (
        ANYTHING := Slip("It sometimes throws away a card that it needs for its contract.", 0.4),
        Slip("It never takes the upcard, and never asks for it.", 1.0),
    )

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "window":
            return Choice(BE_QUIET.alone, "Asking costs cards, and I have enough of them.", "mayi.cost")
        if state.phase == "draw":
            return Choice(STOCK.alone, "The next card may be a good one.", "draw.choice")
        for verb in (LAY_ALL, CONTRACT, MELD, LAYOFF):
            move = _first(state, seat, verb)
            if move is not None:
                return Choice(move, "What can be laid is laid.", verb.clause)
        return Choice(discard(self._loose(state, seat, rng)), "Something has to go.", "turn.discard")

    def _loose(self, state: ContractRummyState, seat: int, rng: Random) -> Card:
        hand = state.hands[seat]
        if state.down(seat) or self.ANYTHING.made(rng):
            return rng.choice([card for card in hand if card is not JOKER] or hand)
        return min(dict.fromkeys(hand), key=lambda card: (card is JOKER, company(state, hand, card), rng.random()))


class Steady(Asker):
    """Counts what is lacking for the contract, takes what brings it nearer, and sheds points once it is down."""

    def think(self, view: View, rng: Random) -> Choice:
        state, seat = RULES.seen(view)
        if state.phase == "window":
            return self._answer(state, seat)
        if state.phase == "draw":
            return self._draw(state, seat)
        move = self._lay(state, seat)
        if move is not None:
            return Choice(move, _why(move), VERBS[move.verb].clause)
        return self._throw(state, seat)

    # -- taking cards ----------------------------------------------------------------------------

    def _answer(self, state: ContractRummyState, seat: int) -> Choice:
        if self._wants(state, seat):
            return Choice(ASK.alone, "It brings the contract nearer, and that is worth the price.", "mayi.cost")
        if state.down(seat) or state.whole:
            return Choice(BE_QUIET.alone, "Every card more has to be got rid of again.", "mayi.who")
        return Choice(PASS.alone, "It does not help me enough to pay for it.", "mayi.cost")

    def _wants(self, state: ContractRummyState, seat: int) -> bool:
        if state.down(seat) or state.whole or _somebody_near(state, seat):
            return False
        hand = state.hands[seat]
        return lacking(state, [*hand, state.pile[-1]]) < lacking(state, hand)

    def _draw(self, state: ContractRummyState, seat: int) -> Choice:
        if UPCARD.now(state, seat) and self._takes(state, seat, state.pile[-1]):
            return Choice(UPCARD.alone, "I have a use for that card.", "draw.upcard-free")
        return Choice(STOCK.alone, "The upcard is of no use to me.", "draw.choice")

    def _takes(self, state: ContractRummyState, seat: int, card: Card) -> bool:
        hand = state.hands[seat]
        if state.down(seat):
            return bool(fits_table(state, card)) or len(set_aside(state, [*hand, card])) < len(set_aside(state, hand))
        if state.whole and lays_whole(state, [*hand, card]):
            return True
        return lacking(state, [*hand, card]) < lacking(state, hand)

    # -- laying ----------------------------------------------------------------------------------

    def _lay(self, state: ContractRummyState, seat: int) -> Move | None:
        if not state.down(seat):
            return _first(state, seat, LAY_ALL if state.whole else CONTRACT)
        for verb in (SWAP, MELD, LAYOFF):
            move = _first(state, seat, verb)
            if move is not None:
                return move
        return None

    # -- discarding ------------------------------------------------------------------------------

    def _throw(self, state: ContractRummyState, seat: int) -> Choice:
        hand = state.hands[seat]
        if state.down(seat):
            card = max(dict.fromkeys(hand), key=lambda card: cost(state, card))
            return Choice(discard(card), "Once the contract lies there, the dear cards go first.", "score.who")
        spare = spare_cards(state, hand, lacking(state, hand))
        card = min(spare, key=lambda card: (card is JOKER, company(state, hand, card), -cost(state, card)))
        return Choice(discard(card), "It does not bring the contract nearer.", "turn.discard")


@dataclass(frozen=True)
class Strong(Steady):
    """Counts the unseen cards that would help, and gives the next player nothing."""

    caution: float = 1.0
    points: float = 0.15

    def _wants(self, state: ContractRummyState, seat: int) -> bool:
        hand, card = state.hands[seat], state.pile[-1]
        if state.down(seat) or state.whole:
            return False
        before = lacking(state, hand)
        after = lacking(state, [*hand, card])
        if after >= before:
            return False
        return after == 0 or before > 1 or not _somebody_near(state, seat)

    def _lay(self, state: ContractRummyState, seat: int) -> Move | None:
        if not state.down(seat) and not state.whole:
            if SWAP.now(state, seat):
                return _first(state, seat, SWAP)
            melds = best_contract(state, seat) if CONTRACT.now(state, seat) else None
            return lay_contract(melds) if melds and not _refused(state, seat, melds) else None
        return super()._lay(state, seat)

    def _throw(self, state: ContractRummyState, seat: int) -> Choice:
        hand = state.hands[seat]
        if state.down(seat):
            return self._throw_down(state, seat)
        lack = lacking(state, hand)
        spare = spare_cards(state, hand, lack)
        left = unseen(state, seat)
        if state.whole and not lack:
            card = max(spare, key=lambda card: (finishers(state, without(hand, [card]), left), cost(state, card)))
        elif len(spare) > 1 and lack:
            worth = {
                card: helpers(state, without(hand, [card]), lack, left)
                - self.caution * danger(state, seat, card)
                + self.points * cost(state, card)
                - 0.5 * company(state, hand, card)
                for card in spare
                if card not in state.law.wilds or len(spare) == 1
            }
            card = max(worth, key=lambda card: worth[card])
        else:
            card = spare[0]
        return Choice(discard(card), "Of what I can spare it helps me least, and the next player too.", "turn.discard")

    def _throw_down(self, state: ContractRummyState, seat: int) -> Choice:
        hand = state.hands[seat]
        kinds = list(dict.fromkeys(hand))
        left = unseen(state, seat)

        def worth(card: Card) -> float:
            rest = without(hand, [card])
            pairs = sum(left[other] for other in left if other.rank == card.rank) if hand.count(card) else 0
            partners = sum(other.rank == card.rank for other in rest)
            return (
                self.points * cost(state, card) * 3
                - danger(state, seat, card)
                - 6 * partners * bool(state.options.further_melds and pairs)
                - 20 * (card in state.law.wilds)
            )

        card = max(kinds, key=worth)
        return Choice(
            discard(card), "Of the cards that are left it costs most, or helps the others least.", "score.who"
        )


def _refused(state: ContractRummyState, seat: int, melds: list[Meld]) -> bool:
    return RULES.why_not(state, seat, lay_contract(melds)) is not None


def _somebody_near(state: ContractRummyState, seat: int) -> bool:
    """Whether another player may go out soon."""
    return any(state.down(other) and len(state.hands[other]) < 4 for other in range(state.seats) if other != seat)


_WHY = {
    CONTRACT.name: "The contract is there, and it is not worth waiting.",
    LAY_ALL.name: "The whole hand goes down.",
    MELD.name: "A new meld takes several cards out of my hand.",
    LAYOFF.name: "Every card on the table is one less to pay for.",
    SWAP.name: "The joker makes a new meld.",
}


def _why(move: Move) -> str:
    """Why something is laid; a joker need not always go into a new meld."""
    return "I have a use for the joker." if move.verb == SWAP.name and len(move.groups) == 1 else _WHY[move.verb]


BOTS: Mapping[str, Learner | Steady | Strong] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
