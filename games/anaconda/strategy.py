"""Rules of thumb for Anaconda: which cards to keep, which way to go, and how strong a hand is.

Nothing here uses other players' cards. Strengths run from 0 to 1: the chance to beat one other hand that goes the same
way. The *potential* of cards is the strength to expect while more cards are to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from games.anaconda.hand_stages import DEALT, HIGH, KEPT, LOW
from games.anaconda.options import AnacondaOptions
from games.anaconda.scoring import get_low_ranking, qualifies_for_low
from games.anaconda.verbs import list_position_choices
from games.cards import PACK, SUITS, Card
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import Key

ACE = 14
VALUE: Mapping[Card, int] = {card: ACE if card.rank == 1 else card.rank for card in PACK}
SUIT: Mapping[Card, int] = {card: SUITS.index(card.suit) for card in PACK}
MADE_HIGH = (0.01, 0.02, 0.1, 0.36, 0.43, 0.58, 0.68, 0.93, 0.99)
"""The strength of each kind of high hand, from high cards to the straight flush."""
MADE_LOW = {5: 0.97, 6: 0.86, 7: 0.7, 8: 0.52, 9: 0.3, 10: 0.12, 11: 0.03, 12: 0.02}
"""The strength of a low hand without a pair by its highest card, where 5-4-3-2-A is best."""
FOUR_LOW = {4: 0.72, 5: 0.68, 6: 0.6, 7: 0.48, 8: 0.34, 9: 0.19, 10: 0.08}
THREE_LOW = {3: 0.44, 4: 0.42, 5: 0.4, 6: 0.35, 7: 0.27, 8: 0.18}
"""The potential of three low cards, by the highest of them. FOUR_LOW has the same for four low cards."""
SHIFT = {"A5": 0, "A6": 1, "27": 2}
"""For each low ranking: how many ranks the highest card of the best low hand is above the five."""
Pair = tuple[int, int]
"""A card as numbers: its rank from 2 to 14, and its suit."""


# -- what cards promise ------------------------------------------------------------------------------------


def list_value_suit_pairs(cards: Iterable[Card]) -> list[Pair]:
    return [(VALUE[card], SUIT[card]) for card in cards]


def estimate_high_potential(cards: Sequence[Pair]) -> float:
    """Return the strength that a high hand with these cards can be expected to have after more cards come.

    Each card is given as a pair of its rank (2 to 14) and its suit.
    """
    ranks, suits, ranks_held = [0] * 15, [0] * 4, 0
    for rank, suit in cards:
        ranks[rank] += 1
        suits[suit] += 1
        ranks_held |= 1 << rank
    most = max(ranks)
    lift = (14 - ranks[::-1].index(most)) / 200
    if most == 4:
        return 0.93 + lift
    pairs = ranks.count(2)
    if most == 3:
        return (0.68 if pairs or ranks.count(3) > 1 else 0.54) + lift
    chance = (0.4 if pairs > 1 else 0.18) + lift if most == 2 else lift / 2
    return max(chance, _FLUSH[max(suits)], _estimate_straight_potential(ranks_held))


_FLUSH = (0.0, 0.0, 0.0, 0.0, 0.3, 0.42, 0.44, 0.45)


@cache
def _estimate_straight_potential(there: int) -> float:
    """Return the strength that a hand can be expected to have if its cards are kept for a straight.

    `there` is a number with a bit for each rank that the cards have, such as bit 14 for an ace.
    """
    there |= there >> ACE << 1 & 2
    best = max((there >> low & 31).bit_count() for low in range(1, 11))
    return {4: 0.2, 5: 0.3}.get(best, 0.0)


def estimate_low_potential(cards: Sequence[Pair], system: str) -> float:
    """Return the strength that a low hand with these cards can be expected to have after more cards come.

    Each card is given as a pair of its rank (2 to 14) and its suit. `system` is the ranking of low hands: A5, A6, or
    27.
    """
    shift = SHIFT[system]
    ace = ACE if shift == 2 else 1
    ranks = sorted({ace if rank == ACE else rank for rank, _ in cards})
    if len(ranks) >= KEPT and (shift == 0 or ranks[KEPT - 1] - ranks[0] > KEPT - 1):
        return MADE_LOW.get(max(KEPT, ranks[KEPT - 1] - shift), 0.01)
    if len(ranks) >= 4:
        return FOUR_LOW.get(max(4, ranks[3] - shift), 0.03)
    if len(ranks) >= 3:
        return THREE_LOW.get(max(3, ranks[2] - shift), 0.02)
    return 0.02


def estimate_potential(cards: Sequence[Pair], options: AnacondaOptions) -> float:
    """Return the potential of cards: the strength of hand that can be expected from them after more cards come.

    It's that of the better way (high or low), plus a little for the other way if low is played. Each card is given as a
    pair of its rank (2 to 14) and its suit.
    """
    high = estimate_high_potential(cards)
    if options.high_only:
        return high
    low = estimate_low_potential(cards, options.low_system)
    return max(high, low) + 0.1 * min(high, low)


class PassChoice(NamedTuple):
    """A way to choose cards for a pass: the cards that stay, the cards given, and the potential of those that stay."""

    stay: tuple[Card, ...]
    given: tuple[Card, ...]
    worth: float


def rank_pass_choices(hand: tuple[Card, ...], number: int, options: AnacondaOptions, most: int) -> list[PassChoice]:
    """Return the best ways to choose `number` cards of `hand` for a pass, at most `most` of them, the best first."""
    counted = list_value_suit_pairs(hand)
    tried = (
        (estimate_potential([counted[place] for place in places], options), places)
        for places in list_position_choices(DEALT - number)
    )
    return [
        PassChoice(
            tuple([hand[place] for place in places]),
            tuple([card for place, card in enumerate(hand) if place not in places]),
            worth,
        )
        for worth, places in nlargest(most, tried, key=itemgetter(0))
    ]


@lru_cache(maxsize=8192)
def choose_pass(hand: tuple[Card, ...], number: int, options: AnacondaOptions) -> PassChoice:
    """Return the best way, by rules of thumb, to choose `number` cards of `hand` for a pass."""
    return rank_pass_choices(hand, number, options, 1)[0]


# -- made hands --------------------------------------------------------------------------------------------


def compute_high_strength(key: Key) -> float:
    """Return the strength of a high hand from 0 to 1, by its kind and highest rank, which `key` begins with."""
    place = key[0]
    below = MADE_HIGH[place]
    above = MADE_HIGH[place + 1] if place + 1 < len(MADE_HIGH) else 1.0
    return below + (above - below) * (key[1] - 2) / 13


def compute_low_strength(key: Key, options: AnacondaOptions) -> float:
    """Return the strength of a low hand from 0 to 1, by its two highest cards.

    `key` is the hand's key in its ranking. The strength is 0 if the hand is too high to win under these house rules, if
    it has a pair, or if it's a straight or flush and these count against it.
    """
    if key[0] or not qualifies_for_low(key, options):
        return 0.0
    shift = SHIFT[options.low_system]
    top = -key[1] - shift
    chance, better = MADE_LOW.get(top, 0.01), MADE_LOW.get(top - 1, 1.0)
    return chance + (better - chance) * max(0, (top - 1 + key[2]) / max(top, 1)) * 0.6


@lru_cache(maxsize=8192)
def find_best_high(hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], Key]:
    """Return the best five-card high hand in these cards, and its key, which stands for its strength."""
    five = HIGH_RANKING.choose_best_hand(hand)
    return five, HIGH_RANKING.compute_hand_key(five)


@lru_cache(maxsize=8192)
def find_best_low(hand: tuple[Card, ...], options: AnacondaOptions) -> tuple[tuple[Card, ...], Key]:
    """Return the best five-card low hand in these cards, and its key, which stands for its strength."""
    ranking = get_low_ranking(options)
    five = ranking.choose_best_hand(hand)
    return five, ranking.compute_hand_key(five)


def compute_strength_by_way(hand: tuple[Card, ...], options: AnacondaOptions) -> dict[str, float]:
    """Return a dict with the strength of a hand for high and, unless only high is played, for low."""
    strengths = {HIGH: compute_high_strength(HIGH_RANKING.find_best_key(hand))}
    if not options.high_only:
        strengths[LOW] = compute_low_strength(get_low_ranking(options).find_best_key(hand), options)
    return strengths


# -- which card to hide ------------------------------------------------------------------------------------


def order_cards_for_showing(five: Sequence[Card], way: str, options: AnacondaOptions) -> list[Card]:
    """Return five cards in the order in which to show them; the last one stays hidden.

    The hidden card is the one without which the other four have the least potential. Rulebook: final.show-four.
    """
    hidden = min(five, key=lambda card: (_estimate_shown_potential(card, five, way, options), card.code))
    rest = [card for card in five if card is not hidden]
    rest.sort(key=lambda card: _get_showing_order_key(card, five, way))
    return [*rest, hidden]


def _estimate_shown_potential(card: Card, five: Sequence[Card], way: str, options: AnacondaOptions) -> float:
    """Return the potential of the other four cards if `card`, one of `five`, is hidden.

    The potential is the strength that can be expected of a hand with these cards: a low hand if `way` is low, otherwise
    a high hand.
    """
    rest = list_value_suit_pairs(other for other in five if other is not card)
    return estimate_low_potential(rest, options.low_system) if way == LOW else estimate_high_potential(rest)


def _get_showing_order_key(card: Card, five: Sequence[Card], way: str) -> tuple[int, str]:
    """Return a sort key that puts last the cards that tell most about the hand.

    For low, these are the lowest cards. For other ways, they are the cards that match others in rank.
    """
    alike = sum(other.rank == card.rank for other in five)
    return (-VALUE[card] if way == LOW else alike, card.code)
