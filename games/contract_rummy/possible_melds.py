"""Example moves for a hand: new melds, cards to lay off, and swaps of cards for jokers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, SUITS, Card, get_card, subtract_cards
from games.contract_rummy.melds import (
    RUN,
    SET,
    Meld,
    MeldRules,
    find_set_rank,
    is_run,
    list_run_extensions,
    list_swappable_cards,
)
from games.contract_rummy.state import ContractRummyState
from games.engine.move import Group
from games.kit.rummy import encode_meld_number


def list_new_melds(law: MeldRules, cards: Sequence[Card], jokers: int = 0) -> Iterator[Meld]:
    """Yield melds that can be made of these cards, with at least `jokers` printed jokers in each.

    Sets come before runs, and use as few wild cards as possible. At least one meld is found if any is possible.
    """
    wilds = sorted((card for card in cards if card in law.wilds), key=lambda card: card is not JOKER)
    naturals = [card for card in cards if card not in law.wilds and card.rank]
    if wilds.count(JOKER) < jokers:
        return
    by_rank: dict[int, list[Card]] = {}
    for card in naturals:
        by_rank.setdefault(card.rank, []).append(card)
    twos = [card for card in wilds if card.rank == 2]
    needed = max(jokers, SET - len(twos))
    if twos and needed <= wilds.count(JOKER):
        yield (*twos, *[JOKER] * needed)
        yield from _list_smaller_sets(twos, [JOKER] * jokers, jokers)
    for group in by_rank.values():
        needed = max(jokers, SET - len(group))
        if needed <= len(wilds):
            yield (*group, *wilds[:needed])
            yield from _list_smaller_sets(group, wilds, jokers)
    for suit in SUITS:
        own = {card for card in cards if card.suit == suit}
        if own:
            yield from _list_runs(law, suit, own, wilds, jokers)


def _list_smaller_sets(group: Sequence[Card], wilds: Sequence[Card], jokers: int) -> Iterator[Meld]:
    """Yield a set with as few cards of `group` as possible, so that other cards of the rank can stay in hand.

    The set has `jokers` wild cards. If it needs all cards of `group`, nothing is yielded.
    """
    kept = max(SET - jokers, 1)
    if kept < len(group):
        yield (*group[:kept], *wilds[:jokers])


def _list_runs(law: MeldRules, suit: str, own: set[Card], wilds: list[Card], jokers: int) -> Iterator[Meld]:
    """Yield runs: for each lowest place, the shortest possible run, and the longest run that needs no wild card.

    `own` has the cards of this suit, and `wilds` all wild cards that can be used. In each run, wild cards replace at
    least `jokers` missing cards.
    """
    for low in range(1, 12):
        shortest = longest = None
        for size in range(RUN, min(15 - low, law.run_max) + 1):
            faces = [get_card(place, suit) for place in range(low, low + size)]
            missing = [face for face in faces if face not in own]
            if size == 14 or len(missing) > len(wilds) or len(missing) == size:
                break
            used = [face for face in faces if face in own and face in law.wilds]
            free = subtract_cards(wilds, used)
            if len(missing) > len(free):
                break
            if len(missing) >= jokers:
                run = _fill_run_with_wild_cards(faces, own, free)
                shortest = shortest or run
                longest = run if not missing else longest
        yield from dict.fromkeys(run for run in (shortest, longest) if run is not None)


def _fill_run_with_wild_cards(faces: Sequence[Card], own: set[Card], wilds: Sequence[Card]) -> Meld:
    spare = iter(wilds)
    return tuple(face if face in own else next(spare).substitute_for(face) for face in faces)


def list_layoffs(state: ContractRummyState, seat: int) -> Iterator[tuple[int, Group]]:
    """Yield each lay-off of a single card, as a pair: the meld's number on the table, and a group with the card."""
    law = state.law
    hand = dict.fromkeys(state.hands[seat])
    wild = [card for card in hand if card in law.wilds]
    for owner, melds in enumerate(state.melds):
        for place, meld in enumerate(melds):
            number = encode_meld_number(state, seat, owner, place)
            for card in list_fitting_cards(law, meld, hand, wild):
                yield number, (card,)


def list_fitting_cards(law: MeldRules, meld: Meld, hand: dict[Card, None], wild: Sequence[Card]) -> Iterator[Card]:
    """Yield the cards of a hand that fit a meld. For a run, wild cards state the card that they stand for.

    `wild` has the wild cards of the hand.
    """
    if is_run(meld):
        for face in list_run_extensions(meld, law.run_max):
            if face in hand:
                yield face
            for card in wild:
                if card is not face:
                    yield card.substitute_for(face)
        return
    twos = meld[0].rank == 2
    for card in hand:
        if card in law.wilds or card.rank == meld[0].rank or (twos and find_set_rank(law, (*meld, card))):
            yield card


def has_room_for_joker(state: ContractRummyState) -> bool:
    """Return whether any meld on the table has room for a joker."""
    return any(
        not is_run(meld) or list_run_extensions(meld, state.law.run_max) for _, _, meld in state.list_table_melds()
    )


def list_joker_freeing_cards(state: ContractRummyState, seat: int) -> Iterator[tuple[int, Card]]:
    """Yield each hand card that can be swapped for a joker, as a pair: the number of the joker's run, and the card."""
    for owner, number, meld in state.list_table_melds():
        for face in list_swappable_cards(meld):
            if face in state.hands[seat]:
                yield encode_meld_number(state, seat, owner, number - 1), face


def list_joker_swaps(state: ContractRummyState, seat: int) -> Iterator[tuple[int | None, tuple[Group, ...]]]:
    """Yield joker swaps, each as a pair: the number of the joker's run, and the card groups of the move.

    The first group has the card that replaces the joker. The second group, if any, is the new meld. Several jokers are
    swapped together only if no single joker makes a new meld. In this case the number is None.
    """
    hand, rule = state.hands[seat], state.options.joker_swap_rule
    free = list(dict.fromkeys(list_joker_freeing_cards(state, seat)))
    if state.options.can_keep_joker:
        yield from ((number, ((face,),)) for number, face in free)
        return
    single = False
    for number, face in free:
        if rule == "any-meld" and has_room_for_joker(state):
            yield number, ((face,),)
        if state.options.further_melds:
            for meld in _list_melds_of_freed_jokers(state, seat, [face]):
                single = True
                yield number, ((face,), meld)
    if single or not state.options.further_melds:
        return
    for size in (2, 3):
        for several in combinations([face for _, face in free], size):
            if not remove_cards_or_none(hand, several):
                continue
            for meld in _list_melds_of_freed_jokers(state, seat, several):
                yield None, (tuple(several), meld)
                return


def remove_cards_or_none(hand: Sequence[Card], cards: Sequence[Card]) -> list[Card] | None:
    """Return the hand without these cards, or None if it lacks any of them."""
    try:
        return subtract_cards(hand, cards)
    except ValueError:
        return None


def _list_melds_of_freed_jokers(state: ContractRummyState, seat: int, faces: Sequence[Card]) -> Iterator[Meld]:
    """Yield new melds that use all the jokers for which a seat swaps the cards in `faces`, one joker for each card."""
    left = remove_cards_or_none(state.hands[seat], faces)
    if left is not None:
        yield from list_new_melds(state.law, [*left, *[JOKER] * len(faces)], len(faces))
