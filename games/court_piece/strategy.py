"""What a sensible player does: which suit to call, which card to play. It looks only at what its seat knows."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import SUITS, Card
from games.court_piece.rules import playable
from games.court_piece.state import HIGHEST_ACE, CourtPieceState, winner_of

HONOURS = {14: 4.5, 13: 3.0, 12: 1.5, 11: 0.8, 10: 0.4}
LENGTH = 3.2
"""What a trump more is worth, on the scale of the honours."""


def suit_worth(hand: Iterable[Card], suit: str) -> float:
    """How good a suit would be as trumps: its length first, then its honours; aces beside it help anywhere."""
    worth = 0.0
    for card in hand:
        height = HIGHEST_ACE[card]
        if card.suit == suit:
            worth += LENGTH + HONOURS.get(height, 0.0)
        elif height == 14:
            worth += 1.0
    return worth


def best_suit(hand: list[Card]) -> str:
    """The suit to call on these cards."""
    return max(SUITS, key=lambda suit: suit_worth(hand, suit))


def bosses(state: CourtPieceState, seat: int) -> list[Card]:
    """The cards of a hand that no card still out can beat in their suit."""
    out = unseen_heights(state, seat)
    return [card for card in state.hands[seat] if HIGHEST_ACE[card] > out[card.suit]]


def unseen_heights(state: CourtPieceState, seat: int) -> dict[str, int]:
    """By suit the height of the highest card that is neither in this hand nor played; 0 if there is none."""
    gone = {card for trick in state.tricks for card in trick.cards}
    gone.update(state.trick)
    gone.update(state.hands[seat])
    highest = dict.fromkeys(SUITS, 0)
    for suit, cards in _DOWN.items():
        for card in cards:
            if card not in gone:
                highest[suit] = HIGHEST_ACE[card]
                break
    return highest


_DOWN = {
    suit: sorted((card for card in HIGHEST_ACE if card.suit == suit), key=lambda card: -HIGHEST_ACE[card])
    for suit in SUITS
}


def sensible_card(state: CourtPieceState, seat: int) -> Card:
    """The card to play by rule of thumb."""
    cards = playable(state, seat)
    if len(cards) == 1:
        return cards[0]
    if not state.trick:
        return _lead(state, seat, cards)
    if cards[0].suit == state.trick[0].suit:
        return _follow(state, seat, cards)
    return _void(state, seat, cards)


def _lead(state: CourtPieceState, seat: int, cards: list[Card]) -> Card:
    trump, out = state.trump, unseen_heights(state, seat)
    sure = [card for card in cards if HIGHEST_ACE[card] > out[card.suit]]
    trumps = [card for card in cards if card.suit == trump]
    if out[trump] and len(trumps) >= 4:
        strong = [card for card in sure if card.suit == trump]
        if strong:
            return strong[0]
    side = [card for card in sure if card.suit != trump]
    if side:
        return min(side, key=lambda card: sum(other.suit == card.suit for other in cards))
    if sure and (not out[trump] or len(trumps) >= 4):
        return sure[0]
    plain = [card for card in cards if card.suit != trump] or cards
    longest = max(SUITS, key=lambda suit: sum(card.suit == suit for card in plain))
    return min((card for card in plain if card.suit == longest), key=HIGHEST_ACE.__getitem__)


def _standing(state: CourtPieceState) -> tuple[int, Card]:
    """Who is winning the trick, and with which card."""
    winner = winner_of(state.leader, state.trick, state.trump, state.options.step)
    return winner, state.trick[state.place_of(winner)]


def _follow(state: CourtPieceState, seat: int, cards: list[Card]) -> Card:
    winner, best = _standing(state)
    low = min(cards, key=HIGHEST_ACE.__getitem__)
    if best.suit != state.trick[0].suit:
        return low
    over = [card for card in cards if HIGHEST_ACE[card] > HIGHEST_ACE[best]]
    if not over:
        return low
    played = len(state.trick)
    if played == 3:
        return low if winner % 2 == seat % 2 else min(over, key=HIGHEST_ACE.__getitem__)
    out = unseen_heights(state, seat)[best.suit]
    sure = [card for card in over if HIGHEST_ACE[card] > out]
    if winner % 2 == seat % 2:
        return low if HIGHEST_ACE[best] > out or not sure or HIGHEST_ACE[best] >= 12 else sure[0]
    if sure:
        return min(sure, key=HIGHEST_ACE.__getitem__)
    return low if played == 1 else max(over, key=HIGHEST_ACE.__getitem__)


def _void(state: CourtPieceState, seat: int, cards: list[Card]) -> Card:
    winner, best = _standing(state)
    trump = state.trump
    throw = min(
        (card for card in cards if card.suit != trump),
        key=lambda card: (HIGHEST_ACE[card], sum(other.suit == card.suit for other in cards)),
        default=None,
    )
    ruffs = [card for card in cards if card.suit == trump]
    if best.suit == trump:
        ruffs = [card for card in ruffs if HIGHEST_ACE[card] > HIGHEST_ACE[best]]
    if throw is not None and (not ruffs or _partner_has_it(state, seat, winner, best)):
        return throw
    return min(ruffs or cards, key=HIGHEST_ACE.__getitem__)


def _partner_has_it(state: CourtPieceState, seat: int, winner: int, best: Card) -> bool:
    """Whether the trick is the partner's anyway."""
    if winner % 2 != seat % 2:
        return False
    return len(state.trick) == 3 or HIGHEST_ACE[best] > unseen_heights(state, seat)[best.suit]
