"""Bots of Contract Rummy: learner, steady, and strong. Each knows only what its seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, Card, subtract_cards
from games.contract_rummy.melds import Meld
from games.contract_rummy.reasons import REASONS
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import (
    can_lay_all_or_nothing,
    can_lay_off_card,
    choose_contract_melds,
    count_missing_contract_cards,
    count_unseen_cards,
    count_unseen_completing_cards,
    count_unseen_helpful_cards,
    get_card_cost,
    is_opponent_near_going_out,
    list_spare_cards,
    list_unmeldable_cards,
    rate_discard_danger,
    rate_meld_partners,
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
    build_contract_move,
)
from games.engine.bot import BeginnerMistake, SearchingBot
from games.engine.move import Move
from games.engine.verb import Verb
from games.kit.rummy import build_discard_move


def _find_legal_move(state: ContractRummyState, seat: int, verb: Verb[ContractRummyState]) -> Move | None:
    return verb.find_legal_move(state, seat) if verb.is_possible(state, seat) else None


class ContractRummyBot(SearchingBot):
    """The base class of the Contract Rummy bots.

    It adds the game's rules, the reasons that a bot can give for a move, and the move to make if a search runs out of
    steps.
    """

    rules, reasons = RULES, REASONS

    def choose_fallback_move(self, state: ContractRummyState, seat: int) -> Move:
        if state.phase == "window":
            return PASS.bare_move
        if state.phase == "draw":
            return STOCK.bare_move
        for verb in (LAYOFF, MELD) if state.owed else ():
            move = _find_legal_move(state, seat, verb)
            if move is not None:
                return move
        return build_discard_move(state.hands[seat][0])


class LearnerBot(ContractRummyBot):
    """A beginner bot that melds whatever it can, but always draws from the stock and never asks “May I?”."""

    slips = (
        ANYTHING := BeginnerMistake("It sometimes throws away a card that it needs for its contract.", 0.4),
        BeginnerMistake("It never takes the upcard, and never asks for it.", 1.0),
    )

    def search_move(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        if state.phase == "window":
            return BE_QUIET.bare_move
        if state.phase == "draw":
            return STOCK.bare_move
        for verb in (LAY_ALL, CONTRACT, MELD, LAYOFF):
            move = _find_legal_move(state, seat, verb)
            if move is not None:
                return move
        return build_discard_move(self._choose_least_useful_card(state, seat, rng))

    def _choose_least_useful_card(self, state: ContractRummyState, seat: int, rng: Random) -> Card:
        hand = state.hands[seat]
        if state.is_down(seat) or self.ANYTHING.is_made_this_time(rng):
            return rng.choice([card for card in hand if card is not JOKER] or hand)
        return min(
            dict.fromkeys(hand), key=lambda card: (card is JOKER, rate_meld_partners(state, hand, card), rng.random())
        )


class SteadyBot(ContractRummyBot):
    """A bot that counts the cards that it lacks for its contract, and takes discards that help.

    Once it has melded its contract, it melds and lays off whatever it can, and then discards the card that costs most
    points.
    """

    def search_move(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        if state.phase == "window":
            return self._choose_upcard_answer(state, seat)
        if state.phase == "draw":
            return self._choose_draw(state, seat)
        return self._choose_melding_move(state, seat) or build_discard_move(self._choose_discard(state, seat))

    # -- taking cards ----------------------------------------------------------------------------

    def _choose_upcard_answer(self, state: ContractRummyState, seat: int) -> Move:
        if self._is_upcard_wanted(state, seat):
            return ASK.bare_move
        return (BE_QUIET if state.is_down(seat) or state.is_all_or_nothing else PASS).bare_move

    def _is_upcard_wanted(self, state: ContractRummyState, seat: int) -> bool:
        if state.is_down(seat) or state.is_all_or_nothing or is_opponent_near_going_out(state, seat):
            return False
        hand = state.hands[seat]
        return count_missing_contract_cards(state, [*hand, state.pile[-1]]) < count_missing_contract_cards(state, hand)

    def _choose_draw(self, state: ContractRummyState, seat: int) -> Move:
        takes = UPCARD.is_possible(state, seat) and self._is_card_useful(state, seat, state.pile[-1])
        return (UPCARD if takes else STOCK).bare_move

    def _is_card_useful(self, state: ContractRummyState, seat: int, card: Card) -> bool:
        hand = state.hands[seat]
        if state.is_down(seat):
            return bool(can_lay_off_card(state, card)) or len(list_unmeldable_cards(state, [*hand, card])) < len(
                list_unmeldable_cards(state, hand)
            )
        if state.is_all_or_nothing and can_lay_all_or_nothing(state, [*hand, card]):
            return True
        return count_missing_contract_cards(state, [*hand, card]) < count_missing_contract_cards(state, hand)

    # -- laying ----------------------------------------------------------------------------------

    def _choose_melding_move(self, state: ContractRummyState, seat: int) -> Move | None:
        if not state.is_down(seat):
            return _find_legal_move(state, seat, LAY_ALL if state.is_all_or_nothing else CONTRACT)
        for verb in (SWAP, MELD, LAYOFF):
            move = _find_legal_move(state, seat, verb)
            if move is not None:
                return move
        return None

    # -- discarding ------------------------------------------------------------------------------

    def _choose_discard(self, state: ContractRummyState, seat: int) -> Card:
        hand = state.hands[seat]
        if state.is_down(seat):
            return max(dict.fromkeys(hand), key=lambda card: get_card_cost(state, card))
        spare = list_spare_cards(state, hand, count_missing_contract_cards(state, hand))
        return min(
            spare, key=lambda card: (card is JOKER, rate_meld_partners(state, hand, card), -get_card_cost(state, card))
        )


@dataclass(frozen=True)
class StrongBot(SteadyBot):
    """A steady bot that plans further: it counts the unseen cards that would help it.

    It also avoids discards that help the next player.
    """

    caution: float = 1.0
    points: float = 0.15

    def _is_upcard_wanted(self, state: ContractRummyState, seat: int) -> bool:
        hand, card = state.hands[seat], state.pile[-1]
        if state.is_down(seat) or state.is_all_or_nothing:
            return False
        before = count_missing_contract_cards(state, hand)
        after = count_missing_contract_cards(state, [*hand, card])
        if after >= before:
            return False
        return after == 0 or before > 1 or not is_opponent_near_going_out(state, seat)

    def _choose_melding_move(self, state: ContractRummyState, seat: int) -> Move | None:
        if not state.is_down(seat) and not state.is_all_or_nothing:
            if SWAP.is_possible(state, seat):
                return _find_legal_move(state, seat, SWAP)
            melds = choose_contract_melds(state, seat) if CONTRACT.is_possible(state, seat) else None
            return build_contract_move(melds) if melds and not _is_contract_illegal(state, seat, melds) else None
        return super()._choose_melding_move(state, seat)

    def _choose_discard(self, state: ContractRummyState, seat: int) -> Card:
        hand = state.hands[seat]
        if state.is_down(seat):
            return self._choose_discard_when_down(state, seat)
        lack = count_missing_contract_cards(state, hand)
        spare = list_spare_cards(state, hand, lack)
        left = count_unseen_cards(state, seat)
        if state.is_all_or_nothing and not lack:
            return max(
                spare,
                key=lambda card: (
                    count_unseen_completing_cards(state, subtract_cards(hand, [card]), left),
                    get_card_cost(state, card),
                ),
            )
        if len(spare) > 1 and lack:
            worth = {
                card: count_unseen_helpful_cards(state, subtract_cards(hand, [card]), lack, left)
                - self.caution * rate_discard_danger(state, seat, card)
                + self.points * get_card_cost(state, card)
                - 0.5 * rate_meld_partners(state, hand, card)
                for card in spare
                if card not in state.law.wilds or len(spare) == 1
            }
            return max(worth, key=lambda card: worth[card])
        return spare[0]

    def _choose_discard_when_down(self, state: ContractRummyState, seat: int) -> Card:
        hand = state.hands[seat]
        kinds = list(dict.fromkeys(hand))
        left = count_unseen_cards(state, seat)

        def rate_discard(card: Card) -> float:
            rest = subtract_cards(hand, [card])
            pairs = sum(left[other] for other in left if other.rank == card.rank) if hand.count(card) else 0
            partners = sum(other.rank == card.rank for other in rest)
            return (
                self.points * get_card_cost(state, card) * 3
                - rate_discard_danger(state, seat, card)
                - 6 * partners * bool(state.options.further_melds and pairs)
                - 20 * (card in state.law.wilds)
            )

        return max(kinds, key=rate_discard)


def _is_contract_illegal(state: ContractRummyState, seat: int, melds: list[Meld]) -> bool:
    return RULES.find_violation(state, seat, build_contract_move(melds)) is not None


BOTS: Mapping[str, LearnerBot | SteadyBot | StrongBot] = {
    "learner": LearnerBot(),
    "steady": SteadyBot(),
    "strong": StrongBot(),
}
