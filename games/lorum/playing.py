"""Effects of moves in Lórum: how each kind of hand continues, how it ends, and what it pays."""

from __future__ import annotations

from games.cards import Card
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DEALER, DealResult
from games.errors import BadPosition
from games.lorum.contracts import (
    APE,
    DOMINO,
    HANDS,
    HEARTS,
    KING,
    MARKS,
    QUEENS,
    SEATS,
    SIZE,
    TITLES,
    find_next_quart_card,
    get_last_train_mark,
    get_scheduled_hand,
    get_train_points,
)
from games.lorum.payments import (
    Settlement,
    build_pot_settlement,
    build_trick_hand_settlement,
    build_winner_settlement,
    settle_payments,
)
from games.lorum.state import LorumState, get_contract_phase


def deal(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Deal eight cards to each seat and start the next hand.

    House rules can void a hand of No hearts in which the player who starts has only hearts. Then the same dealer deals
    again.
    Rulebook: deal.eight-each, deal.every-hand, hand.order, hand.starter.
    """
    state.clear()
    dealer = state.match.dealer
    assert dealer is not None
    state.contract = get_scheduled_hand(state.match.deals + 1, state.options).contract
    state.deal_packets(move.cards, state.starting_seat, [1] * SIZE)
    events = [Event("deal", dealer, facts={"title": TITLES[state.contract]})]
    if _is_redealt(state):
        events.append(Event("void", state.starting_seat))
        state.clear()
        state.phase, state.waiting = "deal", (DEALER,)
        return events
    state.leader = state.starting_seat
    state.wait_for(get_contract_phase(state.contract, state.options), state.starting_seat)
    return events


def _is_redealt(state: LorumState) -> bool:
    """Return whether the hand is redealt because its starter has nothing but hearts.

    Rulebook: no-hearts.all-hearts-leader.
    """
    options = state.options
    watched = options.no_hearts_only_hearts == "redeal" and options.no_hearts_ban != "none"
    return state.contract == HEARTS and watched and all(card.suit == "H" for card in state.hands[state.starting_seat])


# -- tricks ----------------------------------------------------------------------------------------


def play_card(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Play the move's card as the current phase requires: to a trick, the Train, a Quart sequence, or Domino."""
    return _PLAYED[state.phase](state, seat, move.groups[0][0])


def turn_up_card(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Flip a hidden card of the seat's hand in the blind Ape, and finish the trick if it's complete.

    Rulebook: ape.blind-any-position, ape.blind-followed, ape.blind-unfollowed, ape.blind-next-lead.
    """
    assert move.number is not None
    card = state.hands[seat][move.number - 1]
    events = [Event("turn-up", seat, (card,))]
    if not state.play_to_trick(seat, card):
        return events
    cards, leader = list(state.trick), state.leader
    winner = state.finish_trick()
    if state.is_lead_followed(cards):
        return [*events, Event("trick", winner, facts={"trick": len(state.tricks)}), *_continue_hand(state, winner)]
    same = state.options.ape_unfollowed_lead == "same-leader"
    state.leader = leader if same else state.get_seat_after(leader)
    return [*events, Event("own"), *_continue_hand(state, state.leader)]


def _play_to_trick(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play a card to a trick, and finish the trick if it's complete. Rulebook: trick.winner, trick.winner-leads."""
    events = [Event("play", seat, (card,))]
    if not state.play_to_trick(seat, card):
        return events
    winner = state.finish_trick()
    return [*events, Event("trick", winner, facts={"trick": len(state.tricks)}), *_continue_hand(state, winner)]


def _continue_hand(state: LorumState, leader: int) -> list[Event]:
    """Start the next trick, or settle the hand if it's over. Rulebook: trick.count, avoid.early-end, ape.stop."""
    if len(state.tricks) < SIZE and not _is_hand_decided(state):
        state.wait_for(state.phase, leader)
        return []
    units = state.count_units()
    if state.contract == APE:
        return _finish_hand(
            state, build_pot_settlement(_map_owed_chips(units), "ape.stop"), _list_seats_with_fewest_units(units), units
        )
    return _finish_hand(state, build_trick_hand_settlement(units, state.options.sweep_reward), None, units)


def _is_hand_decided(state: LorumState) -> bool:
    """Return whether house rules end the hand early, because no card that is left costs any chips."""
    options = state.options
    if state.contract == APE:
        return options.ape_stop_early and KING in state.tricks[-1].cards
    if not options.avoid_early_end or state.contract not in (HEARTS, QUEENS):
        return False
    price = state.card_costs
    if any(card in price for hand in state.hands for card in hand):
        return False
    return sum(state.count_units()) == sum(price.values())


# -- Train -----------------------------------------------------------------------------------------


def _play_to_train(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Add a card to the Train, pay for the marks that its total reaches, and end the hand if it's over.

    A mark is a total that costs chips. Rulebook: train.call, train.reach, train.end.
    """
    before = state.total
    state.hands[seat].remove(card)
    state.played.append(card)
    total = state.total = before + get_train_points(card, state.options)
    events = [Event("play", seat, (card,), {"total": total})]
    for mark in [mark for mark in MARKS if before < mark <= total]:
        paid = _pay_into_pot(state, seat, MARKS[mark])
        events.append(Event("mark", seat, facts={"mark": mark, "paid": paid}))
    no_more = state.options.train_stop_when_settled and total >= get_last_train_mark(state.options)
    if no_more or not any(state.hands):
        return events + _finish_hand(state, Settlement(case="train.end"), None, _count_hand_cards(state), total=total)
    state.wait_for("train", state.get_seat_after(seat))
    return events


def _pay_into_pot(state: LorumState, seat: int, price: int) -> int:
    """Move `price` chips from a seat to the pot during a hand, and return how many were paid.

    If debts aren't allowed, the seat pays only the chips that it has.
    """
    change, pot = settle_payments(
        build_pot_settlement({seat: price}, ""),
        state.match.scores,
        state.seats_in_playing_order,
        state.options.chips_debt,
    )
    state.match.scores[seat] += change[seat]
    state.pot += pot
    state.paid[seat] += pot
    return pot


# -- Quart -----------------------------------------------------------------------------------------


def _play_quart_sequence(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play the sequence in Quart that starts with this card. Each card comes from the player who holds it.

    This ends the hand if a player runs out of cards. Otherwise, the player of the last card opens the next sequence.

    Rulebook: quart.next-card, quart.stop-four, quart.stop-played, quart.restart, quart.end.
    """
    events: list[Event] = []
    state.run = 0
    while True:
        state.hands[seat].remove(card)
        state.played.append(card)
        state.run += 1
        events.append(Event("play", seat, (card,)))
        if not state.hands[seat]:
            left = _count_hand_cards(state)
            return events + _finish_hand(
                state, build_winner_settlement(seat, _map_owed_chips(left), "quart.end"), [seat], left
            )
        coming = find_next_quart_card(card, state.options)
        if coming is None or coming in state.played or state.run == state.options.quart_length:
            state.wait_for("quart", seat)
            return [*events, build_event("closed", seat)]
        seat, card = _get_holder(state, coming), coming


def _get_holder(state: LorumState, card: Card) -> int:
    """Return the seat that holds a card. Raises BadPosition if no hand in the state has it."""
    for seat, hand in enumerate(state.hands):
        if card in hand:
            return seat
    raise BadPosition(f"The next card is {card.code}, but the position doesn’t say who holds it.")


# -- Domino ----------------------------------------------------------------------------------------


def _play_to_domino(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play a card to the Domino layout, and settle the hand if it was the seat's last card.

    Rulebook: domino.extend, domino.end, domino.take-pot.
    """
    state.hands[seat].remove(card)
    state.played.append(card)
    state.passes = 0
    events = [Event("play", seat, (card,))]
    if state.hands[seat]:
        state.wait_for("domino", state.get_seat_after(seat))
        return events
    left = _count_hand_cards(state)
    return events + _finish_hand(state, build_pot_settlement(_map_owed_chips(left), "domino.end"), [seat], left)


def pass_in_domino(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Pass in Domino, and pay the fee for it if there is one. Rulebook: domino.pass."""
    paid = _pay_into_pot(state, seat, state.options.domino_pass_fee)
    state.passes += 1
    state.wait_for("domino", state.get_seat_after(seat))
    return [Event("pass", seat, facts={"paid": paid})]


_PLAYED = {"play": _play_to_trick, "train": _play_to_train, "quart": _play_quart_sequence, "domino": _play_to_domino}


# -- settling a hand -------------------------------------------------------------------------------


def _count_hand_cards(state: LorumState) -> list[int]:
    """Return how many cards each seat still holds."""
    return [len(hand) for hand in state.hands]


def _map_owed_chips(units: list[int]) -> dict[int, int]:
    """Return a dict from seats to the chips that they owe: one for each unit. Seats without units are left out.

    A unit is a trick taken, a chip that a taken card costs, or a card left in hand. `units` has each seat's number.
    """
    return {seat: number for seat, number in enumerate(units) if number}


def _list_seats_with_fewest_units(units: list[int]) -> list[int]:
    return [seat for seat, number in enumerate(units) if number == min(units)]


def _finish_hand(
    state: LorumState, settlement: Settlement, winners: list[int] | None, units: list[int], **facts: int
) -> list[Event]:
    """Make the payments at the end of a hand, and then prepare the next hand or end the match. Return the events.

    If `winners` is None, the seats that gained most win the hand. `units` has for each seat its tricks, the chips that
    its taken cards cost, or the number of cards left in its hand. `units` and `facts` are recorded with the result.

    Rulebook: setup.chips, end.hands, end.winner.
    """
    match = state.match
    change, pot = settle_payments(settlement, match.scores, state.seats_in_playing_order, state.options.chips_debt)
    state.pot += pot
    if state.contract == DOMINO and winners:
        facts["pot"] = state.pot
        change[winners[0]] += state.pot
        state.pot = 0
    match.scores = [score + moved for score, moved in zip(match.scores, change, strict=True)]
    gained = [moved - paid for moved, paid in zip(change, state.paid, strict=True)]
    most = max(gained)
    best = [seat for seat in range(SEATS) if gained[seat] == most] if winners is None else winners
    known = {
        "units": units,
        "change": gained,
        "chips": list(match.scores),
        "takers": [seat for seat in range(SEATS) if units[seat]],
        "clean": [seat for seat in range(SEATS) if not units[seat]],
        "reward": state.options.sweep_reward,
        **facts,
    }
    events = [match.finish_deal(DealResult(settlement.case, tuple(best), tuple(gained), known))]
    if match.deals == HANDS:
        state.end_match(match.leading_seats)
        return [*events, Event("match", facts={"winners": list(match.winners), "most": max(match.scores)})]
    places = (
        get_scheduled_hand(match.deals + 1, state.options).place - get_scheduled_hand(match.deals, state.options).place
    )
    match.dealer = state.get_seat_after(match.dealer or 0, places % SEATS)
    state.end_deal()
    return events
