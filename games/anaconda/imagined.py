"""Simulation of a hand from one seat's view: what other players may hold, and the passes to come."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.anaconda import stages
from games.anaconda.outlook import both_ways, fives, unseen, way_for
from games.anaconda.scoring import Hand, hand_of, low_ranking, split
from games.anaconda.stages import BOTH, DEALT, HIGH
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import Keeping, kept
from games.anaconda.verbs import sizes_of
from games.cards import Card, without
from games.engine.work import spend
from games.kit.betting import Pot
from games.kit.poker import HIGH as HIGH_RANKING

UNIT = 1000
"""The chips in a trial pot, which is divided to find a seat's share."""
A_KEEPING, A_HAND = 35, 42
"""The numbers of search steps for choosing what to keep of seven cards, and for rating them."""
Hands = Mapping[int, tuple[Card, ...]]
"""The cards of each active seat."""


class Imagined:
    """Possible cards of a seat and its rivals, if the others pass and declare as careful players do."""

    def __init__(self, state: AnacondaState, seat: int) -> None:
        self.state, self.seat, self.options = state, seat, state.options
        self.active = tuple(state.active)
        passes = stages.passes(state.options)
        number = min(state.round - 1, len(passes))
        self.made, self.left = passes[:number], passes[number:]
        free = unseen(state)
        self.known = self._known(free)
        gone = {card for cards in self.known.values() for card in cards}
        self.pool = [card for card in free if card not in gone]
        # Rivals with the most known cards draw first, so that the pool doesn't run out.
        self.rivals = sorted([one for one in self.active if one != seat], key=lambda one: -self._told(one))

    def _known(self, free: list[Card]) -> dict[tuple[int, int], list[Card]]:
        """Return the cards that the seat passed and hasn't seen since, by the pass and the receiver.

        After players have laid out their hands, only cards of the last pass are known to be there.
        """
        last: dict[Card, tuple[int, int]] = {}
        for gift in self.state.given:
            if gift.giver == self.seat and (gift.number == len(self.made) or not self.state.laid_out):
                last |= dict.fromkeys(gift.cards, (gift.number, gift.taker))
        known: dict[tuple[int, int], list[Card]] = {}
        for card in free:
            if card in last:
                known.setdefault(last[card], []).append(card)
        return known

    def _told(self, rival: int) -> int:
        return sum(len(cards) for (_, taker), cards in self.known.items() if taker == rival)

    # -- possible hands

    def hands(self, rng: Random) -> Hands:
        """Return the seat's cards, with random cards that its rivals may have now."""
        pool = rng.sample(self.pool, len(self.pool))
        found = {self.seat: tuple(self.state.hands[self.seat])}
        for one in self.rivals:
            found[one] = self._laid_out(one, pool) if self.state.laid_out else self._passed_on(one, pool)
        return {one: found[one] for one in self.active}

    def _passed_on(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """Draw a rival's hand from the pool, as if the rival had kept the best cards in each pass."""
        hand = _taken(pool, DEALT)
        for number, going in enumerate(self.made, start=1):
            best = self._kept(hand, going)
            pool += best.given
            known = self.known.get((number, rival), ())
            hand = (*best.stay, *known, *_taken(pool, len(best.given) - len(known)))
        return hand

    def _laid_out(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """Return a rival's shown cards, with cards from the pool for its hidden card and its discards."""
        cards = (*self.state.shown[rival], *self.known.get((len(self.made), rival), ()))
        return (*cards, *_taken(pool, DEALT - len(cards)))

    def _kept(self, hand: tuple[Card, ...], going: stages.Pass) -> Keeping:
        """Return which cards a careful player keeps in a pass, and which it gives."""
        spend(A_KEEPING)
        return kept(hand, sum(sizes_of(going)), self.options)

    # -- results of hands

    def passed(self, hands: Hands, first: tuple[Card, ...] = ()) -> Hands:
        """Return the hands after all passes to come; `first` are the cards that the seat gives in the next one."""
        for going in self.left:
            given = {one: self._kept(hand, going).given for one, hand in hands.items()}
            if first:
                given[self.seat], first = first, ()
            hands = {one: tuple(without(hand, given[one])) for one, hand in hands.items()}
            for giver, cards in given.items():
                for number, steps in going:
                    hands[stages.receivers(self.active, steps)[giver]] += cards[:number]
                    cards = cards[number:]
        return hands

    def share(self, hands: Hands, way: str = "") -> float:
        """Return the seat's share of the pot with these hands.

        `way` is the way the seat goes; without it, it's the one it has declared, or the better one.
        """
        spend(A_HAND * len(hands))
        state, options, order = self.state, self.options, list(hands)
        ways = {one: way_for(state, one, cards) for one, cards in hands.items()}
        ways[self.seat] = way or ways[self.seat]
        made = {one: self._hand(one, cards, ways[one]) for one, cards in hands.items()}
        return split(Pot(UNIT, tuple(order)), made, options, order).gains.get(self.seat, 0) / UNIT

    def _hand(self, owner: int, cards: tuple[Card, ...], way: str) -> Hand:
        """Return the best hand from these cards that includes the ones already shown."""
        options, shown = self.options, len(self.state.shown[owner])
        if way == BOTH:
            return hand_of(max(fives(cards, shown), key=lambda five: both_ways(five, options)), way, options)
        ranking = HIGH_RANKING if way == HIGH else low_ranking(options)
        key = max(map(ranking.key, fives(cards, shown))) if shown else ranking.best(cards)
        return Hand(key, (), way) if way == HIGH else Hand((), key, way)


def _taken(pool: list[Card], number: int) -> tuple[Card, ...]:
    """Remove this number of cards from the front of the pool, and return them."""
    cards = tuple(pool[:number])
    del pool[:number]
    return cards
