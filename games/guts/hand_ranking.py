"""The ranking of hands in Guts under the house rules.

A hand's key stands for its strength: the larger key is the better hand, and tied hands have the same key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from math import comb

from games.cards import PACK, Card
from games.errors import BadPosition
from games.guts.options import GutsOptions
from games.kit.poker import ACE, THREE_FULL, THREE_SETS, TWO, HandRanking, Key

LOWLY = (0, 3, 2)
"""The key of a three and a two if house rules don't make them the best hand."""
ROYAL = (len(TWO.kinds), 3, 2)
"""The key of a three and a two if house rules make them the best hand."""


def get_hand_ranking(options: GutsOptions) -> HandRanking:
    """Return the ranking of hands under these house rules, as an object that compares and names hands.

    One house rule, which makes three and two the best hand, isn't part of it. `apply_three_two_rule` adds it.

    Rulebook: the clauses `rank.…`.
    """
    if options.cards == 2:
        return TWO
    return THREE_FULL if options.three_rank == "full" else THREE_SETS


def get_hand_key(cards: Iterable[Card], options: GutsOptions) -> Key:
    """Return the key of a hand: the larger, the better. Rulebook: rank.ladder.

    Raises BadPosition if some of the cards are unknown.
    """
    try:
        key = get_hand_ranking(options).compute_hand_key(cards)
    except KeyError:
        raise BadPosition("A hand with unknown cards can’t be compared.") from None
    return apply_three_two_rule(key, options) if options.lowly_top else key


def apply_three_two_rule(key: Key, options: GutsOptions) -> Key:
    """Return ROYAL, the highest key, if `key` is that of three and two and a house rule makes it the best hand.

    Otherwise, return `key`, which stands for the strength of a hand, unchanged.
    """
    return ROYAL if options.lowly_top and key == LOWLY and options.cards == 2 else key


def name_hand(key: Key, options: GutsOptions) -> str:
    """Return the name of the hand with this key, such as “a pair of kings” or “ace and nine”."""
    return get_hand_ranking(options).name_hand(LOWLY if key == ROYAL else key)


def name_hand_kind(key: Key, options: GutsOptions) -> str:
    """Return the kind of the hand with this key, such as “pair” or “high-card”."""
    return "three and two" if key == ROYAL and options.lowly_top else get_hand_ranking(options).get_hand_kind(key)


@cache
def count_hands_by_key(options: GutsOptions) -> dict[Key, int]:
    """Return how many different hands have each strength, as a dict from keys to numbers, with the best key first."""
    order, found = get_hand_ranking(options), dict[Key, int]()
    if options.cards == 2:
        for high in range(2, ACE + 1):
            found[order.compute_hand_key_from_ranks((high, high), False)] = comb(4, 2)
            for low in range(2, high):
                found[order.compute_hand_key_from_ranks((high, low), False)] = 16
    else:
        for hand in combinations(PACK, 3):
            key = order.compute_hand_key(hand)
            found[key] = found.get(key, 0) + 1
    counted = {apply_three_two_rule(key, options): number for key, number in found.items()}
    return dict(sorted(counted.items(), reverse=True))


@cache
def compute_better_shares(options: GutsOptions) -> dict[Key, float]:
    """Return a dict from each key to the share of all hands that are better, from 0 to 1. Tied hands count half."""
    above, shares = 0.0, {}
    whole = sum(count_hands_by_key(options).values())
    for key, number in count_hands_by_key(options).items():
        shares[key] = (above + number / 2) / whole
        above += number
    return shares


def count_possible_rival_hands(cards: Sequence[Card], options: GutsOptions) -> Counter[Key]:
    """Return how many hands of each strength another player can hold, by key, if one player holds `cards`.

    Others can't hold these cards: if a hand has two aces, hardly anyone else has a pair of aces.
    """
    counts = Counter(count_hands_by_key(options))
    others = [card for card in PACK if card not in cards]
    for number in range(1, len(cards) + 1):
        for held, rest in product(combinations(cards, number), combinations(others, len(cards) - number)):
            counts[get_hand_key((*held, *rest), options)] -= 1
    return counts
