"""Exact answers about one turn: can it end the hand, and what is the least that must stay in hand?

Naturals go where they can; all that is to be decided is which ranks twos help to a meld, and what is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import Card, without
from games.engine.move import Group, Move
from games.engine.work import spend
from games.kit.rummy import discard, meld
from games.mille.laying import additions, new_melds, takings
from games.mille.melds import SHORTEST, TWO, wild_in
from games.mille.options import MilleOptions
from games.mille.playing import add as extend
from games.mille.playing import meld as lay
from games.mille.playing import pile
from games.mille.state import MilleState, enough_naturals
from games.mille.verbs import add
from games.mille.verbs import pile as taking

Weight = Callable[[Card], int]
"""What it costs to be left with a card."""
STEP = 3
"""What it takes to look at one way to use twos, in steps of a search."""
ANY = 99


def can_go_out(state: MilleState, seat: int) -> bool:
    """Return whether this seat can go out in its turn; before it has taken, by taking the pile.

    Rulebook: out.empty, out.no-discard-needed.
    """
    tables = [state] if state.phase == "table" else after_taking(state, seat)
    return any(not now.hands[seat] or not left_over(now, seat, lambda card: 1) for now in tables)


def after_taking(state: MilleState, seat: int) -> Iterator[MilleState]:
    """The table after each way to take the pile."""
    for cards in takings(state, seat):
        now = state.copy()
        pile(now, seat, taking(cards))
        yield now


def left_over(state: MilleState, seat: int, weight: Weight) -> int:
    """The least weight of the cards that this seat can be left with after its melds and its discard."""
    hand, melds, options = state.hands[seat], state.melds[seat], state.options
    found = [unlaid(options, without(hand, [card]), melds, weight) for card in dict.fromkeys(hand)]
    if not options.out_discard:
        whole = unlaid(options, hand, melds, weight)
        found += [] if whole else [0]
    return min(found)


def way_out(state: MilleState, seat: int) -> list[Move] | None:
    """The moves by which this seat goes out in its turn, before it has taken by taking the pile; None if it cannot."""
    if state.phase == "take":
        for cards in takings(state, seat):
            now = state.copy()
            pile(now, seat, taking(cards))
            rest = [] if not now.hands[seat] else way_out(now, seat)
            if rest is not None:
                return [taking(cards), *rest]
        return None
    found: list[Move] = []
    now = state.copy()
    while left_over(now, seat, lambda card: 1) == 0:
        hand = now.hands[seat]
        if len(hand) == 1 and not any(additions(now, seat)):
            return [*found, discard(hand[0])]
        step = next((then for then in _steps(now, seat) if _goes_on(*then, seat)), None)
        if step is None:
            return [*found, discard(hand[0])]
        found.append(step[0])
        now = step[1]
        if not now.hands[seat]:
            return found
    return None


def _steps(state: MilleState, seat: int) -> Iterator[tuple[Move, MilleState]]:
    """Yield what can be laid, each with the table after it."""
    for cards in new_melds(state, seat):
        now = state.copy()
        lay(now, seat, move := meld(cards))
        yield move, now
    for number, cards in additions(state, seat):
        now = state.copy()
        extend(now, seat, move := add(number, cards))
        yield move, now


def _goes_on(move: Move, now: MilleState, seat: int) -> bool:
    """Return whether a way out is left after this move."""
    return not now.hands[seat] or not left_over(now, seat, lambda card: 1)


def unlaid(options: MilleOptions, hand: Sequence[Card], melds: Sequence[Group], weight: Weight) -> int:
    """The least weight of the cards of a hand that cannot be laid beside these melds."""
    laid = {meld[0].rank: meld for meld in melds}
    ranks: dict[int, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank, []).append(card)
    twos = ranks.pop(TWO, [])
    room = sum(_room(options, len(meld) - wild_in(meld), wild_in(meld)) for rank, meld in laid.items() if rank != TWO)
    short = []
    for rank, own in ranks.items():
        if rank in laid:
            room += 0 if options.wild_majority else len(own)
        elif len(own) >= SHORTEST:
            room += _room(options, len(own), 0)
        else:
            short.append((len(own), sum(map(weight, own))))
    heavy = weight(twos[0]) if twos else 0

    def least(at: int, free: int, room: int) -> int:
        """The least weight left from this short rank on, with so many twos and places for them."""
        spend(STEP)
        if at == len(short):
            return 0 if TWO in laid or free >= SHORTEST else heavy * max(0, free - room)
        number, cost = short[at]
        best, wild = cost + least(at + 1, free, room), SHORTEST - number
        if wild <= free and enough_naturals(options, SHORTEST, wild):
            best = min(best, least(at + 1, free - wild, room + _room(options, number, wild)))
        return best

    return least(0, len(twos), room)


def cards_left(options: MilleOptions, hand: Sequence[Card], melds: Sequence[Group], weight: Weight) -> list[Card]:
    """Cards of a hand that stay where as little as may be is left: whole ranks, and single twos."""
    found: list[Card] = []
    while least := unlaid(options, hand, melds, weight):
        ranks = {card.rank: [one for one in hand if one.rank == card.rank] for card in hand}
        for rank, cards in ranks.items():
            stay = cards[:1] if rank == TWO else cards
            rest = without(hand, stay)
            if unlaid(options, rest, melds, weight) + sum(map(weight, stay)) == least:
                found, hand = [*found, *stay], rest
                break
    return found


def _room(options: MilleOptions, natural: int, wild: int) -> int:
    """Return how many more wild twos a meld takes."""
    if natural < options.min_naturals:
        return 0
    return ANY if options.wild_majority else natural - wild
