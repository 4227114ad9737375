"""Simulation of a match: this hand with imagined cards, then random hands until a player has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import NamedTuple

from games.cards import PACK, Card
from games.engine.work import spend
from games.guts.options import GutsOptions
from games.guts.playing import antes, pass_the_deal, pay
from games.guts.ranks import better, key_of, ladder
from games.guts.settling import Stakes, nobody_in, showdown
from games.guts.state import IN, OUT, GutsState
from games.guts.strategy import Reaches, bold_reach, is_free, others_behind
from games.kit.poker import Key

A_HAND = 5
"""The number of search steps for an imagined hand, and for each player in it."""
HANDS = 20
"""The most imagined hands; after them, the leader has won."""
LOOSE = 0.1
"""How often a player who is in is assumed to have any hand."""
DRAWS = 60
"""The most hands drawn for a player who is in, until one is good enough for the player's reach."""


class World(NamedTuple):
    """An imagined deal: the keys of all hands, the ghost's key, and a seed for all hands to come."""

    keys: Mapping[int, Key]
    ghost: Key
    luck: int


def worlds(state: GutsState, seat: int, number: int, rng: Random) -> Iterator[World]:
    """Yield this number of deals of the unseen cards.

    Players who are in mostly have hands that are good enough for it.
    """
    unseen = [card for card in PACK if card not in state.hands[seat]]
    options, size, before = state.options, state.options.cards, _reaches_before(state, seat)
    for _ in range(number):
        cards = unseen[:]
        rng.shuffle(cards)
        hands = {seat: state.hands[seat]}
        for owner, within in before.items():
            hands[owner] = _drawn(cards, within, options, rng)
        for owner in state.order():
            if owner not in hands:
                hands[owner], cards = cards[:size], cards[size:]
        keys = {owner: key_of(hand, options) for owner, hand in hands.items()}
        yield World(keys, key_of(cards[:size], options), rng.getrandbits(32))


def _reaches_before(state: GutsState, seat: int) -> dict[int, float]:
    """Return the seats that are known to be in, with the reach of each."""
    found: dict[int, float] = {}
    for owner in [] if state.secret else state.said_so(IN):
        if owner != seat:
            found[owner] = bold_reach(state, owner, tuple(found.values()), others_behind(state, owner))
    return found


def _drawn(cards: list[Card], within: float, options: GutsOptions, rng: Random) -> list[Card]:
    """Remove a random hand within a reach from the cards, and return it."""
    shares = better(options)
    for _ in range(1 if rng.random() < LOOSE else DRAWS):
        hand = rng.sample(cards, options.cards)
        if shares[key_of(hand, options)] <= within:
            break
    for card in hand:
        cards.remove(card)
    return hand


# -- to the end of the match ---------------------------------------------------------------------------------------


def won(state: GutsState, seat: int, word: str, world: World) -> float:
    """Return 1 if this seat wins the match after declaring this word, 0 if not, or its share if seats are tied."""
    table = state.copy()
    table.declared[seat] = word
    over, luck = _played(table, world.keys, world.ghost), Random(world.luck)
    hands, chances = _hands(state.options)
    for _ in range(HANDS):
        if over:
            break
        pass_the_deal(table)
        if table.due:
            antes(table)
        table.declared = [""] * table.seats
        order = table.order()
        ghost, *drawn = luck.choices(hands, cum_weights=chances, k=len(order) + 1)
        over = _played(table, dict(zip(order, drawn, strict=True)), ghost)
    leading = table.match.leading
    return (seat in leading) / len(leading)


@cache
def _hands(options: GutsOptions) -> tuple[Sequence[Key], Sequence[int]]:
    """Return the keys of all distinct hands, the best first, and their cumulative frequencies."""
    return list(ladder(options)), list(accumulate(ladder(options).values()))


def _played(state: GutsState, keys: Mapping[int, Key], ghost: Key) -> bool:
    """Play a hand with these keys and pay; return whether the match is over."""
    spend(A_HAND * (1 + state.seats))
    ins, options = _ins(state, keys), state.options
    stakes = Stakes(options, state.pot, state.match.scores)
    if not ins:
        return bool(pay(state, nobody_in(stakes, keys))[0])
    comes = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
    return bool(pay(state, showdown(stakes, {seat: keys[seat] for seat in ins}, ghost if comes else None))[0])


def _ins(state: GutsState, keys: Mapping[int, Key]) -> list[int]:
    """Return the seats that are in at the end of the hand.

    They have declared in, or have not declared yet and hold a hand that is good enough.
    """
    shares, ins = better(state.options), list[int]()
    reaches: Reaches = ()
    for seat in state.order():
        said = state.declared[seat]
        if said == OUT or not state.covers(seat):
            continue
        within = bold_reach(state, seat, reaches, others_behind(state, seat))
        if said == IN or (shares[keys[seat]] <= within and not far_ahead(state, seat)):
            ins.append(seat)
            if not state.secret:
                reaches += (within,)
    return ins


def can_rest(state: GutsState, seat: int) -> bool:
    """Return whether a seat that leads by far loses nothing by leaving this pot to others."""
    return far_ahead(state, seat) and not is_free(state, seat)


def far_ahead(state: GutsState, seat: int) -> bool:
    """Return whether a seat still leads if one other player takes this pot and all antes to come."""
    scores, options = state.match.scores, state.options
    most = max([chips for other, chips in enumerate(scores) if other != seat])
    rounds = options.rounds - state.rounds - 1
    return scores[seat] - most > state.pot + rounds * options.ante * len(state.active())
