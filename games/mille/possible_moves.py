"""Ways to meld cards from the hand: taking the pile, new melds, and additions to the seat's own melds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import Card, sort_cards
from games.engine.move import Group
from games.mille.melds import SHORTEST, TWO, sort_meld
from games.mille.state import MilleState, has_enough_naturals, is_legal_meld

PAIR = 2
ENOUGH = {"no": PAIR, "one-card": 1, "none-needed": 0}
"""The number of natural hand cards needed to take the pile if the seat has melded their rank, by house rule."""


def count_cards_to_take_pile(state: MilleState, seat: int) -> int | None:
    """Return how many hand cards of the upcard's rank this seat needs to take the pile.

    The upcard is the top card of the pile. Returns None if the pile can't be taken with any cards. Rulebook:
    take.pile-pair, take.pile-hand-pair, take.two-with-twos.
    """
    card = state.upcard
    if card is None or not card.rank or (card.rank == TWO and not state.options.twos_take_two):
        return None
    return PAIR if state.find_meld_index(seat, card.rank) is None else ENOUGH[state.options.pile_matches_table]


def build_meld_with_upcard(state: MilleState, seat: int, cards: Sequence[Card]) -> Group:
    """Return the meld that the upcard and these hand cards make when the pile is taken.

    If the seat already has a meld of this rank, its cards are part of the result.
    """
    card = state.pile[-1]
    place = state.find_meld_index(seat, card.rank)
    own = () if place is None else state.melds[seat][place]
    return sort_meld((*own, card, *cards))


def has_card_left_to_discard(state: MilleState, seat: int, laid: int, taken: int = 0) -> bool:
    """Return whether a seat would still have a card to discard after a move, or needs none under these house rules.

    `laid` is the number of hand cards that it melds, and `taken` the number of cards that it takes into its hand.

    Rulebook: out.no-discard-needed.
    """
    return not state.options.out_discard or len(state.hands[seat]) - laid + taken > 0


def list_cards_to_take_pile(state: MilleState, seat: int) -> Iterator[Group]:
    """Yield each group of hand cards with which the seat can take the pile.

    First come all choices of the smallest number of cards that is enough, then all hand cards of the upcard's rank. For
    a two that can be taken without a pair, the group is empty.
    """
    if state.is_starter_two_takeable:
        yield ()
    fewest = count_cards_to_take_pile(state, seat)
    if fewest is None:
        return
    rank, below = state.pile[-1].rank, len(state.pile) - 1
    own = [card for card in state.hands[seat] if card.rank == rank]
    if len(own) < fewest:
        return
    tried = dict.fromkeys(combinations(sort_cards(own), fewest))
    for cards in (*tried, tuple(own)) if len(own) > fewest else tried:
        if has_card_left_to_discard(state, seat, len(cards), below) and is_legal_meld(
            state.options, build_meld_with_upcard(state, seat, cards)
        ):
            yield cards


def list_new_melds(state: MilleState, seat: int) -> Iterator[Group]:
    """Yield the cards of possible new melds, of ranks that the seat hasn't melded yet.

    If the hand has three or more cards of a rank, the melds are all of these cards, and just three of them. If it has
    fewer, the meld is these cards with enough wild twos to make three cards.
    """
    hand = state.hands[seat]
    most = len(hand) - state.options.out_discard
    ranks: dict[int, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank, []).append(card)
    ranks.pop(0, None)
    twos = ranks.get(TWO, [])
    for meld in state.melds[seat]:
        ranks.pop(meld[0].rank, None)
    for rank, own in ranks.items():
        number = len(own)
        if number >= SHORTEST:
            if number <= most:
                yield tuple(own)
            if number > SHORTEST:
                yield tuple(own[:SHORTEST])
        elif rank != TWO and len(twos) >= SHORTEST - number and most >= SHORTEST:
            wild = SHORTEST - number
            if has_enough_naturals(state.options, SHORTEST, wild):
                yield (*own, *twos[:wild])


def list_meld_additions(state: MilleState, seat: int) -> Iterator[tuple[int, Group]]:
    """Yield each lay-off of a single card, as a pair: the number of the seat's meld, and a group with the card.

    Melds are numbered from 1.
    """
    if not has_card_left_to_discard(state, seat, 1):
        return
    hand = dict.fromkeys(state.hands[seat])
    for number, meld in enumerate(state.melds[seat], 1):
        rank = meld[0].rank
        for card in hand:
            if card.rank == rank or (card.rank == TWO and is_legal_meld(state.options, (*meld, card))):
                yield number, (card,)
