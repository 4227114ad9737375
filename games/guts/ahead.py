"""How a match may go on: this hand as the cards may lie, and hands drawn by chance until somebody has won."""

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
"""The steps that an imagined hand takes, and as many again for each player."""
HANDS = 20
"""So many hands are imagined at most; then whoever leads has won."""
LOOSE = 0.1
"""How often one who is in is taken to be in with anything."""
DRAWS = 60
"""So many hands are drawn at most for one who is in, until one is within reach."""


class World(NamedTuple):
    """What everybody may hold, and the ghost; and a number that all hands to come are drawn by."""

    keys: Mapping[int, Key]
    ghost: Key
    luck: int


def worlds(state: GutsState, seat: int, number: int, rng: Random) -> Iterator[World]:
    """So many ways in which the unseen cards may lie, most often so that those who are in have reason to be."""
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
    """Return who is known to be in, and with which reach."""
    found: dict[int, float] = {}
    for owner in [] if state.secret else state.said_so(IN):
        if owner != seat:
            found[owner] = bold_reach(state, owner, tuple(found.values()), others_behind(state, owner))
    return found


def _drawn(cards: list[Card], within: float, options: GutsOptions, rng: Random) -> list[Card]:
    """A hand within a reach, taken from the cards."""
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
    """Return whether this seat has won in the end if it says this word now: 1, 0, or its part where several lead."""
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
    """Every hand that differs in rank, and how often it or a better one is dealt."""
    return list(ladder(options)), list(accumulate(ladder(options).values()))


def _played(state: GutsState, keys: Mapping[int, Key], ghost: Key) -> bool:
    """Play a hand that is dealt so, and pay; whether the match is over."""
    spend(A_HAND * (1 + state.seats))
    ins, options = _ins(state, keys), state.options
    stakes = Stakes(options, state.pot, state.match.scores)
    if not ins:
        return bool(pay(state, nobody_in(stakes, keys))[0])
    comes = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
    return bool(pay(state, showdown(stakes, {seat: keys[seat] for seat in ins}, ghost if comes else None))[0])


def _ins(state: GutsState, keys: Mapping[int, Key]) -> list[int]:
    """Return who is in at the end: those who have said so, and of those still to declare whoever has reason to."""
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
    """Return whether a seat still leads if one other takes this pot and the antes of all rounds to come."""
    scores, options = state.match.scores, state.options
    most = max([chips for other, chips in enumerate(scores) if other != seat])
    rounds = options.rounds - state.rounds - 1
    return scores[seat] - most > state.pot + rounds * options.ante * len(state.active())
