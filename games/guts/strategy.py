"""How good a hand has to be: which part of all hands is played, by place, by who is in, and by what is at stake.

A hand is measured by its *depth*: the share of all hands that are better. Whoever plays a `reach` of 0.2 is in with the
best fifth of all hands.
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
"""How finely a reach is found."""
LEAST = 0.01
"""Nobody who is in is taken to play a smaller reach."""
CLAIM, BEHIND = 0.6, 0.5
"""A smaller chance is enough, as the payments stay in the pot for all to win; behind, half of that."""


def depth(cards: Sequence[Card], options: GutsOptions) -> float:
    """The share of all hands that are better than this one."""
    return better(options)[key_of(cards, options)]


# -- reaches -------------------------------------------------------------------------------------------------------


def chance(deep: float, before: Reaches, behind: float) -> float:
    """The chance that a hand of this depth is the best: of those in before it, with their reaches, and of so many who
    come behind it and are in with whatever is better.
    """
    found = (1 - deep) ** behind
    for reach in before:
        found *= max(0.0, 1 - deep / reach)
    return float(found)


@lru_cache(maxsize=20_000)
def reach(before: Reaches, behind: float, least: float) -> float:
    """With which share of hands one is in, if the chance to be the best must be at least so much."""
    if chance(1.0, before, behind) >= least:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle, before, behind) >= least else (low, middle)
    return low


def least_chance(state: GutsState, seat: int) -> float:
    """How often one has to win so that being in is worth what it may cost. Rulebook: cap.limits-pot, stake.credit."""
    cost, prize = most_to_pay(state, seat), state.options.prize(state.pot)
    return cost / (cost + prize)


def most_to_pay(state: GutsState, seat: int) -> int:
    """Return what being in can cost."""
    cost = state.options.payment(state.pot, 0, 1)
    return min(cost, state.match.scores[seat]) if state.options.short_stack == "table-stakes" else cost


def ghosts(state: GutsState, alone: bool) -> float:
    """How many more hands one has to beat because of the ghost: one that always plays, or that comes for one alone."""
    ghost = state.options.ghost
    return float(ghost == "always" or (ghost == "lone-only" and alone))


def reach_of(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """The reach of a seat with these in before it, and so many still to come."""
    return reach(before, behind + ghosts(state, not before), least_chance(state, seat))


def bold_reach(state: GutsState, seat: int, before: Reaches, behind: int) -> float:
    """The reach of a seat that wants to have more than the others, and not only more than before.

    What it pays stays in the pot, which it may win as often as anybody; what it leaves to another counts against it.
    """
    seats = len(state.active())
    least = least_chance(state, seat) * (seats - 1) / seats
    return max(LEAST, reach(before, behind + ghosts(state, not before), least))


def reaches_before(state: GutsState, seat: int) -> Reaches:
    """The reaches of those who have declared in before a seat, if they play as the steady bot does."""
    if state.secret:
        return ()
    found: Reaches = ()
    order = state.order()
    for place, owner in enumerate(order[: order.index(seat)]):
        if state.declared[owner] == IN:
            found += (max(LEAST, reach_of(state, owner, found, len(order) - place - 1)),)
    return found


def others_behind(state: GutsState, seat: int) -> int:
    """Return how many declare after a seat, or together with it."""
    order = state.order()
    return len(order) - 1 if state.secret else len(order) - order.index(seat) - 1


def steady_reach(state: GutsState, seat: int) -> float:
    """The share of hands with which a careful player is in at this place."""
    return reach_of(state, seat, reaches_before(state, seat), others_behind(state, seat))


def is_free(state: GutsState, seat: int) -> bool:
    """Return whether nobody can beat this seat any more: it takes the pot by being in."""
    return not (state.said_so(IN) or others_behind(state, seat) or ghosts(state, True))


def is_behind(state: GutsState, seat: int) -> bool:
    """Return whether another player has more chips."""
    return state.match.scores[seat] < max(state.match.scores)


def enough_chance(state: GutsState, seat: int) -> float:
    """Return how often one has to win so that being in helps to have most chips in the end. Rulebook: match.winner."""
    return least_chance(state, seat) * CLAIM * (BEHIND if is_behind(state, seat) else 1)


def match_reach(state: GutsState, seat: int) -> float:
    """The share of hands with which a player who wants to win the match is in at this place."""
    before, behind = reaches_before(state, seat), others_behind(state, seat)
    return reach(before, behind + ghosts(state, not before), enough_chance(state, seat))


def odds(state: GutsState, seat: int) -> float:
    """Return how often a seat's hand is the best, if the others play as the steady bot does."""
    before = reaches_before(state, seat)
    rest = others_behind(state, seat) + ghosts(state, not before)
    return chance(depth(state.hands[seat], state.options), before, rest)
