"""Estimates of the share of the pot that a seat wins. They use only cards that the seat sees.

So the states that these functions take can have unknown cards (`?`) in other players' hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.anaconda import hand_stages
from games.anaconda.hand_stages import BOTH, HIGH, KEPT, LOW
from games.anaconda.options import AnacondaOptions
from games.anaconda.scoring import ScoredHand, build_scored_hand, get_low_ranking
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import (
    choose_pass,
    compute_high_strength,
    compute_low_strength,
    compute_strength_by_way,
    find_best_high,
    find_best_low,
)
from games.anaconda.verbs import list_pass_sizes
from games.cards import PACK, UNKNOWN, Card
from games.engine.work_limits import spend_steps
from games.kit.poker import HIGH as HIGH_RANKING

THAT_STAY = 0.7
"""The assumed fraction of the remaining rivals who stay in until the showdown."""
BETTER_THAN_LUCK = 3
"""The rival chose which card to hide, so it's assumed to be as good as the best of this many random cards."""


def list_five_card_hands(cards: Sequence[Card], shown: int = 0) -> list[tuple[Card, ...]]:
    """Return all hands of five among these cards that include the first `shown` cards."""
    first = tuple(cards[:shown])
    return [(*first, *more) for more in combinations(cards[shown:], KEPT - shown)]


def choose_five_to_keep(hand: Sequence[Card], way: str, options: AnacondaOptions) -> tuple[Card, ...]:
    """Return the five cards to keep if the seat goes this way: high, low, or both.

    For both ways, they are the five cards that are strongest when high and low are combined.
    """
    cards = tuple(hand)
    if way == HIGH:
        return find_best_high(cards)[0]
    if way == LOW:
        return find_best_low(cards, options)[0]
    return max(list_five_card_hands(cards), key=lambda five: compute_both_ways_strength(five, options))


def compute_both_ways_strength(five: Sequence[Card], options: AnacondaOptions) -> float:
    """Return a rating of five cards for a player who goes both high and low; higher is better.

    It combines the strength of the high hand and that of the low hand, each from 0 to 1. If players declare, it's their
    product. Otherwise, it's the greater one plus half of the other.
    """
    high = compute_high_strength(HIGH_RANKING.compute_hand_key(five))
    low = compute_low_strength(get_low_ranking(options).compute_hand_key(five), options)
    return high * low if hand_stages.has_declaration(options) else max(high, low) + 0.5 * min(high, low)


def choose_way_for_seat(state: AnacondaState, seat: int) -> str:
    """Return which way a seat goes with its hand: high, low, or both.

    It's the way that the seat has declared, or else the better of high and low. Under house rules without declarations,
    it's both, or high if low isn't played.
    """
    return choose_way_for_cards(state, seat, state.hands[seat])


def choose_way_for_cards(state: AnacondaState, seat: int, cards: Sequence[Card]) -> str:
    """Return which way a seat goes if it has these cards: high, low, or both.

    It's the way that the seat has declared, or else the better of high and low. Under house rules without declarations,
    it's both, or high if low isn't played.
    """
    options = state.options
    if state.declared[seat] in (HIGH, LOW, BOTH):
        return state.declared[seat]
    if not hand_stages.has_declaration(options):
        return HIGH if options.high_only else BOTH
    strong = compute_strength_by_way(tuple(cards), options)
    return max(strong, key=lambda way: strong[way])


# -- rules of thumb ----------------------------------------------------------------------------------------


def estimate_pot_share(state: AnacondaState, seat: int) -> float:
    """Return an estimate of the share of the pot that a seat wins, from 0 to 1, by rules of thumb."""
    options, hand = state.options, tuple(state.hands[seat])
    rivals = [rival for rival in state.active_seats if rival != seat]
    passes = len(hand_stages.list_passes(options))
    if state.round <= passes and state.phase in ("bet", "pass"):
        return _estimate_undeclared_share(
            choose_pass(hand, sum(list_pass_sizes(state.next_pass)), options).worth, len(rivals), options
        )
    if not state.has_everyone_chosen_five and not any(state.declared[one] for one in rivals):
        return _estimate_undeclared_share(max(compute_strength_by_way(hand, options).values()), len(rivals), options)
    way = choose_way_for_seat(state, seat)
    ways = [HIGH, LOW] if way == BOTH else [way]
    return sum(_estimate_share_for_way(state, seat, goal, rivals) for goal in ways)


def _estimate_undeclared_share(strength: float, rivals: int, options: AnacondaOptions) -> float:
    """Return the share of the pot that a hand can expect before anyone has declared.

    `strength` is the strength of the hand from 0 to 1, and `rivals` the number of other active players.
    """
    staying = rivals * THAT_STAY
    if options.high_only:
        return float(strength**staying)
    return float(strength ** (staying / 2) * (0.5 + 0.5**rivals / 2))


def _estimate_share_for_way(state: AnacondaState, seat: int, way: str, rivals: Sequence[int]) -> float:
    """Return an estimate of the share of the pot, from 0 to 1, that a seat wins if it goes `way` (high or low).

    It depends on the way that each rival has declared, and on the cards that they show. `rivals` has the other seats
    that haven't folded.
    """
    options = state.options
    same = [
        rival for rival in rivals if state.declared[rival] in (way, BOTH) or not hand_stages.has_declaration(options)
    ]
    alone = hand_stages.has_declaration(options) and len(same) == len(rivals) and BOTH not in state.declared
    alone = (alone and all(state.declared[one] == way for one in rivals)) or options.high_only
    five = state.hands[seat] if len(state.hands[seat]) == KEPT else choose_five_to_keep(state.hands[seat], way, options)
    chance, mine = 1.0, build_scored_hand(five, way, options)
    for one in same:
        chance *= 1 - _estimate_chance_to_lose(state, mine, one, way)
    return chance * (1.0 if alone else 0.5)


def _estimate_chance_to_lose(state: AnacondaState, mine: ScoredHand, rival: int, way: str) -> float:
    """Return the probability that a rival's hand is better than `mine`, if both go `way` (high or low).

    If the rival shows fewer than four cards, the probability depends only on the strength of `mine`.
    """
    options, shown = state.options, state.shown_cards[rival]
    if len(shown) < hand_stages.SHOWN or UNKNOWN in shown:
        strength = compute_high_strength(mine.high) if way == HIGH else compute_low_strength(mine.low, options)
        return 1 - strength
    hand = state.hands[rival]
    hidden = list_unseen_cards(state) if hand[-1] is UNKNOWN else [hand[-1]]
    ranking = HIGH_RANKING if way == HIGH else get_low_ranking(options)
    own = mine.high if way == HIGH else mine.low
    spend_steps(len(hidden))
    better = sum(ranking.compute_hand_key((*shown, card)) > own for card in hidden) / len(hidden)
    return float(1 - (1 - better) ** (BETTER_THAN_LUCK if len(hidden) > 1 else 1))


def list_unseen_cards(state: AnacondaState) -> list[Card]:
    """Return the cards of the deck that don't appear in `state`, which has only what one seat knows."""
    seen = {*state.list_cards()}
    return [card for card in PACK if card not in seen]
