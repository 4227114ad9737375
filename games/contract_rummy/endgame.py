"""Exact searches of one turn with a small hand: whether it can end the hand, and how few points can remain.

Every search raises OutOfSteps if it needs too many steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, Card, parse_card, sort_cards, subtract_cards
from games.contract_rummy.melds import Meld, MeldRules, list_wild_card_readings
from games.contract_rummy.possible_melds import list_joker_freeing_cards, list_layoffs
from games.contract_rummy.scoring import count_hand_points
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.verbs import LAYOFF, MELD, SWAP, VERBS, build_layoff_move
from games.engine.move import Move
from games.engine.work_limits import WorkAllowance, spend_steps
from games.kit.rummy import build_discard_move, build_meld_move, filter_legal_moves

ANSWER = 600_000
"""The maximum number of steps in the search for one answer."""
COPY = 20
"""The number of search steps for copying a state and making a move."""


def list_possible_melds(law: MeldRules, hand: Sequence[Card], jokers: int = 0) -> Iterator[Meld]:
    """Yield every meld that can be made of some of these cards, with at least `jokers` printed jokers.

    Groups without wild cards are yielded even if they aren't melds; the caller has to check them.
    """
    seen = set()
    for size in range(3, len(hand) + 1):
        for group in combinations(sort_cards(hand), size):
            spend_steps()
            if group in seen or group.count(JOKER) < jokers:
                continue
            seen.add(group)
            asked = [parse_card(f"{card.code}=?") if card in law.wilds else card for card in group]
            yield from list_wild_card_readings(law, asked)


def list_melding_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    """Yield legal melds, lay-offs, and joker swaps of a seat that is down (has melded its contract).

    Each lay-off adds a single card. To lay off several cards takes several moves.
    """
    if MELD.is_possible(state, seat):
        yield from filter_legal_moves(
            MELD.judge, state, seat, map(build_meld_move, list_possible_melds(state.law, state.hands[seat]))
        )
    if SWAP.is_possible(state, seat):
        yield from filter_legal_moves(SWAP.judge, state, seat, _list_joker_swap_moves(state, seat))
    if LAYOFF.is_possible(state, seat):
        yield from filter_legal_moves(
            LAYOFF.judge, state, seat, (build_layoff_move(*one) for one in list_layoffs(state, seat))
        )


def _list_joker_swap_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    free = list(list_joker_freeing_cards(state, seat))
    for number, face in free:
        yield Move(SWAP.name, number, ((face,),))
    if state.options.joker_swap_rule not in ("new-meld", "any-meld"):
        return
    for size in range(1, len(free) + 1):
        for chosen in combinations(free, size):
            faces = tuple(face for _, face in chosen)
            try:
                left = [*subtract_cards(state.hands[seat], faces), *[JOKER] * size]
            except ValueError:
                continue
            at = chosen[0][0] if size == 1 else None
            for new in list_possible_melds(state.law, left, size):
                yield Move(SWAP.name, at, (faces, new))


def find_moves_to_go_out(state: ContractRummyState, seat: int) -> list[Move] | None:
    """Return the moves by which a seat ends the hand in this turn, or None if it can't.

    The seat is down: it has already melded its contract. The last move is the discard, if one is needed.
    """
    with WorkAllowance(ANSWER):
        return _search_moves_to_go_out(state, seat, set())


def _build_position_key(state: ContractRummyState, seat: int) -> tuple[object, ...]:
    melds = tuple(sorted(tuple(card.code for card in meld) for _, _, meld in state.list_table_melds()))
    return tuple(sorted(card.code for card in state.hands[seat])), melds, state.owed


def _search_moves_to_go_out(state: ContractRummyState, seat: int, seen: set[tuple[object, ...]]) -> list[Move] | None:
    hand = state.hands[seat]
    if len(hand) == 1 and not state.owed:
        return [build_discard_move(hand[0])]
    key = _build_position_key(state, seat)
    if key in seen:
        return None
    seen.add(key)
    deals = state.match.deals
    for move in list_melding_moves(state, seat):
        spend_steps(COPY)
        then = state.copy()
        VERBS.apply_move(then, seat, move)
        if then.match.deals > deals:
            return [move]
        rest = _search_moves_to_go_out(then, seat, seen)
        if rest is not None:
            return [move, *rest]
    return None


def find_fewest_points_left(state: ContractRummyState, seat: int) -> tuple[int, list[Move]]:
    """Return the fewest points that can remain in hand after lay-offs alone, and these lay-offs."""
    with WorkAllowance(ANSWER):
        return _search_fewest_points_left(state, seat)


def _search_fewest_points_left(state: ContractRummyState, seat: int) -> tuple[int, list[Move]]:
    best = (count_hand_points(state.options, state.hands[seat]), list[Move]())
    seen = {_build_position_key(state, seat)}
    stack: list[tuple[ContractRummyState, list[Move]]] = [(state, [])]
    deals = state.match.deals
    while stack:
        now, made = stack.pop()
        for move in filter_legal_moves(
            LAYOFF.judge, now, seat, [build_layoff_move(*one) for one in list_layoffs(now, seat)]
        ):
            spend_steps(COPY)
            then = now.copy()
            VERBS.apply_move(then, seat, move)
            left = 0 if then.match.deals > deals else count_hand_points(state.options, then.hands[seat])
            if left < best[0]:
                best = (left, [*made, move])
            key = _build_position_key(then, seat)
            if then.match.deals == deals and key not in seen:
                seen.add(key)
                stack.append((then, [*made, move]))
    return best
