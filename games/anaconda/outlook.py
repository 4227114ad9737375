"""How much of the pot a seat may hope for, by what it sees. Cards of others may be `?` everywhere here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from games.anaconda import stages
from games.anaconda.options import AnacondaOptions
from games.anaconda.scoring import Hand, hand_of, low_ranking, split
from games.anaconda.stages import BOTH, HIGH, KEPT, LOW
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import best_high, best_low, high_strength, kept, low_strength, strengths
from games.cards import PACK, UNKNOWN, Card
from games.engine.work import spend
from games.kit.betting import Pot
from games.kit.poker import HIGH as HIGH_RANKING

THAT_STAY = 0.7
"""Of those who are still in, this part is there in the end."""
UNIT = 1000
"""A pot that is divided to see how much of it one gets."""
SEEN = 8
"""The best five of so many random cards are about as good as the five of somebody who has passed cards on twice."""
BETTER_THAN_LUCK = 3
"""Somebody's hidden card is chosen: it is as if they had drawn so many."""
A_HAND = 40
"""The steps of finding the best hand of eight cards, roughly."""


def five_for(hand: Sequence[Card], way: str, options: AnacondaOptions) -> tuple[Card, ...]:
    """The five cards to keep for a way: where they count both ways, those that are good for one, or for both."""
    cards = tuple(hand)
    if way == HIGH:
        return best_high(cards)[0]
    if way == LOW:
        return best_low(cards, options)[0]
    return max(combinations(cards, KEPT), key=lambda five: _both_ways(five, options))


def _both_ways(five: tuple[Card, ...], options: AnacondaOptions) -> float:
    high = high_strength(HIGH_RANKING.key(five))
    low = low_strength(low_ranking(options).key(five), options)
    return high * low if stages.declares(options) else max(high, low) + 0.5 * min(high, low)


def way_of(state: AnacondaState, seat: int) -> str:
    """Which way a seat goes: as it has declared, or as its cards ask for."""
    if state.declared[seat] in (HIGH, LOW, BOTH):
        return state.declared[seat]
    if not stages.declares(state.options):
        return HIGH if state.options.high_only else BOTH
    strong = strengths(tuple(state.hands[seat]), state.options)
    return max(strong, key=lambda way: strong[way])


# -- by rule of thumb --------------------------------------------------------------------------------------


def rough_share(state: AnacondaState, seat: int) -> float:
    """The part of the pot that a seat may hope for, by rule of thumb."""
    options, hand = state.options, tuple(state.hands[seat])
    rivals = [one for one in state.active if one != seat]
    passes = len(stages.passes(options))
    if state.round <= passes and state.phase in ("bet", "pass"):
        number = sum(cards for cards, _ in state.going)
        return _half(kept(hand, number, options)[1], len(rivals), options)
    if not state.laid_out and not any(state.declared[one] for one in rivals):
        return _half(max(strengths(hand, options).values()), len(rivals), options)
    way = way_of(state, seat)
    ways = [HIGH, LOW] if way == BOTH else [way]
    return sum(_against(state, seat, one, rivals) for one in ways)


def _half(strength: float, rivals: int, options: AnacondaOptions) -> float:
    """The share of a hand of this strength where nobody has declared anything yet."""
    staying = rivals * THAT_STAY
    if options.high_only:
        return float(strength**staying)
    return float(strength ** (staying / 2) * (0.5 + 0.5**rivals / 2))


def _against(state: AnacondaState, seat: int, way: str, rivals: Sequence[int]) -> float:
    """The share that a seat may hope for one way, by what the others have declared and shown."""
    options = state.options
    same = [one for one in rivals if state.declared[one] in (way, BOTH) or not stages.declares(options)]
    alone = stages.declares(options) and len(same) == len(rivals) and BOTH not in state.declared
    alone = (alone and all(state.declared[one] == way for one in rivals)) or options.high_only
    five = state.hands[seat] if len(state.hands[seat]) == KEPT else five_for(state.hands[seat], way, options)
    chance, mine = 1.0, hand_of(five, way, options)
    for one in same:
        chance *= 1 - _beaten(state, mine, one, way)
    return chance * (1.0 if alone else 0.5)


def _beaten(state: AnacondaState, mine: Hand, rival: int, way: str) -> float:
    """How likely a rival who shows four cards has a better hand; by strength alone where they show fewer."""
    options, shown = state.options, state.shown[rival]
    if len(shown) < stages.SHOWN or UNKNOWN in shown:
        strength = high_strength(mine.high) if way == HIGH else low_strength(mine.low, options)
        return 1 - strength
    hand = state.hands[rival]
    hidden = unseen(state) if hand[-1] is UNKNOWN else [hand[-1]]
    ranking = HIGH_RANKING if way == HIGH else low_ranking(options)
    own = mine.high if way == HIGH else mine.low
    spend(len(hidden))
    better = sum(ranking.key((*shown, card)) > own for card in hidden) / len(hidden)
    return float(1 - (1 - better) ** (BETTER_THAN_LUCK if len(hidden) > 1 else 1))


def unseen(state: AnacondaState) -> list[Card]:
    """The cards that may be anywhere."""
    seen = {*state.cards(), *(card for gift in state.given for card in gift.cards)}
    return [card for card in PACK if card not in seen]


# -- by imagined hands -------------------------------------------------------------------------------------


class Imagined:
    """What a seat and its rivals may hold in the end, again and again."""

    def __init__(self, state: AnacondaState, seat: int) -> None:
        self.state, self.seat = state, seat
        self.rivals = [one for one in state.active if one != seat]
        self.pool = [card for card in PACK if card not in {*state.cards()}]
        self.known = {one: self._known(one) for one in self.rivals}
        self.left = max(0, len(stages.passes(state.options)) - state.round + (state.phase == "bet"))
        if state.laid_out:
            self.left = 0
        taken = {card for cards in self.known.values() for card in cards}
        self.pool = [card for card in self.pool if card not in taken]

    def _known(self, rival: int) -> list[Card]:
        """The cards of a rival that the seat knows: shown ones, or those that it gave them last."""
        state = self.state
        if state.laid_out:
            return [card for card in state.shown[rival] if card is not UNKNOWN]
        passed = state.round - (state.phase == "bet")
        last = [gift for gift in state.given if gift.taker == rival and gift.number == passed]
        return [card for gift in last for card in gift.cards if card is not UNKNOWN and card not in state.hands[rival]]

    def world(self, rng: Random) -> tuple[tuple[Card, ...], dict[int, tuple[Card, ...]]]:
        """Cards from which the seat may choose in the end, and those of its rivals."""
        state, seat = self.state, self.seat
        spend(A_HAND * 2 * (len(self.rivals) + 1))
        pool = rng.sample(self.pool, len(self.pool))
        own = tuple(state.hands[seat])
        if self.left and len(own) > KEPT:
            giving = state.round <= len(stages.passes(state.options))
            number = sum(cards for cards, _ in state.going) if giving else 0
            drawn = number + self.left - 1
            own, pool = (*kept(own, number, state.options)[0], *pool[:drawn]), pool[drawn:]
        found, fair = {}, len(pool) // max(1, len(self.rivals))
        for one in self.rivals:
            known = self.known[one]
            wanted = KEPT + 1 if state.laid_out else SEEN + rng.randrange(2)
            more = min(fair, max(0, wanted - len(known))) if len(known) < KEPT else 0
            found[one], pool = (*known, *pool[:more]), pool[more:]
        return own, found

    def shares(self, world: tuple[tuple[Card, ...], dict[int, tuple[Card, ...]]], way: str) -> float:
        """The part of the pot that the seat has in this world, if it goes this way."""
        options = self.state.options
        own, others = world
        hands: dict[int, Hand] = {self.seat: self._hand(own, way)}
        for one, cards in others.items():
            hands[one] = self._hand(cards, self._way(one, cards))
        order = [self.seat, *others]
        return split(Pot(UNIT, tuple(order)), hands, options, order).gains.get(self.seat, 0) / UNIT

    def best_way(self, cards: tuple[Card, ...]) -> str:
        """The way that these cards ask for."""
        return self._way(self.seat, cards)

    def _way(self, owner: int, cards: tuple[Card, ...]) -> str:
        options, said = self.state.options, self.state.declared[owner]
        if said in (HIGH, LOW, BOTH):
            return said
        if options.high_only:
            return HIGH
        if not stages.declares(options):
            return BOTH
        strong = strengths(cards, options)
        return max(strong, key=lambda way: strong[way])

    def _hand(self, cards: tuple[Card, ...], way: str) -> Hand:
        options = self.state.options
        if way == HIGH:
            return Hand(HIGH_RANKING.best(cards), (), way)
        if way == LOW:
            return Hand((), low_ranking(options).best(cards), way)
        return hand_of(cards if len(cards) == KEPT else five_for(cards, way, options), way, options)
