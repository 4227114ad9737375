"""Exact answers about one turn with a small hand: whether it can end the hand, and how few points can remain.

Every search here raises TooMuch if it runs out of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, Card, in_pack_order, parse_card, without
from games.contract_rummy.laying import freed, layoffs
from games.contract_rummy.melds import Law, Meld, read_group
from games.contract_rummy.scoring import hand_value
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.verbs import LAYOFF, MELD, SWAP, VERBS, layoff
from games.engine.move import Move
from games.engine.work import Work, spend
from games.kit.rummy import discard, legal, meld

ANSWER = 600_000
"""The steps that the search for one answer may take."""
COPY = 20
"""The steps that copying a state and making a move costs."""


def every_meld(law: Law, hand: Sequence[Card], jokers: int = 0) -> Iterator[Meld]:
    """Yield every new meld of some of these cards, with at least `jokers` printed jokers."""
    seen = set()
    for size in range(3, len(hand) + 1):
        for group in combinations(in_pack_order(hand), size):
            spend()
            if group in seen or group.count(JOKER) < jokers:
                continue
            seen.add(group)
            asked = [parse_card(f"{card.code}=?") if card in law.wilds else card for card in group]
            yield from read_group(law, asked)


def every_lay(state: ContractRummyState, seat: int) -> Iterator[Move]:
    """Yield legal moves by which a seat that is down lays cards; lay-offs add one card at a time, which is enough."""
    if MELD.now(state, seat):
        yield from legal(MELD.judge, state, seat, map(meld, every_meld(state.law, state.hands[seat])))
    if SWAP.now(state, seat):
        yield from legal(SWAP.judge, state, seat, _swaps(state, seat))
    if LAYOFF.now(state, seat):
        yield from legal(LAYOFF.judge, state, seat, (layoff(*one) for one in layoffs(state, seat)))


def _swaps(state: ContractRummyState, seat: int) -> Iterator[Move]:
    free = list(freed(state, seat))
    for number, face in free:
        yield Move(SWAP.name, number, ((face,),))
    if state.options.swaps not in ("new-meld", "any-meld"):
        return
    for size in range(1, len(free) + 1):
        for chosen in combinations(free, size):
            faces = tuple(face for _, face in chosen)
            try:
                left = [*without(state.hands[seat], faces), *[JOKER] * size]
            except ValueError:
                continue
            at = chosen[0][0] if size == 1 else None
            for new in every_meld(state.law, left, size):
                yield Move(SWAP.name, at, (faces, new))


def way_out(state: ContractRummyState, seat: int) -> list[Move] | None:
    """Return moves of this turn that end the hand, with the discard, or None. The seat is down."""
    with Work(ANSWER):
        return _out(state, seat, set())


def _key(state: ContractRummyState, seat: int) -> tuple[object, ...]:
    melds = tuple(sorted(tuple(card.code for card in meld) for _, _, meld in state.table_melds()))
    return tuple(sorted(card.code for card in state.hands[seat])), melds, state.owed


def _out(state: ContractRummyState, seat: int, seen: set[tuple[object, ...]]) -> list[Move] | None:
    hand = state.hands[seat]
    if len(hand) == 1 and not state.owed:
        return [discard(hand[0])]
    key = _key(state, seat)
    if key in seen:
        return None
    seen.add(key)
    deals = state.match.deals
    for move in every_lay(state, seat):
        spend(COPY)
        then = state.copy()
        VERBS.apply(then, seat, move)
        if then.match.deals > deals:
            return [move]
        rest = _out(then, seat, seen)
        if rest is not None:
            return [move, *rest]
    return None


def least_left(state: ContractRummyState, seat: int) -> tuple[int, list[Move]]:
    """Return the fewest points that can remain in hand after lay-offs alone, and the moves that achieve it."""
    with Work(ANSWER):
        return _least(state, seat)


def _least(state: ContractRummyState, seat: int) -> tuple[int, list[Move]]:
    best = (hand_value(state.options, state.hands[seat]), list[Move]())
    seen = {_key(state, seat)}
    stack: list[tuple[ContractRummyState, list[Move]]] = [(state, [])]
    deals = state.match.deals
    while stack:
        now, made = stack.pop()
        for move in legal(LAYOFF.judge, now, seat, [layoff(*one) for one in layoffs(now, seat)]):
            spend(COPY)
            then = now.copy()
            VERBS.apply(then, seat, move)
            left = 0 if then.match.deals > deals else hand_value(state.options, then.hands[seat])
            if left < best[0]:
                best = (left, [*made, move])
            key = _key(then, seat)
            if then.match.deals == deals and key not in seen:
                seen.add(key)
                stack.append((then, [*made, move]))
    return best
