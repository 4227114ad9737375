"""How good a hand has to be: which part of all hands is played, by place, by who is in, and by what is at stake.

A hand is measured by its *depth*: the share of all hands that are better. Whoever plays a `reach` of 0.2 is in with the
best fifth of all hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from games.cards import PACK, Card
from games.engine.work import spend
from games.guts.options import GutsOptions
from games.guts.ranks import better, key_of
from games.guts.settling import Stakes, nobody_in, showdown
from games.guts.state import IN, OUT, GutsState
from games.kit.poker import Key

Reaches = tuple[float, ...]
A_WORLD = 25
"""The steps that an imagined deal takes, and as many again for each player."""
STEPS = 24
"""How finely a reach is found."""
LOOSE = 0.1
"""How often one who is in is taken to be in with anything."""
DRAWS = 60
"""So many hands are drawn at most for one who is in, until one is within reach."""


def depth(cards: Sequence[Card], options: GutsOptions) -> float:
    """The share of all hands that are better than this one."""
    return better(options)[key_of(cards, options)]


# -- reaches -------------------------------------------------------------------------------------------------------


def chance(deep: float, before: Reaches, behind: float) -> float:
    """The chance that a hand of this depth is the best: of those in before it, with their reaches, and of so many who
    come behind it and are in with whatever is better.
    """
    found = (1 - deep) ** behind
    for reach in before:
        found *= max(0.0, 1 - deep / reach)
    return float(found)


@lru_cache(maxsize=20_000)
def reach(before: Reaches, behind: float, least: float) -> float:
    """With which share of hands one is in, if the chance to be the best must be at least so much."""
    if chance(1.0, before, behind) >= least:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle, before, behind) >= least else (low, middle)
    return low


def least_chance(state: GutsState, seat: int) -> float:
    """How often one has to win so that being in is worth what it may cost. Rulebook: cap.limits-pot, stake.credit."""
    cost, prize = most_to_pay(state, seat), state.options.prize(state.pot)
    return cost / (cost + prize)


def most_to_pay(state: GutsState, seat: int) -> int:
    """What being in can cost."""
    cost = state.options.payment(state.pot, 0, 1)
    return min(cost, state.match.scores[seat]) if state.options.short_stack == "table-stakes" else cost


def ghosts(state: GutsState, alone: bool) -> float:
    """How many more hands one has to beat because of the ghost: one that always plays, or that comes for one alone."""
    ghost = state.options.ghost
    return float(ghost == "always" or (ghost == "lone-only" and alone))


def reach_of(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """The reach of a seat with these in before it, and so many still to come."""
    return reach(before, behind + ghosts(state, not before), least_chance(state, seat))


def reaches_before(state: GutsState, seat: int) -> Reaches:
    """The reaches of those who have declared in before a seat, if they play as the steady bot does."""
    if state.secret:
        return ()
    found: Reaches = ()
    order = state.order()
    for place, owner in enumerate(order[: order.index(seat)]):
        if state.declared[owner] == IN:
            found += (max(0.01, reach_of(state, owner, found, len(order) - place - 1)),)
    return found


def others_behind(state: GutsState, seat: int) -> int:
    """How many declare after a seat, or together with it."""
    order = state.order()
    return len(order) - 1 if state.secret else len(order) - order.index(seat) - 1


def steady_reach(state: GutsState, seat: int) -> float:
    """The share of hands with which a careful player is in at this place."""
    return reach_of(state, seat, reaches_before(state, seat), others_behind(state, seat))


def odds(state: GutsState, seat: int) -> float:
    """How often a seat's hand is the best, if the others play as the steady bot does."""
    before = reaches_before(state, seat)
    rest = others_behind(state, seat) + ghosts(state, not before)
    return chance(depth(state.hands[seat], state.options), before, rest)


# -- imagined deals ------------------------------------------------------------------------------------------------


def worth(state: GutsState, seat: int, worlds: int, rng: Random) -> tuple[float, float]:
    """What being in and being out bring this seat, over imagined deals: its chips less the mean of the others'."""
    unseen = [card for card in PACK if card not in state.hands[seat]]
    before = dict(zip(_ins_before(state, seat), reaches_before(state, seat), strict=True))
    totals = [0.0, 0.0]
    for _ in range(worlds):
        spend(A_WORLD * (1 + state.seats))
        deal = Deal(state, seat, before, unseen, rng)
        totals[0] += deal.brings(IN)
        totals[1] += deal.brings(OUT)
    return totals[0] / worlds, totals[1] / worlds


def _ins_before(state: GutsState, seat: int) -> list[int]:
    return [] if state.secret else [owner for owner in state.said_so(IN) if owner != seat]


class Deal:
    """One way in which the unseen cards may lie, most often so that those who are in have reason to be."""

    def __init__(
        self, state: GutsState, seat: int, before: Mapping[int, float], unseen: Sequence[Card], rng: Random
    ) -> None:
        self.state, self.seat, self.before = state, seat, before
        self.options, size = state.options, state.options.cards
        cards = list(unseen)
        rng.shuffle(cards)
        hands = {seat: list(state.hands[seat])}
        for owner, within in before.items():
            hands[owner] = self._drawn(cards, within, rng)
        for owner in state.order():
            if owner not in hands:
                hands[owner], cards = cards[:size], cards[size:]
        self.keys = {owner: key_of(hand, self.options) for owner, hand in hands.items()}
        plays = self.options.ghost != "none"
        self.ghost: Key | None = key_of(cards[:size], self.options) if plays else None

    def _drawn(self, cards: list[Card], within: float, rng: Random) -> list[Card]:
        """A hand within a reach, taken from the cards."""
        size, shares = self.options.cards, better(self.options)
        for _ in range(1 if rng.random() < LOOSE else DRAWS):
            hand = rng.sample(cards, size)
            if shares[key_of(hand, self.options)] <= within:
                break
        for card in hand:
            cards.remove(card)
        return hand

    def brings(self, word: str) -> float:
        """What this seat gets of the hand if it says this, and all after it play as the steady bot does."""
        ins = self._ins(word)
        stakes = Stakes(self.options, self.state.pot, self.state.match.scores)
        if not ins:
            found = nobody_in(stakes, self.keys)
        else:
            ghost = self.ghost if self.options.ghost == "always" or len(ins) == 1 else None
            found = showdown(stakes, {owner: self.keys[owner] for owner in ins}, ghost)
        mine = found.taken.get(self.seat, 0) - found.paid.get(self.seat, 0)
        others = sum(found.taken.values()) - sum(found.paid.values()) - mine
        return mine - others / (len(self.keys) - 1)

    def _ins(self, word: str) -> list[int]:
        """Who is in at the end."""
        state, shares, order = self.state, better(self.options), self.state.order()
        ins, reaches = [*self.before], tuple(self.before.values())
        after = order if state.secret else order[order.index(self.seat) :]
        for owner in after:
            within = reach_of(state, owner, () if state.secret else reaches, others_behind(state, owner))
            said = word == IN if owner == self.seat else shares[self.keys[owner]] <= within
            if said:
                ins.append(owner)
                reaches += (max(0.01, within),)
        return ins
