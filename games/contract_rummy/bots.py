"""Bots of Contract Rummy: learner, steady, and strong. Each plays from its view alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, Card, without
from games.contract_rummy.melds import Meld
from games.contract_rummy.reasons import REASONS
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
    somebody_near,
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
    lay_contract,
)
from games.engine.bot import Slip, Thinker
from games.engine.move import Move
from games.engine.verb import Verb
from games.kit.rummy import discard


def _first(state: ContractRummyState, seat: int, verb: Verb[ContractRummyState]) -> Move | None:
    return verb.first(state, seat) if verb.now(state, seat) else None


class Asker(Thinker):
    """Base class of the bots of this game."""

    rules, reasons = RULES, REASONS

    def plain(self, state: ContractRummyState, seat: int) -> Move:
        if state.phase == "window":
            return PASS.alone
        if state.phase == "draw":
            return STOCK.alone
        for verb in (LAYOFF, MELD) if state.owed else ():
            move = _first(state, seat, verb)
            if move is not None:
                return move
        return discard(state.hands[seat][0])


class Learner(Asker):
    """A bot that melds whatever it can and otherwise doesn't plan: it always draws from the stock and never asks."""

    slips = (
        ANYTHING := Slip("It sometimes throws away a card that it needs for its contract.", 0.4),
        Slip("It never takes the upcard, and never asks for it.", 1.0),
    )

    def think(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        if state.phase == "window":
            return BE_QUIET.alone
        if state.phase == "draw":
            return STOCK.alone
        for verb in (LAY_ALL, CONTRACT, MELD, LAYOFF):
            move = _first(state, seat, verb)
            if move is not None:
                return move
        return discard(self._loose(state, seat, rng))

    def _loose(self, state: ContractRummyState, seat: int, rng: Random) -> Card:
        hand = state.hands[seat]
        if state.down(seat) or self.ANYTHING.made(rng):
            return rng.choice([card for card in hand if card is not JOKER] or hand)
        return min(dict.fromkeys(hand), key=lambda card: (card is JOKER, company(state, hand, card), rng.random()))


class Steady(Asker):
    """A bot that counts the cards its contract lacks, takes those that help, and gets rid of points once it is down."""

    def think(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        if state.phase == "window":
            return self._answer(state, seat)
        if state.phase == "draw":
            return self._draw(state, seat)
        return self._lay(state, seat) or discard(self._thrown(state, seat))

    # -- taking cards ----------------------------------------------------------------------------

    def _answer(self, state: ContractRummyState, seat: int) -> Move:
        if self._wants(state, seat):
            return ASK.alone
        return (BE_QUIET if state.down(seat) or state.whole else PASS).alone

    def _wants(self, state: ContractRummyState, seat: int) -> bool:
        if state.down(seat) or state.whole or somebody_near(state, seat):
            return False
        hand = state.hands[seat]
        return lacking(state, [*hand, state.pile[-1]]) < lacking(state, hand)

    def _draw(self, state: ContractRummyState, seat: int) -> Move:
        takes = UPCARD.now(state, seat) and self._takes(state, seat, state.pile[-1])
        return (UPCARD if takes else STOCK).alone

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

    def _thrown(self, state: ContractRummyState, seat: int) -> Card:
        hand = state.hands[seat]
        if state.down(seat):
            return max(dict.fromkeys(hand), key=lambda card: cost(state, card))
        spare = spare_cards(state, hand, lacking(state, hand))
        return min(spare, key=lambda card: (card is JOKER, company(state, hand, card), -cost(state, card)))


@dataclass(frozen=True)
class Strong(Steady):
    """A bot that also counts the unseen cards that would help, and avoids discards that help the next player."""

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
        return after == 0 or before > 1 or not somebody_near(state, seat)

    def _lay(self, state: ContractRummyState, seat: int) -> Move | None:
        if not state.down(seat) and not state.whole:
            if SWAP.now(state, seat):
                return _first(state, seat, SWAP)
            melds = best_contract(state, seat) if CONTRACT.now(state, seat) else None
            return lay_contract(melds) if melds and not _refused(state, seat, melds) else None
        return super()._lay(state, seat)

    def _thrown(self, state: ContractRummyState, seat: int) -> Card:
        hand = state.hands[seat]
        if state.down(seat):
            return self._thrown_down(state, seat)
        lack = lacking(state, hand)
        spare = spare_cards(state, hand, lack)
        left = unseen(state, seat)
        if state.whole and not lack:
            return max(spare, key=lambda card: (finishers(state, without(hand, [card]), left), cost(state, card)))
        if len(spare) > 1 and lack:
            worth = {
                card: helpers(state, without(hand, [card]), lack, left)
                - self.caution * danger(state, seat, card)
                + self.points * cost(state, card)
                - 0.5 * company(state, hand, card)
                for card in spare
                if card not in state.law.wilds or len(spare) == 1
            }
            return max(worth, key=lambda card: worth[card])
        return spare[0]

    def _thrown_down(self, state: ContractRummyState, seat: int) -> Card:
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

        return max(kinds, key=worth)


def _refused(state: ContractRummyState, seat: int, melds: list[Meld]) -> bool:
    return RULES.why_not(state, seat, lay_contract(melds)) is not None


BOTS: Mapping[str, Learner | Steady | Strong] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
