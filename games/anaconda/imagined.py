"""How a hand may go on, as one seat sees it: what rivals may hold, and what comes of cards that are still to give."""

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
"""A pot that is divided to see how much of it one gets."""
A_KEEPING, A_HAND = 35, 42
"""The steps of finding what is best kept of seven cards, and how good they are."""
Hands = Mapping[int, tuple[Card, ...]]
"""The cards of each active seat."""


class Imagined:
    """What a seat and its rivals may come to, if all others give and declare as careful players do."""

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
        # They take first what the seat knows of them, so that no imagined card is lacking in the end.
        self.rivals = sorted([one for one in self.active if one != seat], key=lambda one: -self._told(one))

    def _known(self, free: list[Card]) -> dict[tuple[int, int], list[Card]]:
        """The cards that the seat gave in a pass to somebody and has not seen since.

        When hands are laid out only those of the last pass are known to be there.
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

    # -- what may be there

    def hands(self, rng: Random) -> Hands:
        """The cards of the seat, and those that its rivals may have now."""
        pool = rng.sample(self.pool, len(self.pool))
        found = {self.seat: tuple(self.state.hands[self.seat])}
        for one in self.rivals:
            found[one] = self._laid_out(one, pool) if self.state.laid_out else self._passed_on(one, pool)
        return {one: found[one] for one in self.active}

    def _passed_on(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """Cards off the pool for a rival, who has kept the best of them in each pass so far."""
        hand = _taken(pool, DEALT)
        for number, going in enumerate(self.made, start=1):
            best = self._kept(hand, going)
            pool += best.given
            known = self.known.get((number, rival), ())
            hand = (*best.stay, *known, *_taken(pool, len(best.given) - len(known)))
        return hand

    def _laid_out(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """The cards that a rival shows, and off the pool those among which the hidden ones and the thrown ones are."""
        cards = (*self.state.shown[rival], *self.known.get((len(self.made), rival), ()))
        return (*cards, *_taken(pool, DEALT - len(cards)))

    def _kept(self, hand: tuple[Card, ...], going: stages.Pass) -> Keeping:
        """Return what a careful player keeps in a pass, and what is given."""
        spend(A_KEEPING)
        return kept(hand, sum(sizes_of(going)), self.options)

    # -- what comes of it

    def passed(self, hands: Hands, first: tuple[Card, ...] = ()) -> Hands:
        """The hands after all passes that are still to come; `first` is what the seat gives in the next one."""
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
        """The part of the pot that the seat has with these hands in the end, if it goes this way, or its better one."""
        spend(A_HAND * len(hands))
        state, options, order = self.state, self.options, list(hands)
        ways = {one: way_for(state, one, cards) for one, cards in hands.items()}
        ways[self.seat] = way or ways[self.seat]
        made = {one: self._hand(one, cards, ways[one]) for one, cards in hands.items()}
        return split(Pot(UNIT, tuple(order)), made, options, order).gains.get(self.seat, 0) / UNIT

    def _hand(self, owner: int, cards: tuple[Card, ...], way: str) -> Hand:
        """The best hand of these cards, with those among them that are shown."""
        options, shown = self.options, len(self.state.shown[owner])
        if way == BOTH:
            return hand_of(max(fives(cards, shown), key=lambda five: both_ways(five, options)), way, options)
        ranking = HIGH_RANKING if way == HIGH else low_ranking(options)
        key = max(map(ranking.key, fives(cards, shown))) if shown else ranking.best(cards)
        return Hand(key, (), way) if way == HIGH else Hand((), key, way)


def _taken(pool: list[Card], number: int) -> tuple[Card, ...]:
    """So many cards off a pool."""
    cards = tuple(pool[:number])
    del pool[:number]
    return cards
