"""A sensible player's judgments: how far the contract is, which cards help, and whom a discard helps.

These functions use only what a seat knows. The heuristics come from common practice and counting, not from a book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.cards import JOKER, PACK, UNKNOWN, Card, subtract_cards
from games.contract_rummy.contract_plans import find_contract_melds, find_plan
from games.contract_rummy.melds import Meld
from games.contract_rummy.possible_melds import list_fitting_cards, list_new_melds
from games.contract_rummy.scoring import get_card_points
from games.contract_rummy.state import ContractRummyState, build_full_deck
from games.contract_rummy.whole_hand_search import find_whole_hand_melds
from games.engine.work_limits import OutOfSteps

FEW = 4
"""A player who is down with fewer cards than this might soon go out."""
NEAR = 3
"""The largest distance in rank at which two cards of a suit can help each other."""


def count_unseen_cards(state: ContractRummyState, seat: int) -> Counter[Card]:
    """Return a counter of the cards that might still be in the stock, as far as this seat knows."""
    left = Counter(build_full_deck(state.options, state.seats))
    left.subtract(state.pile)
    left.subtract(card.base for _, _, meld in state.list_table_melds() for card in meld)
    left.subtract(state.hands[seat])
    for owner, known in enumerate(state.known):
        if owner != seat:
            left.subtract(known)
    del left[UNKNOWN]
    return +left


def count_missing_contract_cards(state: ContractRummyState, hand: Iterable[Card]) -> int:
    """Return how many cards this hand lacks for the contract."""
    return find_plan(hand, state.contract, state.law).lack


def count_unseen_helpful_cards(state: ContractRummyState, hand: Sequence[Card], lack: int, left: Counter[Card]) -> int:
    """Return how many of the unseen cards would bring this hand closer to its contract.

    `lack` is the number of cards that the hand lacks for the contract. `left` has the number of unseen copies of each
    card.
    """
    if not lack:
        return 0
    ranks = {card.rank for card in hand} if state.contract.sets else set()
    near = {(card.suit, card.rank + step) for card in hand for step in range(-NEAR, NEAR + 1)}
    near |= {(card.suit, 1) for card in hand if card.rank > 10} if state.contract.runs else set()
    number = left[JOKER]
    for card in PACK:
        near_by = card.rank in ranks or (state.contract.runs and (card.suit, card.rank) in near)
        if left[card] and near_by and find_plan([*hand, card], state.contract, state.law, below=lack).lack < lack:
            number += left[card]
    return number


def count_unseen_completing_cards(state: ContractRummyState, hand: Sequence[Card], left: Counter[Card]) -> int:
    """Return how many of the unseen cards would complete an all-or-nothing hand.

    `left` has the number of unseen copies of each card.
    """
    return sum(number for card, number in left.items() if can_lay_all_or_nothing(state, [*hand, card]))


def can_lay_all_or_nothing(state: ContractRummyState, hand: Sequence[Card]) -> bool:
    """Return whether these cards can be melded as an all-or-nothing hand. If the search is too long, False."""
    try:
        return find_whole_hand_melds(hand, state.contract, state.law, state.options.spare_card_limit) is not None
    except OutOfSteps:
        return False


def list_spare_cards(state: ContractRummyState, hand: Sequence[Card], lack: int) -> list[Card]:
    """Return the cards that the contract doesn't need.

    `lack` is the number of cards that the hand lacks for the contract. If the contract needs every card, return all
    cards that aren't wild, or all cards if every card is wild.
    """
    kinds = list(dict.fromkeys(hand))
    spare = [
        card
        for card in kinds
        if find_plan(subtract_cards(hand, [card]), state.contract, state.law, lack + 1).lack <= lack
    ]
    return spare or [card for card in kinds if card not in state.law.wilds] or kinds


def rate_meld_partners(state: ContractRummyState, hand: Sequence[Card], card: Card) -> int:
    """Return a rating of how well this card fits the rest of the hand; higher is better.

    Each other card that could be in a contract meld with this card counts 2.
    """
    number = 0
    for other in hand:
        if other is card or not other.rank or other in state.law.wilds:
            continue
        if state.contract.sets and other.rank == card.rank:
            number += 2
        if state.contract.runs and other.suit == card.suit and 0 < abs(other.rank - card.rank) <= NEAR:
            number += 2
    return number + 2 * (hand.count(card) - 1) * bool(state.contract.sets)


def can_lay_off_card(state: ContractRummyState, card: Card) -> bool:
    """Return whether this card could be laid off on a meld on the table."""
    wild = [card] if card in state.law.wilds else []
    return any(
        next(list_fitting_cards(state.law, meld, {card: None}, wild), None) for _, _, meld in state.list_table_melds()
    )


def rate_discard_danger(state: ContractRummyState, seat: int, card: Card) -> float:
    """Return a rating of how much this discard might help the next player, from 0; higher is worse."""
    after = (seat + 1) % state.seats
    if state.is_all_or_nothing or (state.is_down(after) and not state.options.down_may_take_discard):
        return 0.0
    if state.is_down(after):
        return 14.0 if can_lay_off_card(state, card) else 0.0
    known = state.known[after]
    near = sum(other.rank == card.rank for other in known) if state.contract.sets else 0
    if state.contract.runs:
        near += sum(other.suit == card.suit and abs(other.rank - card.rank) <= NEAR for other in known)
    return 3.0 * near


def is_opponent_near_going_out(state: ContractRummyState, seat: int) -> bool:
    """Return whether another player might soon go out."""
    return any(state.is_down(other) and len(state.hands[other]) < FEW for other in range(state.seats) if other != seat)


def get_card_cost(state: ContractRummyState, card: Card) -> int:
    """Return the penalty points for this card if it's left in the hand at the end."""
    return get_card_points(state.options, card)


def choose_contract_melds(state: ContractRummyState, seat: int) -> list[Meld] | None:
    """Return melds for the contract that leave few hard-to-place cards, or None if it can't be melded.

    Some ways to meld the contract are compared, not all of them.
    """
    hand = state.hands[seat]
    found = find_contract_melds(hand, state.contract, state.law)
    if found is None:
        return None
    choices = [found]
    for card in dict.fromkeys(hand):
        other = find_contract_melds(subtract_cards(hand, [card]), state.contract, state.law)
        if other is not None and other not in choices:
            choices.append(other)
    return min(choices, key=lambda melds: rate_contract_melds(state, seat, melds))


def rate_contract_melds(state: ContractRummyState, seat: int, melds: Sequence[Meld]) -> tuple[int, int]:
    """Return a rating of these contract melds as a pair of numbers; lower is better.

    The first number is how many of the remaining cards would be hard to get rid of, and the second is the points of all
    remaining cards.
    """
    after = state.copy()
    after.melds[seat] = list(melds)
    rest = subtract_cards(state.hands[seat], [card.base for meld in melds for card in meld])
    stuck = list_unmeldable_cards(after, rest)
    return len(stuck), sum(get_card_cost(state, card) for card in rest)


def list_unmeldable_cards(state: ContractRummyState, hand: Sequence[Card]) -> list[Card]:
    """Return the cards of a hand that can't be melded or laid off once the contract is on the table.

    They fit no meld on the table. Where new melds are allowed, they also aren't in the longest new meld that the hand
    can make.
    """
    left = [card for card in hand if not can_lay_off_card(state, card)]
    if state.options.further_melds:
        meld = max(list_new_melds(state.law, left), key=len, default=())
        left = subtract_cards(left, [card.base for card in meld])
    return left
