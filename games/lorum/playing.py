"""Effects of moves in Lórum: how each kind of hand continues, how it ends, and what it pays."""

from __future__ import annotations

from games.cards import Card
from games.engine.event import Event, did
from games.engine.move import Move
from games.engine.state import DEALER, Result
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
    counts,
    deal_of,
    following,
    last_mark,
)
from games.lorum.paying import Settlement, for_units, settled, to_one, to_pot
from games.lorum.state import LorumState, phase_of


def deal(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Deal eight cards to each seat and start the next hand.

    The hand is void, and the same dealer deals again, if house rules say so for a starter with nothing but hearts.

    Rulebook: deal.eight-each, deal.every-hand, hand.order, hand.starter.
    """
    state.clear()
    dealer = state.match.dealer
    assert dealer is not None
    state.contract = deal_of(state.match.deals + 1, state.options).contract
    state.deal(move.cards, state.starter, [1] * SIZE)
    events = [Event("deal", dealer, facts={"title": TITLES[state.contract]})]
    if _dealt_anew(state):
        events.append(Event("void", state.starter))
        state.clear()
        state.phase, state.waiting = "deal", (DEALER,)
        return events
    state.leader = state.starter
    state.wait_for(phase_of(state.contract, state.options), state.starter)
    return events


def _dealt_anew(state: LorumState) -> bool:
    """Return whether the hand is redealt because its starter has nothing but hearts.

    Rulebook: no-hearts.all-hearts-leader.
    """
    options = state.options
    watched = options.no_hearts_only_hearts == "redeal" and options.no_hearts_ban != "none"
    return state.contract == HEARTS and watched and all(card.suit == "H" for card in state.hands[state.starter])


# -- tricks ----------------------------------------------------------------------------------------


def play(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Play the chosen card as the current phase requires."""
    return _PLAYED[state.phase](state, seat, move.groups[0][0])


def turn_up(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Turn up a hidden card in the blind Ape, and finish the trick if it's complete.

    Rulebook: ape.blind-any-position, ape.blind-followed, ape.blind-unfollowed, ape.blind-next-lead.
    """
    assert move.number is not None
    card = state.hands[seat][move.number - 1]
    events = [Event("turn-up", seat, (card,))]
    if not state.lay(seat, card):
        return events
    cards, leader = list(state.trick), state.leader
    winner = state.take()
    if state.followed(cards):
        return [*events, Event("trick", winner, facts={"trick": len(state.tricks)}), *_go_on(state, winner)]
    same = state.options.ape_unfollowed_lead == "same-leader"
    state.leader = leader if same else state.after(leader)
    return [*events, Event("own"), *_go_on(state, state.leader)]


def _to_trick(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play a card to a trick, and finish the trick if it's complete. Rulebook: trick.winner, trick.winner-leads."""
    events = [Event("play", seat, (card,))]
    if not state.lay(seat, card):
        return events
    winner = state.take()
    return [*events, Event("trick", winner, facts={"trick": len(state.tricks)}), *_go_on(state, winner)]


def _go_on(state: LorumState, leader: int) -> list[Event]:
    """Start the next trick, or settle the hand if it's over. Rulebook: trick.count, avoid.early-end, ape.stop."""
    if len(state.tricks) < SIZE and not _decided(state):
        state.wait_for(state.phase, leader)
        return []
    units = state.units()
    if state.contract == APE:
        return _finish(state, to_pot(_owed(units), "ape.stop"), _lowest(units), units)
    return _finish(state, for_units(units, state.options.sweep_reward), None, units)


def _decided(state: LorumState) -> bool:
    """Return whether the hand stops early because nothing is left to pay for."""
    options = state.options
    if state.contract == APE:
        return options.ape_stop_early and KING in state.tricks[-1].cards
    if not options.avoid_early_end or state.contract not in (HEARTS, QUEENS):
        return False
    price = state.costs
    if any(card in price for hand in state.hands for card in hand):
        return False
    return sum(state.units()) == sum(price.values())


# -- Train -----------------------------------------------------------------------------------------


def _to_train(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Add a card to the Train, pay for the marks it reaches, and end the hand if it's over.

    Rulebook: train.call, train.reach, train.end.
    """
    before = state.total
    state.hands[seat].remove(card)
    state.played.append(card)
    total = state.total = before + counts(card, state.options)
    events = [Event("play", seat, (card,), {"total": total})]
    for mark in [mark for mark in MARKS if before < mark <= total]:
        paid = _pay_at_once(state, seat, MARKS[mark])
        events.append(Event("mark", seat, facts={"mark": mark, "paid": paid}))
    no_more = state.options.train_stop_when_settled and total >= last_mark(state.options)
    if no_more or not any(state.hands):
        return events + _finish(state, Settlement(case="train.end"), None, _left(state), total=total)
    state.wait_for("train", state.after(seat))
    return events


def _pay_at_once(state: LorumState, seat: int, price: int) -> int:
    """Move chips from a seat to the pot during a hand, and return how many were paid."""
    change, pot = settled(to_pot({seat: price}, ""), state.match.scores, state.order, state.options.chips_debt)
    state.match.scores[seat] += change[seat]
    state.pot += pot
    state.paid[seat] += pot
    return pot


# -- Quart -----------------------------------------------------------------------------------------


def _to_quart(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play the sequence in Quart that this card opens, each card from the hand of the player who holds it.

    Ends the hand if a player runs out of cards. Otherwise the player of the last card opens the next sequence.

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
            left = _left(state)
            return events + _finish(state, to_one(seat, _owed(left), "quart.end"), [seat], left)
        coming = following(card, state.options)
        if coming is None or coming in state.played or state.run == state.options.quart_length:
            state.wait_for("quart", seat)
            return [*events, did("closed", seat)]
        seat, card = _holder(state, coming), coming


def _holder(state: LorumState, card: Card) -> int:
    """Return the seat that holds a card. Raises BadPosition if the position doesn't say who holds it."""
    for seat, hand in enumerate(state.hands):
        if card in hand:
            return seat
    raise BadPosition(f"Nobody knows here who holds {card.code}, which comes next.")


# -- Domino ----------------------------------------------------------------------------------------


def _to_domino(state: LorumState, seat: int, card: Card) -> list[Event]:
    """Play a card to the Domino layout, and settle the hand if it was the seat's last card.

    Rulebook: domino.extend, domino.end, domino.take-pot.
    """
    state.hands[seat].remove(card)
    state.played.append(card)
    state.passes = 0
    events = [Event("play", seat, (card,))]
    if state.hands[seat]:
        state.wait_for("domino", state.after(seat))
        return events
    left = _left(state)
    return events + _finish(state, to_pot(_owed(left), "domino.end"), [seat], left)


def pass_by(state: LorumState, seat: int, move: Move) -> list[Event]:
    """Pass in Domino, and pay the fee for it if there is one. Rulebook: domino.pass."""
    paid = _pay_at_once(state, seat, state.options.domino_pass_fee)
    state.passes += 1
    state.wait_for("domino", state.after(seat))
    return [Event("pass", seat, facts={"paid": paid})]


_PLAYED = {"play": _to_trick, "train": _to_train, "quart": _to_quart, "domino": _to_domino}


# -- settling a hand -------------------------------------------------------------------------------


def _left(state: LorumState) -> list[int]:
    """Return how many cards each seat still holds."""
    return [len(hand) for hand in state.hands]


def _owed(units: list[int]) -> dict[int, int]:
    """Return one chip for each unit by seat, without the seats that have no units."""
    return {seat: number for seat, number in enumerate(units) if number}


def _lowest(units: list[int]) -> list[int]:
    return [seat for seat, number in enumerate(units) if number == min(units)]


def _finish(
    state: LorumState, settlement: Settlement, winners: list[int] | None, units: list[int], **facts: int
) -> list[Event]:
    """Settle the hand, then prepare the next hand or end the match.

    If `winners` is None, the seats that gained most win the hand. `units` and `facts` are reported with the result.

    Rulebook: setup.chips, end.hands, end.winner.
    """
    match = state.match
    change, pot = settled(settlement, match.scores, state.order, state.options.chips_debt)
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
    events = [match.ended(Result(settlement.case, tuple(best), tuple(gained), known))]
    if match.deals == HANDS:
        state.end(match.leading)
        return [*events, Event("match", facts={"winners": list(match.winners), "most": max(match.scores)})]
    places = deal_of(match.deals + 1, state.options).place - deal_of(match.deals, state.options).place
    match.dealer = state.after(match.dealer or 0, places % SEATS)
    state.pause()
    return events
