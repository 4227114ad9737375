"""Rules of thumb for Chinese Ten, and deals played on by them in whole numbers."""

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
"""Ranks that one keeps as long as partners worth most are still to come."""
TURN = 4
"""The steps of a turn played on."""


class Way(NamedTuple):
    """A card to play with what it takes, and how good that looks."""

    card: Card
    taken: Group
    good: float


def still_unseen(card: Card, left: int) -> str:
    """Return how many partners of a card have not been seen, in a sentence."""
    return f"{capital(many(left, 'partner'))} of {quoted([card])} {'is' if left == 1 else 'are'} still unseen."


def unseen(state: ChineseTenState, seat: int) -> list[Card]:
    """The cards that a seat has not seen."""
    left = Counter(deck(state.seats))
    left.subtract([*state.layout, *state.hands[seat], *(card for pile in state.piles for card in pile)])
    left.subtract([state.turned] if state.turned else [])
    return list((+left).elements())


def partners(card: Card, among: Sequence[Card]) -> list[Card]:
    """Those among some cards that a card matches."""
    rank = PARTNER[card]
    return [one for one in among if one.rank == rank]


def danger(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return what leaving a card on the table may cost: it and its partner, as likely as somebody has one."""
    takers = partners(card, out)
    if not takers:
        return 0.0
    worth = state.worth
    chance = min(1.0, len(takers) * state.seats * 2 / max(len(out), 1))
    return chance * (worth[card] + sum(worth[one] for one in takers) / len(takers))


def keeping(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return what a card may still bring if it is kept: the best of the partners that are to come, now and then."""
    if card.rank not in KEY_RANKS:
        return 0.0
    return max((state.worth[one] for one in partners(card, out)), default=0) / 4


def ways(state: ChineseTenState, seat: int) -> list[Way]:
    """Return all that a seat may play, the best by rule of thumb first."""
    out, found = unseen(state, seat), []
    for card in dict.fromkeys(state.hands[seat]):
        for taken in choices(state, card):
            good = brings(state, seat, card, taken) - keeping(state, card, out) if taken else -danger(state, card, out)
            found.append(Way(card, taken, good))
    if state.options.must_capture and any(way.taken for way in found):
        found = [way for way in found if way.taken]
    return sorted(found, key=lambda way: -way.good)


def gain(state: ChineseTenState, card: Card, taken: Group) -> int:
    """The points of a capture."""
    return state.worth[card] + sum(state.worth[one] for one in taken) if taken else 0


def brings(state: ChineseTenState, seat: int, card: Card, taken: Group) -> int:
    """By how much a capture brings a seat ahead of each of the others: its points, and red pairs."""
    bonus = state.options.red_pair_bonus
    return gain(state, card, taken) + (bonus * state.seats * completed(state, seat, [card, *taken]) if bonus else 0)


def best_taking(state: ChineseTenState, seat: int, card: Card) -> Group:
    """Return what a card from the stock takes: what brings most, of equal ones what others are likelier to take."""
    out = unseen(state, seat)
    return max(
        state.captures(card),
        key=lambda taken: (brings(state, seat, card, taken), sum(danger(state, one, out) for one in taken)),
    )


# -- deals played on -------------------------------------------------------------------------------


class Small(NamedTuple):
    """A card as it is played on: its worth, whether it is red and matches its own rank, the rank it takes, its own, and
    what leaving it costs."""

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
    """Each card of a table as it is played on."""
    return _small(tuple(state.worth[card] for card in (*PACK, JOKER, UNKNOWN)))


class PlayedOn:
    """A deal of which all cards are known, played to its end: whoever captures takes most, and else leaves least."""

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
        """The points of each seat."""
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
