"""The chance that a declared hand is there, for a player who knows only some of the cards.

A hand is there if all players' cards together make it. All chances are exact, except in the table
`list_ladder_chances`, which bots read thousands of times: for a hand in any suit, that table treats the four suits as
if they were independent.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from games.cards import SUITS, Card
from games.commune.hand_presence import STRAIGHTS, CardCounts, is_wild
from games.commune.ladder import SIZES, Declaration, get_ladder
from games.commune.options import CommuneOptions
from games.commune.state import build_full_deck

COPIES = 4
"""The number of cards of each rank in the deck."""


@lru_cache(maxsize=64)
def count_wilds(options: CommuneOptions) -> int:
    """Return how many cards of the whole deck are wild. Rulebook: deck.wilds."""
    return sum(is_wild(card, options) for card in build_full_deck(options))


class MissingCards(NamedTuple):
    """The cards that a suit lacks for a flush or a straight flush.

    `wild` is the number of missing cards for which only wild cards will do. `top` is 1 if the top card is missing,
    otherwise 0. `short` is the number of lower cards that are missing, and `lower` the number of unseen cards that can
    fill in for them.
    """

    wild: int
    top: int
    short: int
    lower: int


class Odds:
    """The chances that all players' cards together make a hand, from the view of one player.

    This player holds `own`. The other players hold `unseen` more cards.
    """

    def __init__(self, own: Iterable[Card], unseen: int, options: CommuneOptions) -> None:
        cards = tuple(own)
        self.options = options
        self.unseen = unseen
        self.count = CardCounts(cards, options)
        self.pool = len(build_full_deck(options)) - len(cards)
        self.wild_left = count_wilds(options) - self.count.wilds

    def compute_chance(self, hand: Declaration) -> float:
        """Return the chance, from 0 to 1, that all players' cards together make the hand."""
        kind, ranks, suit = hand
        size = SIZES.get(kind)
        if size is not None:
            return self._compute_one_rank_chance(ranks[0], size)
        if kind == "two-pair":
            return self._compute_two_ranks_chance(ranks, (2, 2))
        if kind == "full-house":
            return self._compute_two_ranks_chance(ranks, (3, 2))
        if kind == "straight":
            return self._compute_straight_chance(ranks[0])
        in_suit = self._compute_flush_chance if kind == "flush" else self._compute_straight_flush_chance
        return in_suit(suit, ranks[0]) if suit else self._compute_any_suit_chance(kind, ranks[0])

    def estimate_chance(self, hand: Declaration) -> float:
        """Return an estimate of the chance that all players' cards make the hand.

        It takes a third of the time of `compute_chance`. For a flush or a straight flush in any suit, the result is too
        high.
        """
        if hand.suit or hand.kind not in ("flush", "straight-flush"):
            return self.compute_chance(hand)
        in_suit = self._compute_flush_chance if hand.kind == "flush" else self._compute_straight_flush_chance
        return 1 - prod(1 - in_suit(suit, hand.ranks[0]) for suit in SUITS)

    def count_unseen_of_rank(self, rank: int) -> int:
        """Return how many natural cards of a rank are unseen."""
        if rank == 2 and (self.options.twos_wild or not self.options.declare_twos):
            return 0
        return COPIES - self.count.values[rank]

    def _compute_one_rank_chance(self, rank: int, size: int) -> float:
        """Return the chance that all players' cards include at least `size` cards of a rank.

        Rulebook: present.n-of-kind.
        """
        need = size - self.count.values[rank] - self.count.wilds
        return compute_chance_of_at_least(
            need, self.count_unseen_of_rank(rank) + self.wild_left, self.pool, self.unseen
        )

    def _compute_two_ranks_chance(self, ranks: tuple[int, ...], sizes: tuple[int, int]) -> float:
        """Return the chance of a hand with two ranks. `sizes` has the number of cards that it needs of each rank.

        Rulebook: present.two-pair, present.full-house.
        """
        (one, other), (more, fewer), held = ranks, sizes, self.count.values
        short = max(0, more - held[one]), max(0, fewer - held[other])
        left = self.count_unseen_of_rank(one), self.count_unseen_of_rank(other)
        return compute_two_ranks_chance(short, left, self.count.wilds, self.wild_left, self.pool, self.unseen)

    def _compute_straight_chance(self, top: int) -> float:
        """Return the chance of a straight with this top rank. Rulebook: present.straight."""
        missing = [rank for rank in STRAIGHTS[top] if not self.count.values[rank]]
        open_ranks = sum(self.count_unseen_of_rank(rank) > 0 for rank in missing)
        hopeless = len(missing) - open_ranks
        return compute_all_groups_filled_chance(
            open_ranks, COPIES, hopeless - self.count.wilds, open_ranks, self.wild_left, self.pool, self.unseen
        )

    def _compute_any_suit_chance(self, kind: str, top: int) -> float:
        """Return the chance of a flush or a straight flush in any suit.

        Rulebook: present.flush, present.straight-flush.
        """
        lacks = self._count_missing_flush_cards if kind == "flush" else self._count_missing_straight_flush_cards
        suits = tuple(sorted(lacks(suit, top) for suit in SUITS))
        return compute_any_suit_flush_chance(suits, self.count.wilds, self.wild_left, self.pool, self.unseen)

    def _count_missing_flush_cards(self, suit: str, top: int) -> MissingCards:
        """Return the cards that a suit lacks for a flush with this top rank."""
        held = self.count.suits[suit]
        lower = (held & ((1 << top) - 1)).bit_count()
        lowest = 2 if self.options.declare_twos and not self.options.twos_wild else 3
        return MissingCards(0, int(not held >> top & 1), max(0, 4 - lower), top - lowest - lower)

    def _count_missing_straight_flush_cards(self, suit: str, top: int) -> MissingCards:
        """Return the cards that a suit lacks for a straight flush with this top rank."""
        missing = [rank for rank in STRAIGHTS[top] if not self.count.suits[suit] >> rank & 1]
        hopeless = sum(rank == 2 and self.options.twos_wild for rank in missing)
        return MissingCards(hopeless, 0, len(missing) - hopeless, len(missing) - hopeless)

    def _compute_flush_chance(self, suit: str, top: int) -> float:
        """Return the chance of a flush in one suit. Rulebook: present.flush."""
        held = self.count.suits[suit]
        lower = (held & ((1 << top) - 1)).bit_count()
        lowest = 2 if self.options.declare_twos and not self.options.twos_wild else 3
        return compute_one_suit_flush_chance(
            not held >> top & 1,
            max(0, 4 - lower),
            top - lowest - lower,
            self.count.wilds,
            self.wild_left,
            self.pool,
            self.unseen,
        )

    def _compute_straight_flush_chance(self, suit: str, top: int) -> float:
        """Return the chance of a straight flush in one suit. Rulebook: present.straight-flush."""
        missing = [rank for rank in STRAIGHTS[top] if not self.count.suits[suit] >> rank & 1]
        hopeless = sum(rank == 2 and self.options.twos_wild for rank in missing)
        open_ranks = len(missing) - hopeless
        return compute_all_groups_filled_chance(
            open_ranks, 1, hopeless - self.count.wilds, open_ranks, self.wild_left, self.pool, self.unseen
        )


@lru_cache(maxsize=4096)
def compute_chance_of_at_least(need: int, helpers: int, pool: int, drawn: int) -> float:
    """Return the chance that at least `need` helpful cards are drawn.

    `drawn` cards are drawn from a pool of `pool` cards, `helpers` of them helpful.
    """
    if need <= 0:
        return 1.0
    ways = sum(
        comb(helpers, some) * comb(pool - helpers, drawn - some) for some in range(need, min(helpers, drawn) + 1)
    )
    return ways / comb(pool, drawn)


@lru_cache(maxsize=16384)
def compute_two_ranks_chance(
    short: tuple[int, ...], left: tuple[int, ...], wilds: int, wild_left: int, pool: int, drawn: int
) -> float:
    """Return the chance that the cards drawn supply what a hand of two ranks, such as two pair, still lacks.

    `short` has the number of cards that each rank lacks, and `left` the number of unseen cards of each rank. `wilds` is
    the number of wild cards held, and `wild_left` the number of unseen wild cards. `drawn` cards are drawn from a pool
    of `pool` cards.
    """
    if sum(short) <= wilds:
        return 1.0
    other = pool - sum(left) - wild_left
    ways = 0
    for one in range(min(left[0], drawn) + 1):
        for two in range(min(left[1], drawn - one) + 1):
            need = max(0, short[0] - one) + max(0, short[1] - two) - wilds
            for wild in range(max(0, need), min(wild_left, drawn - one - two) + 1):
                rest = drawn - one - two - wild
                ways += comb(left[0], one) * comb(left[1], two) * comb(wild_left, wild) * comb(other, rest)
    return ways / comb(pool, drawn)


@lru_cache(maxsize=16384)
def compute_all_groups_filled_chance(
    groups: int, size: int, more: int, all_groups: int, wild_left: int, pool: int, drawn: int
) -> float:
    """Return the chance that each group is filled, by a card drawn from the group or by a wild card.

    A group is the unseen cards of which a hand needs one, such as the cards of one rank of a straight. There are
    `groups` groups of `size` cards each, and `all_groups` is the same number again. `more` is the number of wild cards
    that the hand needs for other cards, minus the wild cards already held. `wild_left` is the number of unseen wild
    cards. `drawn` cards are drawn from a pool of `pool` cards.
    """
    if groups + more <= 0:
        return 1.0
    cover = _count_group_hits(groups, size)
    other = pool - all_groups * size - wild_left
    ways = 0
    for covered, by_cards in enumerate(cover):
        need = max(0, groups - covered + more)
        for cards, number in by_cards.items():
            for wild in range(need, min(wild_left, drawn - cards) + 1):
                ways += number * comb(wild_left, wild) * comb(other, drawn - cards - wild)
    return ways / comb(pool, drawn)


@lru_cache(maxsize=64)
def _count_group_hits(groups: int, size: int) -> list[dict[int, int]]:
    """Return the numbers of ways to draw cards from `groups` groups of `size` cards each.

    In the list, the item at place n is for draws that take cards from exactly n groups. It maps the number of cards
    drawn to the number of ways.
    """
    cover: list[dict[int, int]] = [{} for _ in range(groups + 1)]
    cover[0][0] = 1
    for done in range(groups):
        for hit in range(done, -1, -1):
            for cards, ways in list(cover[hit].items()):
                for more in range(1, size + 1):
                    into = cover[hit + 1]
                    into[cards + more] = into.get(cards + more, 0) + ways * comb(size, more)
    return cover


@lru_cache(maxsize=16384)
def compute_one_suit_flush_chance(
    top: bool, short: int, lower: int, wilds: int, wild_left: int, pool: int, drawn: int
) -> float:
    """Return the chance that the cards drawn supply what one suit lacks for a flush.

    `top` says whether the suit lacks the top card. `short` is the number of lower cards that it lacks, and `lower` the
    number of unseen lower cards that can fill in for them. `wilds` is the number of wild cards held, and `wild_left`
    the number of unseen wild cards. `drawn` cards are drawn from a pool of `pool` cards.
    """
    if top + short <= wilds:
        return 1.0
    other = pool - lower - top - wild_left
    ways = 0
    for got_top in range(min(int(top), drawn) + 1):
        for got in range(min(lower, drawn - got_top) + 1):
            need = max(0, top - got_top + max(0, short - got) - wilds)
            for wild in range(need, min(wild_left, drawn - got_top - got) + 1):
                rest = drawn - got_top - got - wild
                ways += comb(lower, got) * comb(wild_left, wild) * comb(other, rest)
    return ways / comb(pool, drawn)


@lru_cache(maxsize=16384)
def compute_any_suit_flush_chance(
    suits: tuple[MissingCards, ...], wilds: int, wild_left: int, pool: int, drawn: int
) -> float:
    """Return the chance that the cards drawn supply what at least one suit lacks for a flush or a straight flush.

    `suits` has what each suit lacks. `wilds` is the number of wild cards held, and `wild_left` the number of unseen
    wild cards. `drawn` cards are drawn from a pool of `pool` cards. The function counts the draws in which every suit
    fails, for each number of wild cards drawn, and combines the suits one after another.
    """
    other = pool - wild_left - sum(lack.top + lack.lower for lack in suits)
    failed = 0
    for wild in range(min(wild_left, drawn) + 1):
        left = drawn - wild
        ways = [1] + [0] * left
        for lack in suits:
            ways = _convolve_draw_counts(ways, _count_failing_draws(lack, wilds + wild, left))
        rest = sum(number * comb(other, left - cards) for cards, number in enumerate(ways))
        failed += comb(wild_left, wild) * rest
    return 1 - failed / comb(pool, drawn)


def _count_failing_draws(lack: MissingCards, wilds: int, most: int) -> list[int]:
    """Return in how many ways a suit's cards can be drawn so that it still lacks more than `wilds` cards.

    `lack` is what the suit lacks before the draw. The result is a list: the item at place n is the number of ways to
    draw exactly n of the cards that can fill in, for n from 0 to `most`.
    """
    ways = [0] * (most + 1)
    for top in range(lack.top + 1):
        for lower in range(lack.lower + 1):
            short = lack.wild + lack.top - top + max(0, lack.short - lower)
            if top + lower <= most and short > wilds:
                ways[top + lower] += comb(lack.lower, lower)
    return ways


def _convolve_draw_counts(one: list[int], other: list[int]) -> list[int]:
    """Return the numbers of ways to draw cards from two sources together.

    `one` and `other` are lists for the two sources, and the result is such a list for both together: the item at place
    n is the number of ways to draw n cards.
    """
    return [sum(one[cards] * other[total - cards] for cards in range(total + 1)) for total in range(len(one))]


@lru_cache(maxsize=16384)
def list_ladder_chances(own: tuple[Card, ...], unseen: int, options: CommuneOptions) -> array[float]:
    """Return the approximate chance that all players' cards make each hand of the ladder, in the ladder's order.

    `own` has the cards of the player who estimates, and `unseen` is the number of cards in the other players' hands.
    Where flushes are named with a suit, the chance is that of the likeliest suit. The array is shared, so callers must
    not change it.
    """
    count = CardCounts(own, options)
    return _compute_ladder_chances(count.wilds, tuple(sorted(count.suits.values())), len(own), unseen, options)


@lru_cache(maxsize=4096)
def _compute_ladder_chances(
    wilds: int, suits: tuple[int, ...], held: int, unseen: int, options: CommuneOptions
) -> array[float]:
    """Return the chance of each hand of the ladder, as `list_ladder_chances` does, from a player's own cards.

    `wilds` is the number of wild cards held, and `held` the number of all cards held. `suits` has the ranks held in
    each suit as bits. It's sorted, because suits are interchangeable. `unseen` is the number of cards in other hands.
    """
    odds = Odds((), unseen, options)
    odds.count.wilds = wilds
    odds.count.suits = dict(zip(SUITS, suits, strict=True))
    odds.count.values = [sum(held_suit >> rank & 1 for held_suit in suits) for rank in range(15)]
    odds.pool -= held
    odds.wild_left -= wilds
    found = array("d")
    for step in get_ladder(options).steps:
        if step.kind == "flush" and options.is_flush_suit_declared:
            found.append(max(odds.compute_chance(step._replace(suit=suit)) for suit in SUITS))
        else:
            found.append(odds.estimate_chance(step))
    return found
