"""Ratings of a hand: the melds in it, the use of the other cards, and how much a discard helps the next player.

They use only the seat's own cards and those in sight, never a card that is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.cards import Card
from games.engine.move import Move
from games.kit.melds import Meld, list_meld_extensions, list_pure_runs, list_represented_cards, order_meld
from games.kit.rummy import build_meld_move, filter_legal_moves
from games.vazhushal import legality
from games.vazhushal.moves import build_layoff_move
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import LAYOFF, MELD, VERBS
from games.vazhushal.wipe_search import list_new_melds

UNOPENED = 3.0
"""The cost, as a number of cards, for a player who hasn't opened yet."""


def meld_greedily(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Make melds in `state` as a simple player would, as long as possible, and yield each move after making it.

    The moves are pure sequences first, then melds with few wild cards, then lay-offs.
    """
    while True:
        move = choose_meld_or_layoff(state, seat)
        if move is None:
            return
        VERBS.apply_move(state, seat, move)
        yield move


def choose_meld_or_layoff(state: VazhushalState, seat: int) -> Move | None:
    """Return the meld or, if there is none, the lay-off that a simple player would make now; None if there is neither.

    Before it has opened, the player only makes the longest pure sequence. After that, it prefers melds with many cards
    and few wild cards.
    """
    hand = state.hands[seat]
    spare = len(hand) - (1 if state.phase == "table" and state.options.out_discard else 0)
    if MELD.is_possible(state, seat) and spare >= 3:
        best = _choose_meld(state, seat, hand, spare)
        if best is not None:
            return build_meld_move(best)
    if LAYOFF.is_possible(state, seat) and spare >= 1:
        return _choose_layoff(state, seat, hand)
    return None


def _choose_meld(state: VazhushalState, seat: int, hand: Sequence[Card], spare: int) -> Meld | None:
    if not state.has_opened(seat):
        fitting = [meld for meld in list_pure_runs(hand) if len(meld) <= spare]
        return max(fitting, key=len, default=None)
    best, worth = None, 0.0
    for new in list_new_melds(state, seat, hand):
        if len(new) > spare:
            break
        wild = sum(not card.natural for card in new)
        value = len(new) - 1.6 * wild
        if value > worth:
            best, worth = new, value
    return best


def _choose_layoff(state: VazhushalState, seat: int, hand: Sequence[Card]) -> Move | None:
    fitting = (
        build_layoff_move(number, (face,))
        for number, own in enumerate(state.melds[seat], 1)
        for face in list_meld_extensions(list_represented_cards(own))
        if face in hand
    )
    return next(filter_legal_moves(legality.check_layoff, state, seat, fitting), None)


def rate_loose_cards(cards: Iterable[Card], wilds: frozenset[Card], opened: bool) -> float:
    """Return how far unmelded cards are from being melded: the sum of a cost for each card.

    A wild card costs 0.25. Any other card costs 1, or less if it has partners among the cards. `opened` tells whether
    the player has a meld on the table; if so, partners of the same rank help more.
    """
    held = list(cards)
    natural = [card for card in held if card not in wilds]
    cost = 0.25 * (len(held) - len(natural))
    for card in natural:
        cost += 1.0 - rate_partner_cards(card, natural, opened)
    return cost


def rate_partner_cards(card: Card, natural: Sequence[Card], opened: bool) -> float:
    """Return how much the other natural cards help to meld this card, from 0 to 0.8.

    `opened` tells whether the player has a meld on the table; if so, cards of the same rank help more.
    """
    run, rank = 0.0, 0.0
    for other in natural:
        if other.suit == card.suit:
            gap = abs(other.rank - card.rank)
            gap = min(gap, 13 - gap) if 1 in (other.rank, card.rank) else gap
            if gap == 1:
                run += 0.35
            elif gap == 2:
                run += 0.22
        elif other.rank == card.rank:
            rank += 0.3
    return min(run, 0.6) + min(rank, 0.4) * (0.5 if opened else 0.12)


def rate_hand(state: VazhushalState, seat: int) -> float:
    """Return an estimate of how far a seat is from going out after a simple player's melds, in cards.

    This function makes these melds in `state`, so it changes the state.
    """
    for _ in meld_greedily(state, seat):
        pass
    opened = state.has_opened(seat)
    return rate_loose_cards(state.hands[seat], state.wilds, opened) + (0.0 if opened else UNOPENED)


def rate_discard_danger(state: VazhushalState, seat: int, card: Card) -> float:
    """Return the risk that a discard helps the next player.

    It depends on the newest cards of the line, and on cards known to be in the next player's hand.
    """
    if card in state.wilds:
        return 1.5
    risk = 0.0
    recent = [other for other in state.line[-6:] if other not in state.wilds]
    for other in recent:
        if other.suit == card.suit and 0 < abs(other.rank - card.rank) < 3:
            risk += 0.2
        elif other.rank == card.rank and other.suit != card.suit:
            risk += 0.1
    after = (seat + 1) % state.seats
    for known in state.known[after]:
        if known.suit == card.suit and 0 < abs(known.rank - card.rank) < 3:
            risk += 0.3
        elif known.rank == card.rank and known.suit != card.suit and state.has_opened(after):
            risk += 0.25
    return risk


def rank_discards(state: VazhushalState, seat: int) -> list[tuple[float, Card]]:
    """Return the cards that a seat could discard, best first, each as a pair of its rating and the card.

    The rating is the card's use in the hand plus the risk that it helps the next player. Low ratings are best.
    """
    hand = state.hands[seat]
    opened = state.has_opened(seat)
    natural = [card for card in hand if card not in state.wilds]
    weighed = []
    for card in dict.fromkeys(hand):
        worth = 1.2 if card in state.wilds else rate_partner_cards(card, natural, opened)
        weighed.append((worth + rate_discard_danger(state, seat, card), -min(card.rank, 10), card.index, card))
    weighed.sort(key=lambda one: one[:3])
    return [(worth, card) for worth, _, _, card in weighed]


def sort_cards_within_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return the melds with the cards of each meld in table order."""
    return tuple(order_meld(meld) for meld in melds)
