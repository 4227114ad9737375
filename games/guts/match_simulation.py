"""Simulation of a match: this hand with imagined cards, then random hands until a player has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import NamedTuple

from games.cards import PACK, Card
from games.engine.work_limits import spend_steps
from games.guts.hand_ranking import compute_better_shares, count_hands_by_key, get_hand_key
from games.guts.options import GutsOptions
from games.guts.playing import collect_antes, pass_the_deal, pay_outcome
from games.guts.settlement import Stakes, settle_all_out, settle_showdown
from games.guts.state import IN, OUT, GutsState
from games.guts.strategy import Reaches, compute_bold_range, count_others_still_declaring, is_certain_to_take_pot
from games.kit.poker import Key

A_HAND = 5
"""The number of search steps for a simulated hand, and again for each player in it."""
HANDS = 20
"""The maximum number of simulated hands. After these, the leader counts as the winner."""
LOOSE = 0.1
"""The chance that a player who is in is dealt any random hand, good or bad."""
DRAWS = 60
"""The maximum number of hands drawn for a player who is in, until one is in the player's range."""


class PossibleDeal(NamedTuple):
    """An imagined deal: the strength of each seat's hand and of the ghost's, and a random seed for later hands.

    The ghost's hand comes from the rest of the deck. Under some house rules, players who are in have to beat it.
    """

    keys: Mapping[int, Key]
    ghost: Key
    luck: int


def draw_possible_deals(state: GutsState, seat: int, number: int, rng: Random) -> Iterator[PossibleDeal]:
    """Yield this number of imagined deals of the cards that the seat can't see.

    Most hands of players who have declared “in” are good enough to go in with.
    """
    unseen = [card for card in PACK if card not in state.hands[seat]]
    options, size, before = state.options, state.options.cards, _map_ranges_by_seat(state, seat)
    for _ in range(number):
        cards = unseen[:]
        rng.shuffle(cards)
        hands = {seat: state.hands[seat]}
        for owner, within in before.items():
            hands[owner] = _draw_hand_in_range(cards, within, options, rng)
        for owner in state.list_seats_in_turn_order():
            if owner not in hands:
                hands[owner], cards = cards[:size], cards[size:]
        keys = {owner: get_hand_key(hand, options) for owner, hand in hands.items()}
        yield PossibleDeal(keys, get_hand_key(cards[:size], options), rng.getrandbits(32))


def _map_ranges_by_seat(state: GutsState, seat: int) -> dict[int, float]:
    """Return the range of each other seat that is known to be in, by seat.

    A range is the share of all hands, from the best down, with which a player goes in.
    """
    found: dict[int, float] = {}
    for owner in [] if state.is_declaration_simultaneous else state.list_seats_that_declared(IN):
        if owner != seat:
            found[owner] = compute_bold_range(
                state, owner, tuple(found.values()), count_others_still_declaring(state, owner)
            )
    return found


def _draw_hand_in_range(cards: list[Card], within: float, options: GutsOptions, rng: Random) -> list[Card]:
    """Remove a random hand from `cards`, and return it. It's mostly one with which a player would go in.

    The player goes in if the share of all possible hands that are better is at most `within`, a number from 0 to 1. In
    a few cases, any hand is drawn.
    """
    shares = compute_better_shares(options)
    for _ in range(1 if rng.random() < LOOSE else DRAWS):
        hand = rng.sample(cards, options.cards)
        if shares[get_hand_key(hand, options)] <= within:
            break
    for card in hand:
        cards.remove(card)
    return hand


# -- to the end of the match ---------------------------------------------------------------------------------------


def simulate_match(state: GutsState, seat: int, word: str, world: PossibleDeal) -> float:
    """Return the seat's share of the win in a simulated match after it declares `word` (“in” or “out”).

    `world` is the imagined deal of the current hand. The share is 1 if the seat wins alone, 0 if others win, and a
    fraction if several seats are tied.
    """
    table = state.copy()
    table.declared[seat] = word
    over, luck = _play_simulated_hand(table, world.keys, world.ghost), Random(world.luck)
    hands, chances = _list_weighted_hands(state.options)
    for _ in range(HANDS):
        if over:
            break
        pass_the_deal(table)
        if table.due:
            collect_antes(table)
        table.declared = [""] * table.seats
        order = table.list_seats_in_turn_order()
        ghost, *drawn = luck.choices(hands, cum_weights=chances, k=len(order) + 1)
        over = _play_simulated_hand(table, dict(zip(order, drawn, strict=True)), ghost)
    leading = table.match.leading_seats
    return (seat in leading) / len(leading)


@cache
def _list_weighted_hands(options: GutsOptions) -> tuple[Sequence[Key], Sequence[int]]:
    """Return the keys of all hands, best first, and for each the number of hands with this key or a better one."""
    return list(count_hands_by_key(options)), list(accumulate(count_hands_by_key(options).values()))


def _play_simulated_hand(state: GutsState, keys: Mapping[int, Key], ghost: Key) -> bool:
    """Settle a simulated hand, move the chips, and return whether the match is over.

    `keys` has the key of each seat's hand, which stands for its strength. `ghost` is the key of the ghost's hand, which
    is used only if these house rules have a ghost that plays against the players who are in.
    """
    spend_steps(A_HAND * (1 + state.seats))
    ins, options = _list_seats_in(state, keys), state.options
    stakes = Stakes(options, state.pot, state.match.scores)
    if not ins:
        return bool(pay_outcome(state, settle_all_out(stakes, keys))[0])
    comes = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
    return bool(
        pay_outcome(state, settle_showdown(stakes, {seat: keys[seat] for seat in ins}, ghost if comes else None))[0]
    )


def _list_seats_in(state: GutsState, keys: Mapping[int, Key]) -> list[int]:
    """Return the seats that are in at the end of a simulated hand.

    They have declared “in”, or have not declared yet and hold a hand that is good enough. `keys` has the key of each
    seat's hand, which stands for its strength.
    """
    shares, ins = compute_better_shares(state.options), list[int]()
    reaches: Reaches = ()
    for seat in state.list_seats_in_turn_order():
        said = state.declared[seat]
        if said == OUT or not state.can_go_in(seat):
            continue
        within = compute_bold_range(state, seat, reaches, count_others_still_declaring(state, seat))
        if said == IN or (shares[keys[seat]] <= within and not is_far_ahead(state, seat)):
            ins.append(seat)
            if not state.is_declaration_simultaneous:
                reaches += (within,)
    return ins


def can_skip_pot(state: GutsState, seat: int) -> bool:
    """Return whether a seat doesn't need this pot, since it leads by more than the pot and all antes to come.

    If the seat is certain to take the pot, the result is False.
    """
    return is_far_ahead(state, seat) and not is_certain_to_take_pot(state, seat)


def is_far_ahead(state: GutsState, seat: int) -> bool:
    """Return whether a seat still leads if one other player takes this pot and all antes to come."""
    scores, options = state.match.scores, state.options
    most = max([chips for other, chips in enumerate(scores) if other != seat])
    rounds = options.rounds - state.rounds - 1
    return scores[seat] - most > state.pot + rounds * options.ante * len(state.list_active_seats())
