"""Proofs about the cards that other players can hold, over all deals of the cards that seat 0 hasn't seen.

Whether a deal is possible depends only on the number of cards of each suit, so four numbers describe a possible hand.
Within a suit, its highest cards are the most dangerous, so only these are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from games.cards import SUITS, Card
from games.court_piece.puzzles.common import list_unseen_cards
from games.court_piece.state import SEATS, CourtPieceState
from games.engine.puzzle import Unproven, VoidPuzzle
from games.kit.tricks import HIGHEST_ACE

Hand = frozenset[Card]


def list_possible_hands(state: CourtPieceState, seat: int) -> Iterator[Hand]:
    """Yield the strongest hands that a seat can hold: one for each possible number of cards by suit.

    In each suit, such a hand has the highest cards that seat 0 hasn't seen. Raises VoidPuzzle if another player's hand
    is partly known, or if some of the cards played aren't recorded.
    """
    unseen, lacking = list_unseen_cards(state), state.list_shown_voids()
    sizes = [len(hand) for hand in state.hands]
    if any(state.known[1:]) or sum(sizes[1:]) != len(unseen):
        raise VoidPuzzle("The other players’ possible hands can’t be listed in this position.")
    suits = {suit: [card for card in unseen if card.suit == suit] for suit in SUITS}
    first, second = (other for other in range(1, SEATS) if other != seat)
    for split in _list_suit_splits(tuple(map(len, suits.values())), sizes[seat]):
        held = dict(zip(suits, split, strict=True))
        left = {suit: len(cards) - held[suit] for suit, cards in suits.items()}
        if (
            not any(held[suit] for suit in lacking[seat])
            and not any(left[suit] for suit in lacking[first] & lacking[second])
            and sum(left[suit] for suit in lacking[first]) <= sizes[second]
            and sum(left[suit] for suit in lacking[second]) <= sizes[first]
        ):
            yield frozenset(card for suit, number in held.items() for card in suits[suit][:number])


@lru_cache(maxsize=4096)
def _list_suit_splits(most: tuple[int, ...], cards: int) -> list[tuple[int, ...]]:
    """Return all ways to divide a number of cards among the suits. `most` has the maximum for each suit."""
    return [split for split in product(*(range(number + 1) for number in most)) if sum(split) == cards]


# -- one trick -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Threat:
    """A card that takes a trick from seat 0. It's on the table, or the player `seat` might hold it.

    `is_ruff` is True if the player would trump with it.
    """

    seat: int
    card: Card
    is_ruff: bool = False


def find_threat(state: CourtPieceState, card: Card) -> Threat | None:
    """Return a card that could beat this card of seat 0 in the current trick, or None if none could.

    It must be seat 0's turn. The unseen cards can be in any of the other hands, and all players follow suit if they
    can.
    """
    trick = [*state.trick, card]
    winner = state.get_trick_winner(state.leader, trick)
    if winner != 0:
        return Threat(winner, trick[state.get_place_in_trick(winner)])
    for place in range(len(trick), SEATS):
        seat = state.get_seat_after(state.leader, place)
        for hand in list_possible_hands(state, seat):
            reply = find_beating_card(hand, trick[0].suit, card, state.trump)
            if reply is not None:
                return Threat(seat, reply, reply.suit != trick[0].suit)
    return None


def find_beating_card(hand: Hand, led: str, card: Card, trump: str) -> Card | None:
    """Return the highest card of a hand that can legally be played and beats `card`, or None.

    `card` is the winning card so far, `led` is the suit that was led, and `trump` is the trump suit.
    """
    beating = [
        held
        for held in [held for held in hand if held.suit == led] or hand
        if (HIGHEST_ACE[held] > HIGHEST_ACE[card] if held.suit == card.suit else held.suit == trump)
    ]
    return max(beating, key=HIGHEST_ACE.__getitem__, default=None)


# -- all the tricks --------------------------------------------------------------------------------


@dataclass(frozen=True)
class CertainTricks:
    """The tricks that seat 0 is certain to take by leading one card after another, whatever other players hold.

    `order` has the cards to lead, in order. If seat 0 has more cards, `hand` proves that no more tricks are certain:
    the player `seat` might hold it, and against it no order of leads takes more tricks. Otherwise, `hand` is empty.
    """

    order: tuple[Card, ...]
    seat: int = 0
    hand: Hand = frozenset()

    @property
    def is_whole_hand_certain(self) -> bool:
        """Whether seat 0 is certain to take all remaining tricks."""
        return not self.hand


def find_certain_tricks(state: CourtPieceState) -> CertainTricks:
    """Return the longest series of tricks that seat 0, who leads, is certain to take.

    A series of leads is certain if no hand that another player might hold beats any of them. Hands are tested one at a
    time, since one player's card is enough to beat a lead. It's proven to be the longest if, against one of these
    hands, even a player who sees it can't take more tricks. Raises Unproven if there is no such hand.
    """
    mine, trump = frozenset(state.hands[0]), state.trump
    found = [(seat, hand) for seat in range(1, SEATS) for hand in list_possible_hands(state, seat)]
    order = _find_certain_lead_order(mine, frozenset(hand for _, hand in found), trump)
    if len(order) == len(mine):
        return CertainTricks(order)
    for seat, hand in found:
        if count_certain_tricks(mine, hand, trump) == len(order):
            return CertainTricks(order, seat, hand)
    raise Unproven("We can’t tell whether another order of leads wins more tricks for certain.")


@lru_cache(maxsize=500)
def _find_certain_lead_order(mine: Hand, hands: frozenset[Hand], trump: str) -> tuple[Card, ...]:
    """Return the longest series of leads from the hand `mine` that none of these `hands` can beat.

    Trumps come first where possible. Each hand discards as it likes, and the leader doesn't see which cards.
    """
    best: tuple[Card, ...] = ()
    for lead in _list_top_cards(mine, trump):
        if all(find_beating_card(hand, lead.suit, lead, trump) is None for hand in hands):
            left = frozenset(hand - {card} for hand in hands for card in _list_losing_cards(hand, lead.suit))
            best = max(best, (lead, *_find_certain_lead_order(mine - {lead}, left, trump)), key=len)
        if len(best) == len(mine):
            break
    return best


@lru_cache(maxsize=10_000)
def count_certain_tricks(mine: Hand, hand: Hand, trump: str) -> int:
    """Return how many tricks in a row a player with the cards `mine` can take against one hand by leading.

    The player sees the opposing `hand`, which discards as well as it can.
    """
    best = 0
    for lead in _list_top_cards(mine, trump):
        if find_beating_card(hand, lead.suit, lead, trump) is None:
            losing = _list_losing_cards(hand, lead.suit)
            best = max(best, 1 + min(count_certain_tricks(mine - {lead}, hand - {card}, trump) for card in losing))
    return best


def _list_top_cards(mine: Hand, trump: str) -> list[Card]:
    """Return the highest card of each suit in the hand `mine`, trump first. A lower card is never a better lead."""
    ordered = sorted(mine, key=lambda card: (card.suit != trump, card.suit, -HIGHEST_ACE[card]))
    return [card for number, card in enumerate(ordered) if not number or ordered[number - 1].suit != card.suit]


def _list_losing_cards(hand: Hand, led: str) -> list[Card]:
    """Return the cards that this hand could sensibly play to a lead that it can't beat.

    It's the lowest card of the suit `led`, or the lowest card of each suit if the hand has none.
    """
    follows = [card for card in hand if card.suit == led]
    suits = [led] if follows else sorted({card.suit for card in hand})
    return [min((card for card in hand if card.suit == suit), key=HIGHEST_ACE.__getitem__) for suit in suits]
