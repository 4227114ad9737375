"""Exact searches of one turn: whether the seat can go out, and otherwise which cards it has to keep.

Natural cards are melded wherever they fit. The search only decides which ranks get wild twos to make a meld, and which
card is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import Card, subtract_cards
from games.engine.move import Group, Move
from games.engine.work_limits import spend_steps
from games.kit.rummy import build_discard_move, build_meld_move
from games.mille.melds import SHORTEST, TWO, count_wild_twos
from games.mille.options import MilleOptions
from games.mille.playing import add_to_meld as extend
from games.mille.playing import lay_new_meld as lay
from games.mille.playing import take_pile
from games.mille.possible_moves import list_cards_to_take_pile, list_meld_additions, list_new_melds
from games.mille.state import MilleState, has_enough_naturals
from games.mille.verbs import build_add_to_meld_move
from games.mille.verbs import build_take_pile_move as taking

Weight = Callable[[Card], int]
"""A function that returns the cost of a card left in hand."""
STEP = 3
"""The number of search steps for each way to use the twos."""
ANY = 99


def can_go_out(state: MilleState, seat: int) -> bool:
    """Return whether this seat can go out in its turn.

    If the seat hasn't drawn yet, only turns that begin by taking the pile are considered.

    Rulebook: out.empty, out.no-discard-needed.
    """
    tables = [state] if state.phase == "table" else list_states_after_taking_pile(state, seat)
    return any(not now.hands[seat] or not compute_least_weight_left(now, seat, lambda card: 1) for now in tables)


def list_states_after_taking_pile(state: MilleState, seat: int) -> Iterator[MilleState]:
    """Yield a state for each way in which the seat can take the pile: the state after this move."""
    for cards in list_cards_to_take_pile(state, seat):
        now = state.copy()
        take_pile(now, seat, taking(cards))
        yield now


def compute_least_weight_left(state: MilleState, seat: int, weight: Weight) -> int:
    """Return the least total weight of cards that can be left in hand at the end of the seat's turn.

    `weight` is a function that returns the weight of a card, such as its points. The seat first melds, and then
    discards if it has to.
    """
    hand, melds, options = state.hands[seat], state.melds[seat], state.options
    weights = [
        compute_least_unmelded_weight(options, subtract_cards(hand, [card]), melds, weight)
        for card in dict.fromkeys(hand)
    ]
    if not options.out_discard:
        weight_left = compute_least_unmelded_weight(options, hand, melds, weight)
        weights += [] if weight_left else [0]
    return min(weights)


def find_moves_to_go_out(state: MilleState, seat: int) -> list[Move] | None:
    """Return moves by which this seat goes out in its turn, or None if it can't.

    If the seat hasn't drawn yet, the first move takes the pile.
    """
    if state.phase == "take":
        for cards in list_cards_to_take_pile(state, seat):
            now = state.copy()
            take_pile(now, seat, taking(cards))
            rest = [] if not now.hands[seat] else find_moves_to_go_out(now, seat)
            if rest is not None:
                return [taking(cards), *rest]
        return None
    moves: list[Move] = []
    now = state.copy()
    while compute_least_weight_left(now, seat, lambda card: 1) == 0:
        hand = now.hands[seat]
        if len(hand) == 1 and not any(list_meld_additions(now, seat)):
            return [*moves, build_discard_move(hand[0])]
        step = next((then for then in _list_melding_moves(now, seat) if _can_still_go_out(*then, seat)), None)
        if step is None:
            return [*moves, build_discard_move(hand[0])]
        moves.append(step[0])
        now = step[1]
        if not now.hands[seat]:
            return moves
    return None


def _list_melding_moves(state: MilleState, seat: int) -> Iterator[tuple[Move, MilleState]]:
    """Yield each new meld or addition to a meld that the seat can make, with the state after the move."""
    for cards in list_new_melds(state, seat):
        now = state.copy()
        lay(now, seat, move := build_meld_move(cards))
        yield move, now
    for number, cards in list_meld_additions(state, seat):
        now = state.copy()
        extend(now, seat, move := build_add_to_meld_move(number, cards))
        yield move, now


def _can_still_go_out(move: Move, now: MilleState, seat: int) -> bool:
    """Return whether the seat can still go out in this turn. `now` is the state after `move`."""
    return not now.hands[seat] or not compute_least_weight_left(now, seat, lambda card: 1)


def compute_least_unmelded_weight(
    options: MilleOptions, hand: Sequence[Card], melds: Sequence[Group], weight: Weight
) -> int:
    """Return the least total weight of the cards that can stay in `hand` after melding, without a discard.

    `melds` are the seat's melds on the table. `weight` is a function that returns the weight of a card, such as its
    points.
    """
    laid = {meld[0].rank: meld for meld in melds}
    ranks: dict[int, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank, []).append(card)
    twos = ranks.pop(TWO, [])
    room = sum(
        _count_room_for_twos(options, len(meld) - count_wild_twos(meld), count_wild_twos(meld))
        for rank, meld in laid.items()
        if rank != TWO
    )
    short = []
    for rank, own in ranks.items():
        if rank in laid:
            room += 0 if options.wild_majority else len(own)
        elif len(own) >= SHORTEST:
            room += _count_room_for_twos(options, len(own), 0)
        else:
            short.append((len(own), sum(map(weight, own))))
    heavy = weight(twos[0]) if twos else 0

    def find_least_for_ranks(at: int, free: int, room: int) -> int:
        """Return the least total weight of cards that have to stay in hand, of the twos and the cards of some ranks.

        These ranks are in `short` from index `at` on. They have too few natural cards for a meld. `free` is the number
        of twos not used yet, and `room` the number of twos that can still be added to melds.
        """
        spend_steps(STEP)
        if at == len(short):
            return 0 if TWO in laid or free >= SHORTEST else heavy * max(0, free - room)
        number, cost = short[at]
        best, wild = cost + find_least_for_ranks(at + 1, free, room), SHORTEST - number
        if wild <= free and has_enough_naturals(options, SHORTEST, wild):
            best = min(
                best, find_least_for_ranks(at + 1, free - wild, room + _count_room_for_twos(options, number, wild))
            )
        return best

    return find_least_for_ranks(0, len(twos), room)


def list_lightest_cards_left(
    options: MilleOptions, hand: Sequence[Card], melds: Sequence[Group], weight: Weight
) -> list[Card]:
    """Return the cards that stay in `hand` if the seat melds so that their total weight is as small as possible.

    `melds` are the melds that are already on the table. `weight` is a function that returns the weight of a card, such
    as its points. Cards of a rank are melded all together or not at all, except twos.
    """
    found: list[Card] = []
    while least := compute_least_unmelded_weight(options, hand, melds, weight):
        ranks = {card.rank: [other for other in hand if other.rank == card.rank] for card in hand}
        for rank, cards in ranks.items():
            stay = cards[:1] if rank == TWO else cards
            rest = subtract_cards(hand, stay)
            if compute_least_unmelded_weight(options, rest, melds, weight) + sum(map(weight, stay)) == least:
                found, hand = [*found, *stay], rest
                break
    return found


def _count_room_for_twos(options: MilleOptions, natural: int, wild: int) -> int:
    """Return how many more wild twos fit a meld that has `natural` natural cards and `wild` wild twos."""
    if natural < options.min_naturals:
        return 0
    return ANY if options.wild_majority else natural - wild
