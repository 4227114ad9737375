"""The division of pots, computed without the state of the game.

A pot is a number of chips. A hand is given as its key, which stands for its strength: the greater key is the better
hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.anaconda import hand_stages
from games.anaconda.hand_stages import BOTH, HIGH, KEPT, LOW
from games.anaconda.options import AnacondaOptions
from games.cards import UNKNOWN, Card
from games.kit.betting import Pot
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import LOW_27, LOW_A5, LOW_A6, HandRanking, Key
from games.kit.showdown import list_best_seats, share_chips

LOWS: Mapping[str, HandRanking] = {"A5": LOW_A5, "A6": LOW_A6, "27": LOW_27}
EIGHT = 8


def get_low_ranking(options: AnacondaOptions) -> HandRanking:
    """Return the ranking of low hands. Rulebook: low.ace-to-five, low.compare."""
    return LOWS[options.low_system]


@cache
def _get_worst_qualifying_key(options: AnacondaOptions) -> Key | None:
    """Return the key of the worst low hand that qualifies, or None if all low hands do.

    In the ace-to-five ranking, this hand is eight, seven, six, five, and four. In other rankings, it is eight, seven,
    six, five, and three.
    """
    if options.low_qualifier == "none":
        return None
    fourth = 4 if options.low_system == "A5" else 3
    return get_low_ranking(options).compute_hand_key_from_ranks([EIGHT, 7, 6, 5, fourth], False)


def qualifies_for_low(low: Key, options: AnacondaOptions) -> bool:
    """Return whether a low hand can win the low half. `low` is the hand's key, which stands for its strength.

    Rulebook: low.no-qualifier.
    """
    worst = _get_worst_qualifying_key(options)
    return worst is None or low >= worst


def name_best_hand(cards: Sequence[Card], way: str, options: AnacondaOptions) -> str:
    """Return the name of the best five-card hand in these cards.

    It's "" if some cards are unknown, or if there are fewer than five. `way` is HIGH or LOW. If a low hand can't win
    under these house rules, “, too high” follows its name.
    """
    if UNKNOWN in cards or len(cards) < KEPT:
        return ""
    ranking = HIGH_RANKING if way == HIGH else get_low_ranking(options)
    key = ranking.find_best_key(cards)
    fails = way == LOW and not qualifies_for_low(key, options)
    return f"{ranking.name_hand_briefly(key)}{', too high' if fails else ''}"


class ScoredHand(NamedTuple):
    """A seat's hand: its strength (key) as a high hand and as a low hand, and the way it goes (high, low, or both)."""

    high: Key
    low: Key
    way: str


def build_scored_hand(cards: Sequence[Card], way: str, options: AnacondaOptions) -> ScoredHand:
    """Return these cards as a `ScoredHand`: their strength as a high hand and as a low hand, and the way they go.

    The way is `way` (high, low, or both) if players declare. Otherwise, it's both, or high if low isn't played. If some
    of the cards are unknown, the hand counts as worse than any other.
    """
    if not hand_stages.has_declaration(options):
        way = HIGH if options.high_only else BOTH
    if UNKNOWN in cards:
        return ScoredHand((), (), way)
    return ScoredHand(HIGH_RANKING.compute_hand_key(cards), get_low_ranking(options).compute_hand_key(cards), way)


class PotSplit(NamedTuple):
    """The division of a pot: who won high and low, what each seat gets, and the chips left over."""

    pot: Pot
    high: tuple[int, ...]
    low: tuple[int, ...]
    gains: Mapping[int, int]
    rest: int

    @property
    def is_undivided(self) -> bool:
        """Whether the whole pot goes to the same seats, instead of being divided between high and low."""
        return not self.high or not self.low or self.high == self.low


def split_pot(pot: Pot, hands: Mapping[int, ScoredHand], options: AnacondaOptions, order: Sequence[int]) -> PotSplit:
    """Return how a pot is divided among the hands of the seats that can win it.

    `order` has the seats from the dealer's left. House rules say whether chips that can't be divided are left over or
    go to winners. The order can decide which winners get them.

    Rulebook: split.halves, split.odd-chip, split.ties, split.one-direction, declare.both.
    """
    able = {seat: hands[seat] for seat in order if seat in pot.seats}
    high, low = list_high_and_low_winners(able, options)
    odd = options.odd_chip != "leave"
    if not high or not low or high == low:
        gains, rest = share_chips(pot.chips, high or low, odd)
        return PotSplit(pot, high, low, gains, rest)
    half, left = divmod(pot.chips, 2)
    to_high = int(left and odd and (options.odd_chip == HIGH or order.index(high[0]) <= order.index(low[0])))
    to_low = left * odd - to_high
    highs, above = share_chips(half + to_high, high, odd)
    lows, below = share_chips(half + to_low, low, odd)
    gains = {seat: highs.get(seat, 0) + lows.get(seat, 0) for seat in able if seat in high or seat in low}
    return PotSplit(pot, high, low, gains, above + below + left * (not odd))


def list_high_and_low_winners(
    hands: Mapping[int, ScoredHand], options: AnacondaOptions
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a pair: the seats that win high and the seats that win low. One of the two can be empty."""
    if not hand_stages.has_declaration(options):
        return _list_best_hand_seats(hands, hands, options)
    bold = [seat for seat, hand in hands.items() if hand.way == BOTH]
    if bold:
        high, low = _list_best_hand_seats(_filter_hands_by_way(hands, HIGH), _filter_hands_by_way(hands, LOW), options)
        alone = options.declare_both == "must-win-both"
        failed = [seat for seat in bold if not (_has_won_half(seat, high, alone) and _has_won_half(seat, low, alone))]
        left = {seat: hand for seat, hand in hands.items() if seat not in failed}
        hands = left or hands
    return _list_best_hand_seats(_filter_hands_by_way(hands, HIGH), _filter_hands_by_way(hands, LOW), options)


def _filter_hands_by_way(hands: Mapping[int, ScoredHand], way: str) -> dict[int, ScoredHand]:
    """Return the hands that go this way, including those that go both ways."""
    return {seat: hand for seat, hand in hands.items() if hand.way == way or hand.way == BOTH}


def _list_best_hand_seats(
    highs: Mapping[int, ScoredHand], lows: Mapping[int, ScoredHand], options: AnacondaOptions
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a pair: the seats with the best hands of `highs` for high, and those with the best of `lows` for low.

    If no low hand qualifies, no seat wins low. If there are no high hands either, the best low hand wins although it
    doesn't qualify.
    """
    high = list_best_seats({seat: hand.high for seat, hand in highs.items()}) if highs else ()
    if options.high_only:
        return high, ()
    worst = _get_worst_qualifying_key(options)
    counting = {seat: hand.low for seat, hand in lows.items() if worst is None or hand.low >= worst}
    if not counting and not high:
        counting = {seat: hand.low for seat, hand in lows.items()}
    return high, list_best_seats(counting) if counting else ()


def _has_won_half(seat: int, winners: Sequence[int], alone: bool) -> bool:
    return seat in winners and (not alone or len(winners) == 1)
