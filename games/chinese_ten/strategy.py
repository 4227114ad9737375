"""Rules of thumb for Chinese Ten, and a fast simulation of the rest of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.cards import JOKER, PACK, RANKS, UNKNOWN, Card
from games.chinese_ten.card_values import PARTNER, get_deck
from games.chinese_ten.scoring import add_pair_bonus, count_newly_completed_pairs
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.verbs import list_capture_choices
from games.engine.move import Group
from games.engine.work_limits import spend_steps
from games.words import capitalize_first, quote_cards, spell_count

KEY_RANKS = (1, 9)
"""Ranks to keep while their most valuable partners are still to come."""
TURN = 4
"""The number of search steps for one simulated turn."""


class RatedPlay(NamedTuple):
    """A card to play, the cards it captures, and a rating by the rules of thumb."""

    card: Card
    taken: Group
    good: float


def describe_unseen_partners(card: Card, left: int) -> str:
    """Return a sentence that says that `left` of the cards that match this one are still unseen."""
    return (
        f"{capitalize_first(spell_count(left, 'partner'))} of {quote_cards([card])} "
        f"{'is' if left == 1 else 'are'} still unseen."
    )


def list_unseen_cards(state: ChineseTenState, seat: int) -> list[Card]:
    """Return the cards that a seat hasn't seen."""
    left = Counter(get_deck(state.seats))
    left.subtract([*state.layout, *state.hands[seat], *(card for pile in state.piles for card in pile)])
    left.subtract([state.turned] if state.turned else [])
    return list((+left).elements())


def list_partners(card: Card, among: Sequence[Card]) -> list[Card]:
    """Return the card's partners in `among`: the cards that match it, so that it can capture them."""
    rank = PARTNER[card]
    return [other for other in among if other.rank == rank]


def estimate_leaving_cost(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return how many points it's expected to cost to leave a card on the table.

    The cost is the points of the card and of an average partner (a card that captures it), times the chance that
    another player has a partner. `out` has the unseen cards.
    """
    takers = list_partners(card, out)
    if not takers:
        return 0.0
    worth = state.worth
    chance = min(1.0, len(takers) * state.seats * 2 / max(len(out), 1))
    return chance * (worth[card] + sum(worth[other] for other in takers) / len(takers))


def estimate_keeping_value(state: ChineseTenState, card: Card, out: Sequence[Card]) -> float:
    """Return the value in points of keeping an ace or a nine: a quarter of the points of its best unseen partner.

    A partner is a card that it can capture. `out` has the unseen cards. For other ranks, the value is 0.
    """
    if card.rank not in KEY_RANKS:
        return 0.0
    return max((state.worth[other] for other in list_partners(card, out)), default=0) / 4


def rank_plays(state: ChineseTenState, seat: int) -> list[RatedPlay]:
    """Return every play of a seat with its rating, the best first."""
    out, found = list_unseen_cards(state, seat), []
    for card in dict.fromkeys(state.hands[seat]):
        for taken in list_capture_choices(state, card):
            good = (
                compute_lead_gain(state, seat, card, taken) - estimate_keeping_value(state, card, out)
                if taken
                else -estimate_leaving_cost(state, card, out)
            )
            found.append(RatedPlay(card, taken, good))
    if state.options.must_capture and any(way.taken for way in found):
        found = [way for way in found if way.taken]
    return sorted(found, key=lambda way: -way.good)


def count_capture_points(state: ChineseTenState, card: Card, taken: Group) -> int:
    """Return the points of a capture, which are 0 if no cards are captured."""
    return state.worth[card] + sum(state.worth[other] for other in taken) if taken else 0


def compute_lead_gain(state: ChineseTenState, seat: int, card: Card, taken: Group) -> int:
    """Return how many points a capture adds to the seat's lead over each other player, with red-pair bonuses."""
    bonus = state.options.red_pair_bonus
    return count_capture_points(state, card, taken) + (
        bonus * state.seats * count_newly_completed_pairs(state, seat, [card, *taken]) if bonus else 0
    )


def choose_flipped_card_capture(state: ChineseTenState, seat: int, card: Card) -> Group:
    """Return the cards that are best to capture with a card from the stock.

    Among equally good captures, it's the one whose cards other players would more likely capture.
    """
    out = list_unseen_cards(state, seat)
    return max(
        state.list_captures(card),
        key=lambda taken: (
            compute_lead_gain(state, seat, card, taken),
            sum(estimate_leaving_cost(state, other, out) for other in taken),
        ),
    )


# -- simulated deals -------------------------------------------------------------------------------


class SimulatedCard(NamedTuple):
    """A card of the simulation, with its rank and its points (`worth`).

    `paired` says whether it's a red card that captures its own rank, which can earn a bonus. `partner` is the rank that
    it captures, and `cost` is the cost of leaving it on the table.
    """

    worth: int
    paired: bool
    partner: int
    rank: int
    cost: float


@cache
def _build_simulated_cards_from_points(worth: tuple[int, ...]) -> Mapping[Card, SimulatedCard]:
    cards = (*PACK, JOKER, UNKNOWN)
    by_rank = {
        rank: [value for card, value in zip(cards, worth, strict=True) if card.rank == rank] for rank in range(14)
    }
    found = {}
    for card, value in zip(cards, worth, strict=True):
        partner = max(PARTNER[card], 0)
        paired, others = card.is_red and partner == card.rank, by_rank[partner]
        found[card] = SimulatedCard(value, paired, partner, card.rank, value + sum(others) / max(len(others), 1))
    return found


def build_simulated_cards(state: ChineseTenState) -> Mapping[Card, SimulatedCard]:
    """Return a mapping from each card to its SimulatedCard."""
    return _build_simulated_cards_from_points(tuple(state.worth[card] for card in (*PACK, JOKER, UNKNOWN)))


class DealSimulation:
    """A simulated deal with all cards known.

    Each player captures the most points or, without a capture, leaves the card that costs least.
    """

    def __init__(self, state: ChineseTenState) -> None:
        small = build_simulated_cards(state)
        self.seats, self.step, self.seat = state.seats, state.options.seat_step, state.turn
        self.hands = [[small[card] for card in hand] for hand in state.hands]
        self.stock = [small[card] for card in reversed(state.stock)]
        self.layout: list[list[SimulatedCard]] = [[] for _ in range(14)]
        for card in state.layout:
            self.layout[card.rank].append(small[card])
        self.triple = RANKS.index(state.triple) + 1 if state.triple else -1
        self.points = [state.count_points(seat) for seat in range(state.seats)]
        self.bonus = state.options.red_pair_bonus
        self.red = [[card.rank for card in pile if small[card].paired] for pile in state.piles]
        self.flips = state.phase == "turn"

    def play_to_end(self) -> list[int]:
        """Play the deal to its end, and return the points of each seat."""
        while self.stock:
            spend_steps(TURN)
            if not self.flips:
                hand = self.hands[self.seat]
                self._play_card(hand.pop(self._choose_card_index(hand)))
            self.flips = False
            self._play_card(self.stock.pop())
            self.seat = (self.seat + self.step) % self.seats
        if not self.bonus:
            return self.points
        return add_pair_bonus(self.points, [len(red) - len(set(red)) for red in self.red], self.bonus)

    def _choose_card_index(self, hand: list[SimulatedCard]) -> int:
        best, at, layout = -1000.0, 0, self.layout
        for place, card in enumerate(hand):
            there = layout[card.partner]
            good = card.worth + max(there).worth if there else -card.cost
            if good > best:
                best, at = good, place
        return at

    def _play_card(self, card: SimulatedCard) -> None:
        there = self.layout[card.partner]
        if not there:
            self.layout[card.rank].append(card)
        elif card.partner == self.triple and len(there) > 2:
            self._add_to_pile(card, *there)
            there.clear()
        else:
            most = max(there)
            there.remove(most)
            self._add_to_pile(card, most)

    def _add_to_pile(self, *cards: SimulatedCard) -> None:
        for card in cards:
            self.points[self.seat] += card.worth
            if card.paired:
                self.red[self.seat].append(card.rank)
