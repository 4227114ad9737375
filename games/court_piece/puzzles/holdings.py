"""What the others may hold: exact answers over all deals of the unseen cards that a seat could be facing.

Only the number of cards of each suit matters for whether a deal is possible, so a hand that a seat may hold is told by
four numbers; and of a suit its highest cards are the most dangerous.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.cards import SUITS, Card
from games.court_piece.puzzles.common import still_out
from games.court_piece.state import SEATS, CourtPieceState
from games.engine.puzzle import Unproven, Void
from games.kit.tricks import HIGHEST_ACE

Hand = frozenset[Card]


@dataclass(frozen=True)
class Unseen:
    """The cards that seat 0 has not seen, by suit from the highest, how many each seat holds, and suits it lacks."""

    suits: tuple[tuple[Card, ...], ...]
    room: tuple[int, ...]
    lacks: tuple[frozenset[str], ...]

    def holdings(self, seat: int) -> Iterator[Hand]:
        """The hands that this seat may hold, of each suit its highest cards, one for each possible shape."""
        for shape in _shapes(tuple(len(suit) for suit in self.suits), self.room[seat]):
            if self._possible(seat, shape):
                yield frozenset(card for suit, number in zip(self.suits, shape, strict=True) for card in suit[:number])

    def _possible(self, seat: int, shape: Sequence[int]) -> bool:
        """Return whether the others can hold the rest if this seat holds so many of each suit."""
        if any(number and suit in self.lacks[seat] for suit, number in zip(SUITS, shape, strict=True)):
            return False
        one, other = (one for one in range(1, SEATS) if one != seat)
        only = {one: 0, other: 0}
        for suit, cards, number in zip(SUITS, self.suits, shape, strict=True):
            left = len(cards) - number
            if left and suit in self.lacks[one] and suit in self.lacks[other]:
                return False
            if suit in self.lacks[one]:
                only[other] += left
            elif suit in self.lacks[other]:
                only[one] += left
        return only[one] <= self.room[one] and only[other] <= self.room[other]


@lru_cache(maxsize=4096)
def _shapes(most: tuple[int, ...], cards: int) -> tuple[tuple[int, ...], ...]:
    """All ways to hold so many cards, of each suit no more than there are."""
    if len(most) == 1:
        return ((cards,),) if cards <= most[0] else ()
    return tuple(
        (number, *rest) for number in range(min(most[0], cards) + 1) for rest in _shapes(most[1:], cards - number)
    )


def unseen(state: CourtPieceState) -> Unseen:
    """Return what seat 0 has not seen. Raises Void where a hand is partly known, or cards are forgotten."""
    out = still_out(state)
    room = (0, *(len(state.hands[seat]) for seat in range(1, SEATS)))
    if any(state.known[1:]) or sum(room) != len(out):
        raise Void("What the others hold cannot be counted here.")
    suits = tuple(tuple(card for card in out if card.suit == suit) for suit in SUITS)
    return Unseen(suits, room, tuple(frozenset(lacking) for lacking in state.voids()))


# -- one trick -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Threat:
    """A card on the table, or one that a player may hold, that takes the trick from you."""

    seat: int
    card: Card
    ruffs: bool = False


def threat_to(state: CourtPieceState, card: Card) -> Threat | None:
    """Return what may beat this card of seat 0, whose turn it is, in the trick on the table; None if nothing can.

    Everybody follows suit; who holds what is open.
    """
    trick = [*state.trick, card]
    winner = state.winner_of(state.leader, trick)
    if winner != 0:
        return Threat(winner, trick[state.place_of(winner)])
    known = unseen(state)
    for place in range(len(trick), SEATS):
        seat = state.after(state.leader, place)
        for hand in known.holdings(seat):
            reply = beating(hand, trick[0].suit, card, state.trump)
            if reply is not None:
                return Threat(seat, reply, reply.suit != trick[0].suit)
    return None


def beating(hand: Hand, led: str, card: Card, trump: str) -> Card | None:
    """The card of this hand that follows the rules and beats `card`, which is winning; None if there is none."""
    follows = [one for one in hand if one.suit == led]
    for one in follows or hand:
        if one.suit == card.suit and HIGHEST_ACE[one] > HIGHEST_ACE[card]:
            return one
        if one.suit == trump != card.suit:
            return one
    return None


# -- all the tricks --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Laydown:
    """How many tricks in a row seat 0 is certain to take with its own cards, whatever the others hold.

    `order` are the leads that take them. If they are not all its cards, `seat` may hold `hand`, against which no order
    takes more.
    """

    order: tuple[Card, ...]
    seat: int = 0
    hand: Hand = frozenset()

    @property
    def sure(self) -> bool:
        """Whether all the tricks are certain."""
        return not self.hand


def laydown(state: CourtPieceState) -> Laydown:
    """Return how many tricks in a row are certain for seat 0, who leads. Raises Unproven where that cannot be shown.

    So many are if one order of leads is safe against every hand that a player may hold: a card is only ever beaten by
    one player. No more are if there is a hand against which nothing helps, even for those who could see it.
    """
    mine, trump, known = frozenset(state.hands[0]), state.trump, unseen(state)
    found = [(seat, hand) for seat in range(1, SEATS) for hand in known.holdings(seat)]
    order = _safe(mine, frozenset(hand for _, hand in found), trump)
    if len(order) == len(mine):
        return Laydown(order)
    for seat, hand in found:
        if in_a_row(mine, hand, trump) == len(order):
            return Laydown(order, seat, hand)
    raise Unproven("Some order of leads might do better, and some hand might be against it.")


@lru_cache(maxsize=500)
def _safe(mine: Hand, hands: frozenset[Hand], trump: str) -> tuple[Card, ...]:
    """The longest order of leads from these cards in which none can be beaten by one of the hands, trumps rather first.

    A hand gives up what it likes, and nobody sees what.
    """
    best: tuple[Card, ...] = ()
    for lead in _tops(mine, trump):
        if all(beating(hand, lead.suit, lead, trump) is None for hand in hands):
            left = frozenset(hand - {card} for hand in hands for card in _shed(hand, lead.suit))
            best = max(best, (lead, *_safe(mine - {lead}, left, trump)), key=len)
        if len(best) == len(mine):
            break
    return best


@lru_cache(maxsize=10_000)
def in_a_row(mine: Hand, hand: Hand, trump: str) -> int:
    """Return how many tricks in a row somebody takes with these cards who sees the hand that is to beat one of them."""
    return max(
        (
            1 + min(in_a_row(mine - {lead}, hand - {card}, trump) for card in _shed(hand, lead.suit))
            for lead in _tops(mine, trump)
            if beating(hand, lead.suit, lead, trump) is None
        ),
        default=0,
    )


def _tops(mine: Hand, trump: str) -> list[Card]:
    """The highest card of each suit, the trump first: no lower one is a better lead."""
    ordered = sorted(mine, key=lambda card: (card.suit != trump, card.suit, -HIGHEST_ACE[card]))
    return [card for number, card in enumerate(ordered) if not number or ordered[number - 1].suit != card.suit]


def _shed(hand: Hand, led: str) -> list[Card]:
    """The cards to give up without winning: the lowest of the suit led, or else of each suit."""
    follows = [card for card in hand if card.suit == led]
    suits = [led] if follows else sorted({card.suit for card in hand})
    return [min((card for card in hand if card.suit == suit), key=HIGHEST_ACE.__getitem__) for suit in suits]
