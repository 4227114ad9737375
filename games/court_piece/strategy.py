"""Sensible play by rule of thumb: the suit to call, and the card to play. It uses only what the seat knows.

For speed, cards are numbers here: each suit is a bit mask in which bit 0 is the two and bit 12 is the ace. The highest
card of a mask is its bit length, so comparing two lengths tells whether an unseen card beats yours.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import SUITS, Card, get_card
from games.court_piece.state import SEATS, TRICKS, CourtPieceState
from games.engine.work_limits import spend_steps
from games.kit.tricks import HIGHEST_ACE

HONOURS = {14: 4.5, 13: 3.0, 12: 1.5, 11: 0.8, 10: 0.4}
LENGTH = 3.2
"""The worth of one more trump, on the scale of `HONOURS`."""
FULL = (1 << 13) - 1
QUEEN = 11
"""The bit length of a mask whose highest card is a queen."""
SUIT_NUMBER = {suit: number for number, suit in enumerate(SUITS)}
BIT = {card: 1 << (height - 2) for card, height in HIGHEST_ACE.items() if height}
CARD = {
    (number, 1 << (height - 2)): get_card(height, suit)
    for suit, number in SUIT_NUMBER.items()
    for height in range(2, 15)
}

Choice = tuple[int, int]
"""A card: the number of its suit, and its bit."""


def rate_trump_suit(hand: Iterable[Card], suit: str) -> float:
    """Return how good a suit would be as trump, as a number; higher is better.

    Its length counts most, then its high cards, then the aces of other suits.
    """
    worth = 0.0
    for card in hand:
        height = HIGHEST_ACE[card]
        if card.suit == suit:
            worth += LENGTH + HONOURS.get(height, 0.0)
        elif height == 14:
            worth += 1.0
    return worth


def choose_trump_suit(hand: Iterable[Card]) -> str:
    """Return the suit to choose as trump with these cards, as a letter such as “S”."""
    held = list(hand)
    return max(SUITS, key=lambda suit: rate_trump_suit(held, suit))


def choose_card(state: CourtPieceState, seat: int) -> Card:
    """Return the card to play by rule of thumb."""
    return CARD[BitmaskTricks(state).choose_card(seat)]


def is_unbeatable(state: CourtPieceState, seat: int, card: Card) -> bool:
    """Return whether no unseen card, as far as the seat knows, beats this card in its suit."""
    return BIT[card] > BitmaskTricks(state).get_unseen_mask(seat, SUIT_NUMBER[card.suit])


class BitmaskTricks:
    """The tricks of a hand in a fast form for playing out imagined deals.

    The cards that each seat holds, and those played, are bit masks by suit. Unknown cards are left out.
    """

    __slots__ = ("gone", "hands", "leader", "played", "step", "taken", "trick", "trump", "winners")

    def __init__(self, state: CourtPieceState) -> None:
        self.step: int = state.step
        self.trump = SUIT_NUMBER[state.trump] if state.trump else 0
        self.hands = [[0, 0, 0, 0] for _ in range(SEATS)]
        for seat, hand in enumerate(state.hands):
            for card in hand:
                if card.suit:
                    self.hands[seat][SUIT_NUMBER[card.suit]] |= BIT[card]
        self.gone = [0, 0, 0, 0]
        for trick in state.tricks:
            for card in trick.cards:
                self.gone[SUIT_NUMBER[card.suit]] |= BIT[card]
        self.trick: list[Choice] = []
        for card in state.trick:
            self.trick.append((SUIT_NUMBER[card.suit], BIT[card]))
            self.gone[SUIT_NUMBER[card.suit]] |= BIT[card]
        self.leader = state.leader
        self.winners = [trick.winner % 2 for trick in state.tricks]

    def copy(self) -> BitmaskTricks:
        new = BitmaskTricks.__new__(BitmaskTricks)
        new.step, new.trump, new.leader = self.step, self.trump, self.leader
        new.hands = [hand[:] for hand in self.hands]
        new.gone, new.trick, new.winners = self.gone[:], self.trick[:], self.winners[:]
        return new

    def get_unseen_mask(self, seat: int, suit: int) -> int:
        """Return a bit mask of the cards of a suit that are neither played nor in this seat's hand."""
        return FULL & ~(self.gone[suit] | self.hands[seat][suit])

    def play_card(self, seat: int, choice: Choice) -> None:
        """Play a card. If it completes the trick, record the winning side and clear the trick.

        `choice` is the card as a pair: the number of its suit, and its bit.
        """
        suit, bit = choice
        self.hands[seat][suit] &= ~bit
        self.gone[suit] |= bit
        if not self.trick:
            self.leader = seat
        self.trick.append(choice)
        if len(self.trick) == SEATS:
            place, _ = self.get_winning_card()
            self.leader = (self.leader + self.step * place) % SEATS
            self.winners.append(self.leader % 2)
            self.trick = []

    def get_seat_to_play(self) -> int:
        """Return the seat whose turn it is."""
        return (self.leader + self.step * len(self.trick)) % SEATS

    def get_winning_card(self) -> tuple[int, Choice]:
        """Return the winning card's position in the current trick, and the card as a pair of its suit and its bit."""
        best, place, trump = self.trick[0], 0, self.trump
        for number in range(1, len(self.trick)):
            played = self.trick[number]
            if (played[1] > best[1]) if played[0] == best[0] else played[0] == trump:
                best, place = played, number
        return place, best

    def play_out_hand(self) -> list[int]:
        """Play the remaining tricks by rule of thumb. Return the side that took each trick of the hand, in order."""
        spend_steps(2 * SEATS * (TRICKS - len(self.winners)))
        while len(self.winners) < TRICKS:
            seat = self.get_seat_to_play()
            self.play_card(seat, self.choose_card(seat))
        return self.winners

    # -- which card ------------------------------------------------------------------------------------

    def choose_card(self, seat: int) -> Choice:
        """Return the card that a sensible player would play for this seat."""
        if not self.trick:
            return self._choose_lead(seat)
        suit = self.trick[0][0]
        held = self.hands[seat][suit]
        return (suit, self._choose_following_card(seat, suit, held)) if held else self._choose_off_suit_card(seat)

    def _choose_lead(self, seat: int) -> Choice:
        """Return a card to lead: a sure trick (trump first if the seat has many), or else low from the longest suit."""
        own, trump = self.hands[seat], self.trump
        trumps_out, trumps = self.get_unseen_mask(seat, trump), own[trump]
        many = trumps.bit_count() >= 4
        boss = trumps > trumps_out
        if trumps_out and many and boss:
            return trump, _get_highest_bit(trumps)
        shortest = 14
        shortest_suit = -1
        for suit in range(4):
            held = own[suit]
            if suit != trump and held > self.get_unseen_mask(seat, suit) and held.bit_count() < shortest:
                shortest, shortest_suit = held.bit_count(), suit
        if shortest_suit >= 0:
            return shortest_suit, _get_highest_bit(own[shortest_suit])
        if trumps and boss and (many or not trumps_out):
            return trump, _get_highest_bit(trumps)
        longest = max((suit for suit in range(4) if suit != trump), key=lambda suit: own[suit].bit_count())
        suit = longest if own[longest] else trump
        return suit, own[suit] & -own[suit]

    def _choose_following_card(self, seat: int, suit: int, held: int) -> int:
        place, (best_suit, best) = self.get_winning_card()
        low = held & -held
        if best_suit != suit:
            return low
        over = held & ~((best << 1) - 1)
        if not over:
            return low
        played = len(self.trick)
        ours = (played - place) % 2 == 0
        if played == SEATS - 1:
            return low if ours else over & -over
        out = self.get_unseen_mask(seat, suit)
        sure = over & ~((1 << out.bit_length()) - 1)
        if ours:
            return low if best > out or not sure or best.bit_length() >= QUEEN else sure & -sure
        if sure:
            return sure & -sure
        return low if played == 1 else _get_highest_bit(over)

    def _choose_off_suit_card(self, seat: int) -> Choice:
        """Return the card that a seat plays if it can't follow suit: a low trump, or a low card of another suit.

        It doesn't trump if its partner is sure to win, or if no trump of its own would win, unless it has only trumps.
        """
        own, trump = self.hands[seat], self.trump
        place, (best_suit, best) = self.get_winning_card()
        ruffs = own[trump]
        if best_suit == trump:
            ruffs &= ~((best << 1) - 1)
        throw = min(
            ((held & -held, held.bit_count(), suit) for suit, held in enumerate(own) if held and suit != trump),
            default=None,
        )
        if throw is not None and (not ruffs or self._is_partner_winning(seat, place, best_suit, best)):
            return throw[2], throw[0]
        low = ruffs or own[trump]
        return trump, low & -low

    def _is_partner_winning(self, seat: int, place: int, suit: int, best: int) -> bool:
        """Return whether the partner's card is sure to win the current trick, as far as the seat knows.

        `place` is the position of the winning card in the trick so far, `suit` is its suit, and `best` is its bit.
        """
        played = len(self.trick)
        if (played - place) % 2:
            return False
        return played == SEATS - 1 or best > self.get_unseen_mask(seat, suit)


def _get_highest_bit(mask: int) -> int:
    return 1 << (mask.bit_length() - 1)
