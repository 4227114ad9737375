"""Rules of thumb for Chinese Ten, and a fast simulation of the rest of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.cards import JOKER, PACK, RANKS, UNKNOWN, Card
from games.chinese_ten.scoring import completed, with_bonus
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.values import PARTNER, deck
from games.chinese_ten.verbs import choices
from games.engine.move import Group
from games.engine.work import spend
from games.words import capital, many, quoted

KEY_RANKS = (1, 9)
"""Ranks to keep while their most valuable partners are still to come."""
TURN = 4
"""The number of search steps for one simulated turn."""


class Way(NamedTuple):
    """A card to play, the cards it captures, and a rating by the rules of thumb."""

    card: Card
    taken: Group
    good: float


def still_unseen(card: Card, left: int) -> str:
    """Return a sentence with the number of unseen partners of a card."""
    return f"{capital(many(left, 'partner'))} of {quoted([card])} {'is' if left == 1 else 'are'} still unseen."


def unseen(state: ChineseTenState, seat: int) -> list[Card]:
    """Return the cards that a seat hasn't seen."""
    left = Counter(deck(state.seats))
    left.subtract([*state.layout, *state.hands[seat], *(card for pile in state.piles for card in pile)])
    left.subtract([state.turned] if state.turned else [])
    return list((+left).elements())


def partners(card: Card, among: Sequence[Card]) -> list[Card]:
    """Return the cards in `among` that a card can capture."""
    rank = PARTNER[card]
    return [one for one in among if one.rank == rank]


def danger(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return the expected cost of leaving a card on the table.

    It's the points of the card and of an average partner, times the chance that another player has a partner.
    """
    takers = partners(card, out)
    if not takers:
        return 0.0
    worth = state.worth
    chance = min(1.0, len(takers) * state.seats * 2 / max(len(out), 1))
    return chance * (worth[card] + sum(worth[one] for one in takers) / len(takers))


def keeping(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return the value of keeping an ace or a nine: a fraction of the points of its best unseen partner."""
    if card.rank not in KEY_RANKS:
        return 0.0
    return max((state.worth[one] for one in partners(card, out)), default=0) / 4


def ways(state: ChineseTenState, seat: int) -> list[Way]:
    """Return every play of a seat with its rating, the best first."""
    out, found = unseen(state, seat), []
    for card in dict.fromkeys(state.hands[seat]):
        for taken in choices(state, card):
            good = brings(state, seat, card, taken) - keeping(state, card, out) if taken else -danger(state, card, out)
            found.append(Way(card, taken, good))
    if state.options.must_capture and any(way.taken for way in found):
        found = [way for way in found if way.taken]
    return sorted(found, key=lambda way: -way.good)


def gain(state: ChineseTenState, card: Card, taken: Group) -> int:
    """Return the points of a capture, which are 0 if no cards are captured."""
    return state.worth[card] + sum(state.worth[one] for one in taken) if taken else 0


def brings(state: ChineseTenState, seat: int, card: Card, taken: Group) -> int:
    """Return how far a capture puts a seat ahead of each other player, by points and red pairs."""
    bonus = state.options.red_pair_bonus
    return gain(state, card, taken) + (bonus * state.seats * completed(state, seat, [card, *taken]) if bonus else 0)


def best_taking(state: ChineseTenState, seat: int, card: Card) -> Group:
    """Return the best capture by a card from the stock.

    Among equal ones, it's the capture of what other players would more likely take.
    """
    out = unseen(state, seat)
    return max(
        state.captures(card),
        key=lambda taken: (brings(state, seat, card, taken), sum(danger(state, one, out) for one in taken)),
    )


# -- simulated deals -------------------------------------------------------------------------------


class Small(NamedTuple):
    """A card for the simulation.

    It has the card's points, whether it's red and self-matching, the rank it captures, its own rank, and the cost
    of leaving it.
    """

    worth: int
    paired: bool
    partner: int
    rank: int
    cost: float


@cache
def _small(worth: tuple[int, ...]) -> Mapping[Card, Small]:
    cards = (*PACK, JOKER, UNKNOWN)
    by_rank = {
        rank: [value for card, value in zip(cards, worth, strict=True) if card.rank == rank] for rank in range(14)
    }
    found = {}
    for card, value in zip(cards, worth, strict=True):
        partner = max(PARTNER[card], 0)
        paired, others = card.red and partner == card.rank, by_rank[partner]
        found[card] = Small(value, paired, partner, card.rank, value + sum(others) / max(len(others), 1))
    return found


def smalls(state: ChineseTenState) -> Mapping[Card, Small]:
    """Return the simulation's version of each card at this table."""
    return _small(tuple(state.worth[card] for card in (*PACK, JOKER, UNKNOWN)))


class PlayedOn:
    """A simulated deal with all cards known.

    Each player captures the most points or, without a capture, leaves the card that costs least.
    """

    def __init__(self, state: ChineseTenState) -> None:
        small = smalls(state)
        self.seats, self.step, self.seat = state.seats, state.options.step, state.turn
        self.hands = [[small[card] for card in hand] for hand in state.hands]
        self.stock = [small[card] for card in reversed(state.stock)]
        self.layout: list[list[Small]] = [[] for _ in range(14)]
        for card in state.layout:
            self.layout[card.rank].append(small[card])
        self.triple = RANKS.index(state.triple) + 1 if state.triple else -1
        self.points = [state.points(seat) for seat in range(state.seats)]
        self.bonus = state.options.red_pair_bonus
        self.red = [[card.rank for card in pile if small[card].paired] for pile in state.piles]
        self.flips = state.phase == "turn"

    def to_the_end(self) -> list[int]:
        """Play the deal to its end, and return the points of each seat."""
        while self.stock:
            spend(TURN)
            if not self.flips:
                hand = self.hands[self.seat]
                self._put(hand.pop(self._choice(hand)))
            self.flips = False
            self._put(self.stock.pop())
            self.seat = (self.seat + self.step) % self.seats
        if not self.bonus:
            return self.points
        return with_bonus(self.points, [len(red) - len(set(red)) for red in self.red], self.bonus)

    def _choice(self, hand: list[Small]) -> int:
        best, at, layout = -1000.0, 0, self.layout
        for place, card in enumerate(hand):
            there = layout[card.partner]
            good = card.worth + max(there).worth if there else -card.cost
            if good > best:
                best, at = good, place
        return at

    def _put(self, card: Small) -> None:
        there = self.layout[card.partner]
        if not there:
            self.layout[card.rank].append(card)
        elif card.partner == self.triple and len(there) > 2:
            self._win(card, *there)
            there.clear()
        else:
            most = max(there)
            there.remove(most)
            self._win(card, most)

    def _win(self, *cards: Small) -> None:
        for card in cards:
            self.points[self.seat] += card.worth
            if card.paired:
                self.red[self.seat].append(card.rank)
