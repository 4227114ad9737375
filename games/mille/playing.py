"""The effects of moves: one function per verb, with helpers for draws and the end of a hand."""

from __future__ import annotations

from games.cards import Card
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DEALER
from games.mille.melds import get_meld_rank, name_rank, sort_meld
from games.mille.possible_moves import build_meld_with_upcard
from games.mille.scoring import finish_hand
from games.mille.state import HAND, MilleState

FEW = 2
"""A player who has this many cards or fewer after the discard says how many are left. Rulebook: discard.one."""


def deal(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Deal the hands, the stock, and the first upcard; the nondealer begins.

    Rulebook: deal.hand-size, deal.upcard, turn.first.
    """
    dealer, order = state.match.dealer, move.cards
    assert dealer is not None
    state.clear()
    first = 1 - dealer
    state.hands[first], state.hands[dealer] = list(order[0 : 2 * HAND : 2]), list(order[1 : 2 * HAND : 2])
    state.stock = list(order[: 2 * HAND - 1 : -1])
    card = state.stock.pop()
    state.pile.append(card)
    state.wait_for("take", first)
    return [Event("deal", dealer, facts={"cards_each": HAND}), Event("turned-up", cards=(card,))]


# -- taking --------------------------------------------------------------------------------------


def draw_from_stock(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Draw the top card of the stock, or have the dealer reshuffle if the stock is empty.

    Rulebook: take.stock, stock.reshuffle.
    """
    if state.stock:
        return _draw_stock_card(state, seat)
    state.phase, state.waiting = "reshuffle", (DEALER,)
    return []


def _draw_stock_card(state: MilleState, seat: int) -> list[Event]:
    card = state.stock.pop()
    state.hands[seat].append(card)
    state.came = [card]
    state.wait_for("table", seat)
    return [Event("stock", seat, (card,), seen_by=(seat,))]


def reshuffle(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Make the pile below its top card the new stock, and then draw a card for the seat whose turn it is.

    Rulebook: stock.reshuffle.
    """
    state.stock = list(move.cards[::-1])
    state.pile = state.pile[-1:]
    state.reshuffles += 1
    return [Event("reshuffle"), *_draw_stock_card(state, state.turn)]


def end_hand(state: MilleState, seat: int, move: Move) -> list[Event]:
    """End the hand, since there's no card to draw and the seat doesn't take the pile. Rulebook: stock.dead."""
    return [build_event("leave", seat), *finish_hand(state, "stock.dead")]


def take_pile(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Take the discard pile: meld the upcard with the chosen cards, and take the rest into the hand.

    If no cards are chosen, and the upcard is a two that can be taken without a pair, it goes into the hand. Rulebook:
    take.pile-pair, take.pile-first, take.whole-pile, take.starter-two.
    """
    card = state.pile[-1]
    if not move.cards and state.is_starter_two_takeable:
        state.pile = []
        _add_known_cards(state, seat, [card])
        return [Event("starter", seat, (card,))]
    meld = build_meld_with_upcard(state, seat, move.cards)
    state.remove_from_hand(seat, move.cards)
    place = state.find_meld_index(seat, card.rank)
    if place is None:
        state.melds[seat].append(meld)
    else:
        state.melds[seat][place] = meld
    rest = state.pile[:-1]
    state.pile = []
    _add_known_cards(state, seat, rest)
    facts = {
        "rank": name_rank(card.rank),
        "laid": [one.code for one in sort_meld((card, *move.cards))],
        "rest": len(rest),
    }
    return [Event("pile", seat, (card, *move.cards), facts), *_finish_if_out(state, seat)]


def _add_known_cards(state: MilleState, seat: int, cards: list[Card]) -> None:
    """Put cards of the discard pile into a hand, and note that everyone knows them.

    The seat can then meld and discard: the next phase is `table`.
    """
    state.hands[seat] += cards
    state.record_known_cards(seat, cards)
    state.came = cards[:]
    state.wait_for("table", seat)


# -- melding and discarding ----------------------------------------------------------------------


def lay_new_meld(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Make a new meld of cards from the hand. Rulebook: meld.same-rank, wild.meld-of-twos."""
    cards = sort_meld(move.cards)
    state.remove_from_hand(seat, cards)
    state.melds[seat].append(cards)
    return [Event("meld", seat, cards), *_finish_if_out(state, seat)]


def add_to_meld(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Add cards from the hand to one of the seat's own melds. Rulebook: meld.add-own, wild.two."""
    assert move.number is not None
    melds, cards = state.melds[seat], move.cards
    state.remove_from_hand(seat, cards)
    melds[move.number - 1] = sort_meld((*melds[move.number - 1], *cards))
    return [
        Event("add", seat, cards, {"rank": name_rank(get_meld_rank(melds[move.number - 1]))}),
        *_finish_if_out(state, seat),
    ]


def discard(state: MilleState, seat: int, move: Move) -> list[Event]:
    """Discard a card, which ends the turn, or the hand if no cards are left. Rulebook: discard.one, out.empty."""
    state.remove_from_hand(seat, move.cards)
    state.pile.append(move.cards[0])
    state.came = []
    left = len(state.hands[seat])
    announced = left if state.options.announce and left <= FEW else 0
    events = [Event("discard", seat, move.cards, {"left": announced})]
    if not left:
        return events + finish_hand(state, "out.empty")
    state.turns += 1
    state.wait_for("take", 1 - seat)
    return events


def _finish_if_out(state: MilleState, seat: int) -> list[Event]:
    """End the hand if the seat has no cards left, and return the events. Rulebook: out.empty."""
    return [] if state.hands[seat] else finish_hand(state, "out.empty")
