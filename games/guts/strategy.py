"""How good a hand has to be to go in, given the position, the players who are in, and the stakes.

The *depth* of a hand is the share of all hands that are better. A player with a `reach` of 0.2 goes in with the best
fifth of all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.cards import Card
from games.guts.options import GutsOptions
from games.guts.ranks import better, key_of
from games.guts.state import IN, GutsState

Reaches = tuple[float, ...]
STEPS = 24
"""The number of bisection steps for a reach."""
LEAST = 0.01
"""The smallest reach that is assumed for a player who is in."""
CLAIM, BEHIND = 0.6, 0.5
"""Factors for the required chance: payments stay in the pot for all to win, and a trailing player dares more."""


def depth(cards: Sequence[Card], options: GutsOptions) -> float:
    """Return the depth of a hand: the share of all hands that are better."""
    return better(options)[key_of(cards, options)]


# -- reaches -------------------------------------------------------------------------------------------------------


def chance(deep: float, before: Reaches, behind: float) -> float:
    """Return the chance that a hand of this depth is the best.

    `before` are the reaches of the players in before it; `behind` is the number of players after it, who go in with
    any better hand.
    """
    found = (1 - deep) ** behind
    for reach in before:
        found *= max(0.0, 1 - deep / reach)
    return float(found)


@lru_cache(maxsize=20_000)
def reach(before: Reaches, behind: float, least: float) -> float:
    """Return the share of hands to go in with.

    It's the largest depth at which the chance to be the best is at least `least`.
    """
    if chance(1.0, before, behind) >= least:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle, before, behind) >= least else (low, middle)
    return low


def least_chance(state: GutsState, seat: int) -> float:
    """Return how often a seat must win so that going in breaks even. Rulebook: cap.limits-pot, stake.credit."""
    cost, prize = most_to_pay(state, seat), state.options.prize(state.pot)
    return cost / (cost + prize)


def most_to_pay(state: GutsState, seat: int) -> int:
    """Return the most chips that going in can cost."""
    cost = state.options.payment(state.pot, 0, 1)
    return min(cost, state.match.scores[seat]) if state.options.short_stack == "table-stakes" else cost


def ghosts(state: GutsState, alone: bool) -> float:
    """Return how many more hands must be beaten because of the ghost, for a player who is in `alone` or not."""
    ghost = state.options.ghost
    return float(ghost == "always" or (ghost == "lone-only" and alone))


def reach_of(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """Return the reach of a seat, given the reaches of those in before it and the number still to declare."""
    return reach(before, behind + ghosts(state, not before), least_chance(state, seat))


def bold_reach(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """Return the reach of a seat that wants more chips than the others, and not only more than before.

    What it pays stays in the pot, which it wins as often as any player. A pot that it leaves to another player
    counts against it.
    """
    seats = len(state.active())
    least = least_chance(state, seat) * (seats - 1) / seats
    return max(LEAST, reach(before, behind + ghosts(state, not before), least))


def reaches_before(state: GutsState, seat: int) -> Reaches:
    """Return the reaches of the players in before a seat, if they play like the steady bot."""
    if state.secret:
        return ()
    found: Reaches = ()
    order = state.order()
    for place, owner in enumerate(order[: order.index(seat)]):
        if state.declared[owner] == IN:
            found += (max(LEAST, reach_of(state, owner, found, len(order) - place - 1)),)
    return found


def others_behind(state: GutsState, seat: int) -> int:
    """Return how many players declare after a seat, or together with it."""
    order = state.order()
    return len(order) - 1 if state.secret else len(order) - order.index(seat) - 1


def steady_reach(state: GutsState, seat: int) -> float:
    """Return the share of hands with which a careful player in this position goes in."""
    return reach_of(state, seat, reaches_before(state, seat), others_behind(state, seat))


def is_free(state: GutsState, seat: int) -> bool:
    """Return whether nobody can beat this seat anymore, so that it takes the pot by going in."""
    return not (state.said_so(IN) or others_behind(state, seat) or ghosts(state, True))


def is_behind(state: GutsState, seat: int) -> bool:
    """Return whether another player has more chips."""
    return state.match.scores[seat] < max(state.match.scores)


def enough_chance(state: GutsState, seat: int) -> float:
    """Return how often a seat must win so that going in helps it to finish with the most chips.

    Rulebook: match.winner.
    """
    return least_chance(state, seat) * CLAIM * (BEHIND if is_behind(state, seat) else 1)


def match_reach(state: GutsState, seat: int) -> float:
    """Return the share of hands with which a player in this position goes in to win the match."""
    before, behind = reaches_before(state, seat), others_behind(state, seat)
    return reach(before, behind + ghosts(state, not before), enough_chance(state, seat))


def odds(state: GutsState, seat: int) -> float:
    """Return the chance that a seat's hand is the best, if the others play like the steady bot."""
    before = reaches_before(state, seat)
    rest = others_behind(state, seat) + ghosts(state, not before)
    return chance(depth(state.hands[seat], state.options), before, rest)
