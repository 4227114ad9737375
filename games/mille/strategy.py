"""How cards are judged: what the pile is worth, what to lay and what to hold back, and which discard is safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.cards import Card
from games.engine.move import Move
from games.kit.rummy import discard, meld
from games.mille.endgame import left_over
from games.mille.laying import PAIR, additions, new_melds, takings
from games.mille.melds import ALL, SHORTEST, TWO, wild_in
from games.mille.scoring import VALUES, value
from games.mille.state import MilleState
from games.mille.verbs import LEAVE, STOCK, add, pile

RANKS_AND_NONE = 14
LOOSE = 9
"""What a card of which nothing is known counts on average, about."""
FEW_LEFT = 6
"""So many cards that cannot be laid are looked at closely for a way out."""
COSTLY = 50
"""A meld of such cards is laid as soon as it is there."""


class Style(NamedTuple):
    """How a player weighs things."""

    hold: int = 8
    """Sets are held back while the other player holds more cards than this, to take the pile with."""
    late: int = 16
    """And while the stock has more cards than this."""
    eager: float = 3.0
    """What each card of the pile is worth beyond its points, while there is time."""
    danger: float = 1.0
    """How much is thought of what the other player may take."""
    keep: float = 6.0
    """What a pair is worth in the hand."""
    pure: float = 1.0
    """How dear a clean hand is held."""


STEADY = Style()
CAREFUL = Style(eager=6.0, danger=4.0)
"""Thinks more of the pile, and of what the other player may do with it."""


class Seen(NamedTuple):
    """What a seat knows of the cards, by rank."""

    mine: list[int]
    theirs: list[int]
    """Cards of the other hand that all have seen."""
    unseen: list[int]
    held: int
    """Unseen cards in the other hand."""
    hidden: int
    """Unseen cards in all."""


def counts(cards: Sequence[Card]) -> list[int]:
    """Return how many cards there are of each rank."""
    found = [0] * RANKS_AND_NONE
    for card in cards:
        found[card.rank] += 1
    return found


def seen(state: MilleState, seat: int) -> Seen:
    """Return what this seat has seen."""
    other = 1 - seat
    mine, theirs = counts(state.hands[seat]), counts(state.known[other])
    unseen = [ALL - one - two for one, two in zip(mine, theirs, strict=True)]
    for card in state.pile:
        unseen[card.rank] -= 1
    for melds in state.melds:
        for laid in melds:
            for card in laid:
                unseen[card.rank] -= 1
    unseen[0] = 0
    held = len(state.hands[other]) - len(state.known[other])
    return Seen(mine, theirs, unseen, held, held + len(state.stock))


def chance_of_pair(known: Seen, rank: int) -> float:
    """Return how likely the other player holds two cards of a rank."""
    lacking = PAIR - known.theirs[rank]
    if lacking <= 0:
        return 1.0
    unseen = known.unseen[rank]
    if unseen < lacking or not known.hidden:
        return 0.0
    each = known.held / known.hidden
    none = (1 - each) ** unseen
    if lacking == 1:
        return 1 - none
    one = unseen * each * (1 - each) ** (unseen - 1)
    return max(0.0, 1 - none - one)


def pressure(state: MilleState, seat: int) -> float:
    """Return how likely, roughly, it is to be caught with cards soon: from 0 to 1."""
    theirs = len(state.hands[1 - seat])
    return 1.0 if theirs <= 2 else min(1.0, 2.5 / (theirs - 1))


def is_dirty(state: MilleState, seat: int) -> bool:
    """Return whether a wild two lies among the melds of a seat."""
    return any(wild_in(laid) for laid in state.melds[seat])


# -- taking --------------------------------------------------------------------------------------


def gain_of_pile(state: MilleState, seat: int, style: Style) -> float:
    """Return what the pile is worth to this seat, more or less, beyond a card from the stock."""
    laid = {one[0].rank for one in state.melds[seat]}
    rest = [*state.hands[seat], *state.pile]
    number = counts(rest)
    fold = 1 if is_dirty(state, seat) or state.options.clean_needs_out else 2
    near, now = pressure(state, seat), state.pile[-1].rank
    worth = 0.0
    for card in state.pile:
        rank = card.rank
        if rank == now or number[rank] >= SHORTEST or rank in laid:
            worth += VALUES[card] * fold + style.eager
        else:
            pair = number[rank] == PAIR or rank == TWO
            worth += style.eager * (1 + pair) * (1 - near) - VALUES[card] * near
    return worth


def take(state: MilleState, seat: int, style: Style = STEADY) -> Move:
    """The stock or the pile."""
    found = list(takings(state, seat))
    if not found:
        return (STOCK if state.can_draw else LEAVE).alone
    if state.can_draw and gain_of_pile(state, seat, style) <= 2 * style.eager:
        return STOCK.alone
    return pile(min(found, key=lambda cards: (len(cards), -value(cards))))


# -- laying --------------------------------------------------------------------------------------


def naturally_loose(state: MilleState, seat: int) -> list[Card]:
    """The cards of a hand that cannot be laid without wild twos."""
    number, laid = counts(state.hands[seat]), {one[0].rank for one in state.melds[seat]}
    return [card for card in state.hands[seat] if number[card.rank] < SHORTEST and card.rank not in laid]


def wants_to_lay(state: MilleState, seat: int, style: Style) -> bool:
    """Return whether it is time to lay what can be laid."""
    if len(state.hands[1 - seat]) <= style.hold or len(state.stock) <= style.late:
        return True
    return len(naturally_loose(state, seat)) <= SHORTEST


def next_lay(state: MilleState, seat: int, style: Style = STEADY) -> Move | None:
    """Return what to lay next, or None to end the turn."""
    everything = wants_to_lay(state, seat, style)
    for move in natural_lays(state, seat):
        if everything or value(move.cards) >= COSTLY:
            return move
    return _wild(state, seat, style) if everything else None


def natural_lays(state: MilleState, seat: int) -> Iterator[Move]:
    """Yield what can be laid without wild twos: all cards of a rank at once."""
    hand, keeps = state.hands[seat], state.options.out_discard
    for number, laid in enumerate(state.melds[seat], 1):
        own = tuple(card for card in hand if card.rank == laid[0].rank)
        own = own[: len(hand) - 1] if keeps else own
        if own:
            yield add(number, own)
    for cards in new_melds(state, seat):
        if cards[0].rank == cards[-1].rank:
            yield meld(cards)


def _wild(state: MilleState, seat: int, style: Style) -> Move | None:
    """A move with a wild two, if it pays: to go out, to get rid of much, or because one lies there anyway."""
    twos = counts(state.hands[seat])[TWO]
    if not twos:
        return None
    loose = naturally_loose(state, seat)
    helped = list(_wild_moves(state, seat))
    if not helped:
        return None
    best = max(helped, key=lambda move: value(move.cards))
    if len(loose) <= FEW_LEFT + twos and left_over(state, seat, lambda card: 1) == 0:
        return best
    if is_dirty(state, seat):
        return best if pressure(state, seat) > 0.3 or len(best.cards) > 1 else None
    lost = sum(map(value, state.melds[seat]))
    return best if 2 * value(best.cards) * pressure(state, seat) > style.pure * lost + LOOSE else None


def _wild_moves(state: MilleState, seat: int) -> Iterator[Move]:
    for cards in new_melds(state, seat):
        if cards[0].rank != cards[-1].rank:
            yield meld(cards)
    for number, cards in additions(state, seat):
        if cards[0].rank == TWO:
            yield add(number, cards)


# -- discarding ----------------------------------------------------------------------------------


def cost_of(state: MilleState, seat: int, card: Card, known: Seen, style: Style = STEADY) -> float:
    """Return what it costs to throw this card: what it was good for, and what it may give away."""
    rank, near = card.rank, pressure(state, seat)
    mine = known.mine[rank]
    stake = style.eager * len(state.pile) + value(state.pile) * 0.5 + 2 * VALUES[card] + 6
    danger = style.danger * chance_of_pair(known, rank) * stake
    if rank == TWO and not state.options.twos_take_two:
        danger = 0.0
    company = style.keep * min(mine - 1, 2) * (1 + 0.1 * VALUES[card]) * (known.unseen[rank] > 0 or mine > 2)
    wild = 24.0 if rank == TWO else 0.0
    return danger + company * (1 - 0.5 * near) + wild - VALUES[card] * near


def throw(state: MilleState, seat: int, style: Style = STEADY) -> list[Card]:
    """The kinds of cards of a hand, the best to discard first."""
    known = seen(state, seat)
    hand = dict.fromkeys(state.hands[seat])
    return sorted(hand, key=lambda card: (cost_of(state, seat, card, known, style), card.index))


def choose(state: MilleState, seat: int, style: Style = STEADY) -> Move:
    """Return what rule of thumb says."""
    if state.phase == "take":
        return take(state, seat, style)
    move = next_lay(state, seat, style)
    return move if move is not None else discard(throw(state, seat, style)[0])
