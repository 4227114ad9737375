"""Positions for puzzles: deals that bots play for a while and whose hidden cards are then changed.

A scene is a complete state. Its hidden cards trade places with cards of seat 0, so that seat 0 has the cards that a
puzzle needs. The deck stays complete, and each player holds as many cards as in real play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from games.cards import JOKER, Card, get_card, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Setup, VoidPuzzle
from games.engine.state import DEALER
from games.kit.melds import Meld, list_physical_cards, order_meld
from games.kit.rummy import build_discard_move
from games.vazhushal.bots import choose_quick_move
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import build_setup
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState


class CardOutOfReach(VoidPuzzle):
    """Raised if a puzzle's scene needs a card that can't be moved from its place."""


@dataclass
class Scene:
    """The state of a deal that is being prepared for a puzzle. Methods give seat 0 the cards that are needed.

    `dealt` is True while the dealer's first card is still the oldest card of the line. Methods raise CardOutOfReach if
    a card can't be moved to its new place.
    """

    state: VazhushalState
    rng: Random
    dealt: bool
    kept: Counter[Card] = field(default_factory=Counter)
    """Hand cards of seat 0 that have to stay in the hand."""

    def copy(self) -> Scene:
        """Return an independent copy of the scene."""
        return Scene(self.state.copy(), self.rng, self.dealt, self.kept.copy())

    # -- moving cards ----------------------------------------------------------------------------

    def list_spare_cards(self, seat: int = 0) -> list[Card]:
        """Return the cards in a seat's hand that can be traded for other cards.

        For seat 0, these are the cards that it doesn't have to keep (`kept`). For another seat, these are the cards
        that no other player knows.
        """
        fixed = Counter(self.state.known[seat]) if seat else self.kept
        return list((Counter(self.state.hands[seat]) - fixed).elements())

    def pick_wild_card(self) -> Card:
        """Return a random wild card that is hidden or can leave the hand. Raises CardOutOfReach if there is none."""
        spare = self.list_spare_cards()
        wild = [card for card in sort_cards(self.state.wilds) if card in spare or self._find_hidden_card(card)]
        if not wild:
            raise CardOutOfReach
        return self.rng.choice(wild)

    def require_cards_not_wild(self, cards: Iterable[Card]) -> None:
        """Raise CardOutOfReach if any of these cards is wild."""
        if any(card in self.state.wilds for card in cards):
            raise CardOutOfReach

    def give_cards(self, cards: Iterable[Card]) -> None:
        """Give these cards to seat 0 in exchange for others, and mark them as cards to keep. Raises CardOutOfReach."""
        for card in list_physical_cards(cards):
            if self.state.hands[0].count(card) <= self.kept[card]:
                self._trade_card(self.list_spare_cards(), card)
            self.kept[card] += 1

    def remove_cards(self, cards: Iterable[Card]) -> None:
        """Exchange these cards in seat 0's hand for others, except cards that it has to keep. Raises CardOutOfReach."""
        state, unwanted = self.state, set(cards)
        for card in [card for card in self.list_spare_cards() if card in unwanted]:
            in_hands = [other for seat in range(1, state.seats) for other in self.list_spare_cards(seat)]
            harmless = [other for other in [*state.stock[state.seen :], *in_hands] if other not in unwanted]
            if not harmless:
                raise CardOutOfReach
            self._trade_card([card], self.rng.choice(harmless))

    def lay_meld(self, meld: Meld, seat: int = 0) -> None:
        """Put a meld on the table for a seat, with cards from its hand or with hidden cards. Raises CardOutOfReach."""
        for card in list_physical_cards(meld):
            spare = self.list_spare_cards(seat)
            if card not in spare:
                self._trade_card(spare, card, seat)
            self.state.hands[seat].remove(card)
        self.state.melds[seat].append(order_meld(meld))

    def clear_table(self) -> None:
        """Move the melds of seat 0 back into its hand."""
        self.state.hands[0] += list_meld_cards(self.state.melds[0])
        self.state.melds[0] = []

    def set_line_card(self, depth: int, card: Card) -> None:
        """Put this card into the line as the deepest card of a wipe of `depth` cards. Raises CardOutOfReach."""
        line, hand = self.state.line, self.state.hands[0]
        if not 1 <= depth <= len(line):
            raise CardOutOfReach
        if line[-depth] is not card and card in self.list_spare_cards():
            hand[hand.index(card)], line[-depth] = line[-depth], card
        elif line[-depth] is not card:
            self._replace_card(line, len(line) - depth, card)

    def set_oldest_line_card(self, card: Card, dealt: bool) -> None:
        """Make this the oldest card of the line: the dealer's first card if `dealt`, or else a discard.

        Raises CardOutOfReach.
        """
        self.set_line_card(len(self.state.line), card)
        self.dealt = dealt
        self.state.starter = dealt and card in self.state.wilds

    def make_joker_negative(self) -> None:
        """Make a printed joker the negative joker. Raises CardOutOfReach."""
        state = self.state
        where = self._find_hidden_card(JOKER)
        if state.negative is None or where is None or state.options.neg_printed == "redraw":
            raise CardOutOfReach
        where[0][where[1]] = state.negative
        if state.options.neg_drawable:
            state.stock[state.seen - 1] = JOKER
        state.set_negative_joker(JOKER)

    def shorten_line(self, number: int) -> None:
        """Keep only the newest `number` cards of the line, and move the others under the stock."""
        state = self.state
        gone = len(state.line) - number
        if gone > 0:
            state.stock[state.seen : state.seen] = state.line[:gone]
            del state.line[:gone]
            self.dealt = False

    def draw_from_stock(self) -> None:
        """Draw the top card of the stock for seat 0."""
        state = self.state
        state.phase, state.drawn = "table", "stock"
        state.hands[0].append(state.stock.pop())

    def set_hand_size(self, number: int) -> None:
        """Make seat 0 hold `number` cards, by moving cards to or from the stock. Raises CardOutOfReach."""
        state, hand = self.state, self.state.hands[0]
        while len(hand) > number:
            spare = self.list_spare_cards()
            if not spare:
                raise CardOutOfReach
            card = self.rng.choice(spare)
            hand.remove(card)
            state.stock.insert(self.rng.randint(state.seen, len(state.stock)), card)
        while len(hand) < number:
            if len(state.stock) <= state.seen:
                raise CardOutOfReach
            hand.append(state.stock.pop())

    def _find_hidden_card(self, card: Card, but: int = 0) -> tuple[list[Card], int] | None:
        """Return where a copy of this card is hidden from seat 0, or None if no copy is hidden.

        The result is a pair: the list that has the card (the stock or a hand), and its index there. Hidden copies in
        the hand of seat `but` don't count.
        """
        state = self.state
        for place in range(state.seen, len(state.stock)):
            if state.stock[place] is card:
                return state.stock, place
        for seat in range(1, state.seats):
            if seat != but and Counter(state.hands[seat])[card] > Counter(state.known[seat])[card]:
                return state.hands[seat], state.hands[seat].index(card)
        return None

    def _replace_card(self, cards: list[Card], index: int, card: Card, seat: int = 0) -> None:
        """Swap the card at `index` with a hidden copy of `card` outside this seat's hand. Raises CardOutOfReach."""
        hidden = self._find_hidden_card(card, seat)
        if hidden is None:
            raise CardOutOfReach
        hidden[0][hidden[1]], cards[index] = cards[index], card

    def _trade_card(self, spare: Sequence[Card], card: Card, seat: int = 0) -> None:
        """Swap a random card of `spare` with a hidden copy of `card` outside this seat's hand.

        `spare` has cards from the seat's hand. Raises CardOutOfReach.
        """
        if not spare:
            raise CardOutOfReach
        hand = self.state.hands[seat]
        self._replace_card(hand, hand.index(self.rng.choice(spare)), card, seat)

    def build_setup(self, **more: object) -> Setup:
        """Return the setup of a puzzle with everything that seat 0 can see in the scene.

        The setup can be loaded under any house rules. Other keyword arguments are added to it.
        """
        setup = build_setup(self.state, **more)
        setup["position"]["starter"] = self.dealt and bool(self.state.line)
        return setup


# -- deals played on -----------------------------------------------------------------------------


def _deal_cards(rng: Random, options: Options, seats: int) -> VazhushalState:
    """Return the state at the first turn of a random deal. Players who could ask for a redeal don't."""
    state = RULES.start_match(options, seats)
    while state.waiting == (DEALER,):
        RULES.apply_move(state, DEALER, RULES.draw_dealer_move(state, rng))
        if state.phase == "redeal":
            state.waiting = (state.turn,)
            while state.phase == "redeal":
                RULES.apply_move(state, state.waiting[0], Move("keep"))
    return state


def play_turns_to_scene(rng: Random, options: Options, seats: int, turns: int, closed: bool = False) -> Scene:
    """Return a scene in which seat 0 is about to draw, after at least `turns` turns of sensible play.

    If the deal is short, there can be fewer turns. If `closed`, seat 0 neither melds nor wipes.
    """
    while True:
        state, dealt = _deal_cards(rng, options, seats), True
        turns = min(turns, len(state.stock) * 2 // 3)
        while not state.is_between_deals and state.waiting and state.phase in ("draw", "table"):
            seat, limit = state.waiting[0], state.options.line_limit
            if state.phase == "draw" and seat == 0 and state.turns >= turns and not state.forced and state.stock:
                return Scene(state, rng, dealt)
            loses_oldest = limit and len(state.line) >= limit and state.options.line_overflow == "oldest"
            move = choose_quick_move(state, seat, rng)
            if closed and seat == 0 and not state.forced:
                if state.phase == "draw":
                    move = Move("stock")
                elif move.verb != "discard":
                    move = build_discard_move(_pick_least_useful_card(state))
            RULES.apply_move(state, seat, move)
            if not state.line or (move.verb == "discard" and loses_oldest):
                dealt = False


def _pick_least_useful_card(state: VazhushalState) -> Card:
    hand = state.hands[0]
    return min(hand, key=lambda card: (card in state.wilds, _count_related_cards(card, hand)))


def _count_related_cards(card: Card, hand: Sequence[Card]) -> int:
    same_suit = sum(2 for other in hand if other.suit == card.suit and 0 < abs(other.rank - card.rank) < 3)
    return same_suit + sum(1 for other in hand if other.rank == card.rank)


# -- pieces --------------------------------------------------------------------------------------


def pick_random_run(rng: Random, size: int, suit: str = "") -> Meld:
    """Return a random run of `size` cards."""
    low = rng.randint(1, 15 - size)
    suit = suit or rng.choice("CDHS")
    return tuple(get_card(rank, suit) for rank in range(low, low + size))


def pick_random_set(rng: Random, size: int, rank: int = 0) -> Meld:
    """Return a random set of `size` cards."""
    rank = rank or rng.randint(1, 13)
    return tuple(get_card(rank, suit) for suit in sorted(rng.sample("CDHS", size)))


def replace_card_by_wild(rng: Random, meld: Meld, wild: Card) -> Meld:
    """Return the meld after the wild card takes the place of one of its cards, chosen at random."""
    place = rng.randrange(len(meld))
    return (*meld[:place], wild.substitute_for(meld[place]), *meld[place + 1 :])
