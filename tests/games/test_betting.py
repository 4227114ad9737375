"""Betting with chips beside PokerKit: the same players do the same with the same chips and cards.

Nobody raises where only one of the two lets them: PokerKit not where everybody else is all in, we not a player who has
checked, to whom a bet comes back that is less than the least.

`python -m tests.games.test_betting 20000` plays so many hands.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import pokerkit
import pytest
from pokerkit import Automation, BettingStructure, Opening, StandardHighHand, Street

import games
from games.cards import PACK, Card
from games.engine.move import Move
from games.kit.betting import (
    FIXED,
    NO_LIMIT,
    POT,
    BettingState,
    Limits,
    build_betting_verbs,
    split_pots,
    suggest_bet_totals,
)
from games.kit.poker import HIGH

ANACONDA = games.get("anaconda")
VERBS = {verb.name: verb for verb in build_betting_verbs(ANACONDA.clauses, lambda state, seat: [])}
ROUNDS, ANTE, LEAST, RAISES = 3, 1, 2, 3
THEIRS = {
    NO_LIMIT: BettingStructure.NO_LIMIT,
    POT: BettingStructure.POT_LIMIT,
    FIXED: BettingStructure.FIXED_LIMIT,
}
BY_ITSELF = (
    *(Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.CARD_BURNING, Automation.HAND_KILLING),
    *(Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING),
)


class Hand:
    """One hand of betting in rounds, played by both."""

    def __init__(self, structure: str, rng: Random) -> None:
        self.rng = rng
        self.seats = rng.randint(2, 6)
        self.stacks = [rng.choice((2, 3, 5, 9, 17, 40, 100)) for _ in range(self.seats)]
        dealt = rng.sample(PACK, 5 * self.seats)
        self.hands = [dealt[5 * seat : 5 * seat + 5] for seat in range(self.seats)]
        self.limits = Limits(structure, LEAST, 0, RAISES if structure == FIXED else None)
        self.seen = Counter[str]()

    @property
    def level(self) -> bool:
        """Whether two hands are alike, where both share odd chips in their own way."""
        return len({HIGH.compute_hand_key(hand) for hand in self.hands}) < self.seats

    def play(self) -> tuple[list[int], list[int]]:
        """The chips that each has afterwards, by us and by PokerKit."""
        ours, theirs = self._begun(), self._begun_there()
        for number in range(ROUNDS):
            if number:
                ours.open_round()
            if not self._round(ours, theirs):
                break
        return self._paid(ours), list(theirs.stacks)

    def _begun(self) -> BettingState:
        state: BettingState = ANACONDA.start_match(ANACONDA.options(), self.seats)
        state.limits, state.folded = self.limits, ()
        state.match.scores = [chips - ANTE for chips in self.stacks]
        state.open_round()
        state.paid = [ANTE] * self.seats
        return state

    def _begun_there(self) -> Any:
        raises = RAISES + 1 if self.limits.structure == FIXED else None
        dealt = [((False,) * 5, 0, False), *[((), 0, True)] * (ROUNDS - 1)]
        streets = tuple([Street(False, *how, Opening.POSITION, LEAST, raises) for how in dealt])
        state = pokerkit.State(
            BY_ITSELF,
            pokerkit.Deck.STANDARD,
            (StandardHighHand,),
            streets,
            THEIRS[self.limits.structure],
            True,
            (ANTE,) * self.seats,
            (0,) * self.seats,
            0,
            tuple(self.stacks),
            self.seats,
        )
        for hand in self.hands:
            state.deal_hole("".join(_code(card) for card in hand))
        return state

    def _round(self, ours: BettingState, theirs: Any) -> bool:
        """Return whether there is another round after this one."""
        self._keep_cards(theirs)
        seat = ours.find_next_to_act(0)
        while seat is not None:
            assert theirs.actor_index == seat, (theirs.actor_index, seat)
            self._act(ours, theirs, seat)
            if len(ours.active_seats) == 1:
                return False
            seat = ours.find_next_to_act((seat + 1) % self.seats)
        return True

    def _keep_cards(self, theirs: Any) -> None:
        """Between two rounds PokerKit asks what is thrown away: nothing."""
        while theirs.status and theirs.stand_patter_or_discarder_index is not None:
            theirs.stand_pat_or_discard()

    def _act(self, ours: BettingState, theirs: Any, seat: int) -> None:
        due = ours.count_chips_to_call(seat)
        assert theirs.checking_or_calling_amount == min(due, ours.match.scores[seat])
        verb = self.rng.choice(("fold", "on", "on", "more", "more") if due else ("on", "more"))
        if verb == "more" and ours.find_bet_range(seat) and theirs.can_complete_bet_or_raise_to():
            low, high = (
                theirs.min_completion_betting_or_raising_to_amount,
                theirs.max_completion_betting_or_raising_to_amount,
            )
            assert ours.find_bet_range(seat) == (low, high)
            total = self.rng.choice(suggest_bet_totals(ours, seat))
            theirs.complete_bet_or_raise_to(total)
            self._make(ours, seat, "raise" if max(ours.bets) else "bet", total)
        elif verb == "fold":
            theirs.fold()
            self._make(ours, seat, "fold")
        else:
            theirs.check_or_call()
            self._make(ours, seat, "call" if due else "check")

    def _make(self, ours: BettingState, seat: int, verb: str, total: int | None = None) -> None:
        self.seen[verb] += 1
        VERBS[verb].apply(ours, seat, Move(verb, total))

    def _paid(self, ours: BettingState) -> list[int]:
        ours.return_unmatched_chips()
        found = split_pots(ours.paid, ours.active_seats)
        self.seen["side pots"] += len(found) > 1
        chips = ours.match.scores[:]
        for pot in found:
            chips[max(pot.seats, key=lambda seat: HIGH.compute_hand_key(self.hands[seat]))] += pot.chips
        return chips


def _code(card: Card) -> str:
    return f"{card.code[0]}{card.code[1].lower()}"


def compared(structure: str, hands: int, seed: int) -> Counter[str]:
    """So many hands by one structure of limits; how often what was done in them."""
    rng, seen = Random(seed), Counter[str]()
    while seen["hands"] < hands:
        hand = Hand(structure, rng)
        if hand.level:
            continue
        ours, theirs = hand.play()
        assert ours == theirs, (structure, hand.stacks, ours, theirs)
        seen += hand.seen + Counter(hands=1)
    return seen


@pytest.mark.parametrize("structure", THEIRS)
def test_pokerkit_pays_the_same(structure: str) -> None:
    seen = compared(structure, 60, 1)
    assert min(seen[verb] for verb in (*VERBS, "side pots")) > 5, seen


if __name__ == "__main__":
    for one in THEIRS:
        print(one, dict(compared(one, int(sys.argv[1]) // len(THEIRS), 2)))
