"""Strategy for Guts: how good a hand has to be to go in, given the position, the players who are in, and the stakes.

The *depth* of a hand is the share of hands that are better. The *range* of a player is the share of hands with which
the player goes in: with a range of 0.2, the best fifth of all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.cards import Card
from games.guts.hand_ranking import compute_better_shares, count_possible_rival_hands, get_hand_key
from games.guts.options import GutsOptions
from games.guts.state import IN, GutsState

Reaches = tuple[float, ...]
STEPS = 24
"""The number of bisection steps in the search for a range."""
LEAST = 0.01
"""The smallest range that is assumed for a player who is in."""
CLAIM, BEHIND = 0.6, 0.5
"""Factors that lower the required chance.

CLAIM is for chips that a seat pays: they stay in the pot, and it can win them later. BEHIND is for a seat that doesn't
have the most chips, so it has to take more risks.
"""


def get_better_hands_share(cards: Sequence[Card], options: GutsOptions) -> float:
    """Return the share of all possible hands that are better than this one, from 0 to 1. Tied hands count half."""
    return compute_better_shares(options)[get_hand_key(cards, options)]


# -- reaches -------------------------------------------------------------------------------------------------------


def compute_chance_to_be_best(deep: float, before: Reaches, behind: float) -> float:
    """Return the chance that a hand is the best. `deep` is the share of all hands that are better (its depth).

    `before` lists the ranges of the players who are in already: the share of hands with which each of them goes in.
    `behind` is the number of players who declare later, and who go in with any better hand.
    """
    found = (1 - deep) ** behind
    for reach in before:
        found *= max(0.0, 1 - deep / reach)
    return float(found)


@lru_cache(maxsize=20_000)
def compute_widest_range(before: Reaches, behind: float, least: float) -> float:
    """Return the largest share of all hands, from the best down, with which going in is worthwhile.

    It's worthwhile if a hand's chance to be the best is at least `least`. `before` lists the ranges of the players who
    are in already: the share of hands with which each of them goes in. `behind` is the number of players who declare
    later.
    """
    if compute_chance_to_be_best(1.0, before, behind) >= least:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if compute_chance_to_be_best(middle, before, behind) >= least else (low, middle)
    return low


def compute_break_even_chance(state: GutsState, seat: int) -> float:
    """Return the chance to win, from 0 to 1, at which a seat that goes in neither gains nor loses chips on average.

    Rulebook: cap.limits-pot, stake.credit.
    """
    cost, prize = compute_max_loss(state, seat), state.options.compute_winnable_chips(state.pot)
    return cost / (cost + prize)


def compute_max_loss(state: GutsState, seat: int) -> int:
    """Return the most chips that a seat can lose by going in."""
    cost = state.options.compute_pot_payment(state.pot, 0, 1)
    return min(cost, state.match.scores[seat]) if state.options.short_stack == "table-stakes" else cost


def count_extra_ghost_hands(state: GutsState, alone: bool) -> float:
    """Return 1 if a player who is in has to beat the ghost's hand too, otherwise 0.

    The ghost is a hand from the rest of the deck. `alone` says whether no other player is in.
    """
    ghost = state.options.ghost
    return float(ghost == "always" or (ghost == "lone-only" and alone))


def compute_break_even_range(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """Return the share of all hands, from the best down, with which a seat goes in and at least breaks even.

    `before` lists such shares for the seats already in, and `behind` is the number of seats still to declare.
    """
    return compute_widest_range(
        before, behind + count_extra_ghost_hands(state, not before), compute_break_even_chance(state, seat)
    )


def compute_bold_range(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """Return the share of all hands, from the best down, with which a seat goes in if it aims to win the match.

    Such a seat goes in with more hands than one that only wants to gain chips, for two reasons. Chips that it pays stay
    in the pot, which it later wins as often as any other seat. A pot left to another player counts as a loss.

    `before` lists such shares for the seats already in, and `behind` is the number of seats still to declare.
    """
    seats = len(state.list_active_seats())
    least = compute_break_even_chance(state, seat) * (seats - 1) / seats
    return max(LEAST, compute_widest_range(before, behind + count_extra_ghost_hands(state, not before), least))


def list_ranges_before(state: GutsState, seat: int) -> Reaches:
    """Return the ranges of the players who are in before a seat declares, if they play like the steady bot.

    A range is the share of hands, from the best down, with which a player goes in.
    """
    if state.is_declaration_simultaneous:
        return ()
    found: Reaches = ()
    order = state.list_seats_in_turn_order()
    for place, owner in enumerate(order[: order.index(seat)]):
        if state.declared[owner] == IN:
            found += (max(LEAST, compute_break_even_range(state, owner, found, len(order) - place - 1)),)
    return found


def count_others_still_declaring(state: GutsState, seat: int) -> int:
    """Return how many players declare after a seat, or together with it."""
    order = state.list_seats_in_turn_order()
    return len(order) - 1 if state.is_declaration_simultaneous else len(order) - order.index(seat) - 1


def compute_careful_range(state: GutsState, seat: int) -> float:
    """Return the share of all hands, from the best down, with which a careful player goes in from this position."""
    return compute_break_even_range(
        state, seat, list_ranges_before(state, seat), count_others_still_declaring(state, seat)
    )


def is_certain_to_take_pot(state: GutsState, seat: int) -> bool:
    """Return whether nobody can beat this seat anymore, so that it takes the pot by going in."""
    return not (
        state.list_seats_that_declared(IN)
        or count_others_still_declaring(state, seat)
        or count_extra_ghost_hands(state, True)
    )


def is_behind_in_chips(state: GutsState, seat: int) -> bool:
    """Return whether another player has more chips."""
    return state.match.scores[seat] < max(state.match.scores)


def compute_required_chance(state: GutsState, seat: int) -> float:
    """Return the chance to win, from 0 to 1, that a seat needs to go in if it aims to finish with the most chips.

    Rulebook: match.winner.
    """
    return compute_break_even_chance(state, seat) * CLAIM * (BEHIND if is_behind_in_chips(state, seat) else 1)


class HandEstimate(NamedTuple):
    """An estimate of a hand in its position, if the others play like the steady bot.

    `better` is the share of possible rival hands that are better, and `most_better` the largest such share with which
    to go in. `chance` is how often the hand would be the best, and `least_chance` how often it has to be.
    """

    better: float
    most_better: float
    chance: float
    least_chance: float

    @property
    def is_good_enough(self) -> bool:
        """Whether the hand is good enough to go in with."""
        return self.better <= self.most_better


def estimate_hand(state: GutsState, seat: int) -> HandEstimate:
    """Return an estimate of how good a seat's hand is, and how good it has to be to go in."""
    hand, options = state.hands[seat], state.options
    own, shares = get_hand_key(hand, options), compute_better_shares(options)
    counts = count_possible_rival_hands(hand, options)
    better = sum(number for key, number in counts.items() if key > own) / counts.total()
    before: Reaches = ()
    for reach in list_ranges_before(state, seat):
        within = sum(number for key, number in counts.items() if shares[key] <= reach)
        before += (max(within, 1) / counts.total(),)
    behind = count_others_still_declaring(state, seat) + count_extra_ghost_hands(state, not before)
    least = compute_required_chance(state, seat)
    return HandEstimate(
        better, compute_widest_range(before, behind, least), compute_chance_to_be_best(better, before, behind), least
    )
