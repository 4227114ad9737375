"""The effects of moves: one function per verb, with helpers for captures and the end of a turn."""

from __future__ import annotations

from games.cards import RANKS, Card, format_cards
from games.chinese_ten.card_values import LAID, classify_layout, find_repeated_self_matching_rank, get_hand_size
from games.chinese_ten.scoring import finish_deal
from games.chinese_ten.state import ChineseTenState
from games.engine.event import Event
from games.engine.move import Group, Move
from games.engine.state import DEALER


def deal(state: ChineseTenState, seat: int, move: Move) -> list[Event]:
    """Deal hands, layout, and stock, unless the layout requires a redeal.

    If all four cards of the layout have a rank that captures its own rank, such as kings, they go to the dealer. House
    rules can change this.

    Rulebook: deal.hand-size, deal.layout, deal.stock, triple.set, four.dealer-takes.
    """
    state.clear()
    order, dealer, seats = move.cards, state.match.dealer or 0, state.seats
    dealt = seats * get_hand_size(seats)
    for place in range(seats):
        state.hands[state.get_seat_after(dealer, place + 1)] = list(order[place:dealt:seats])
    layout = order[dealt : dealt + LAID]
    events = [Event("deal", dealer, layout, {"each": get_hand_size(seats)})]
    kind = classify_layout(layout, state.options)
    if kind == "redeal":
        state.clear()
        state.phase, state.waiting = "deal", (DEALER,)
        return [Event("redeal", dealer, layout)]
    state.stock = list(reversed(order[dealt + LAID :]))
    if kind == "four":
        state.piles[dealer] = list(layout)
        events.append(Event("four", dealer, layout))
    else:
        state.layout = list(layout)
        state.triple = RANKS[find_repeated_self_matching_rank(layout) - 1] if kind == "triple" else ""
    state.wait_for("play", state.first_seat)
    return events


def play_card(state: ChineseTenState, seat: int, move: Move) -> list[Event]:
    """Play a card, which captures the chosen cards or stays in the layout.

    Rulebook: play.one-card, capture.to-pile, capture.none.
    """
    card = move.groups[0][0]
    state.hands[seat].remove(card)
    state.phase = "turn"
    if not move.named:
        state.layout.append(card)
        return [Event("play", seat, (card,))]
    return [_capture_cards(state, seat, "capture", card, move.named[0][1])]


def flip_stock(state: ChineseTenState, seat: int, move: Move) -> list[Event]:
    """Flip the top card of the stock. It captures, stays in the layout, or waits for the player's choice.

    Rulebook: stock.flip, stock.may-take-fresh.
    """
    card = state.stock.pop()
    ways = state.list_captures(card)
    if not ways:
        state.layout.append(card)
        return _end_turn(state, seat, Event("turn", seat, (card,)))
    if len(ways) > 1 or state.options.capture_optional:
        state.turned, state.phase = card, "choose"
        return [Event("open", seat, (card,))]
    return _end_turn(state, seat, _capture_cards(state, seat, "catch", card, ways[0]))


def capture_with_flipped_card(state: ChineseTenState, seat: int, move: Move) -> list[Event]:
    """Capture the chosen cards with the flipped card. Rulebook: capture.choice."""
    card, state.turned = state.turned, None
    assert card is not None
    return _end_turn(state, seat, _capture_cards(state, seat, "take", card, move.cards))


def leave_flipped_card(state: ChineseTenState, seat: int, move: Move) -> list[Event]:
    """Leave the flipped card in the layout, under house rules that make captures optional.

    Rulebook: capture.mandatory.
    """
    card, state.turned = state.turned, None
    assert card is not None
    state.layout.append(card)
    return _end_turn(state, seat, Event("leave", seat, (card,)))


def _capture_cards(state: ChineseTenState, seat: int, kind: str, card: Card, taken: Group) -> Event:
    layout = state.layout
    for other in taken:
        layout.remove(other)
    state.piles[seat] += (card, *taken)
    return Event(kind, seat, (card,), {"taken": format_cards(taken)})


def _end_turn(state: ChineseTenState, seat: int, event: Event) -> list[Event]:
    """End the turn, or the whole deal if the stock is empty.

    Returns the events: the given event of this turn, then those of the end of the deal.

    Rulebook: turn.order, end.last-card.
    """
    if not state.stock:
        return [event, *finish_deal(state)]
    state.phase, state.turn = "play", (after := state.get_seat_after(seat))
    state.waiting = (after,)
    return [event]
