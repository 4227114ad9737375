"""The effects of a move: one function per verb, with helpers for draws and offers of the upcard."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, Card, format_cards
from games.contract_rummy.contracts import count_hands, describe_contract, get_hand_size
from games.contract_rummy.melds import Meld, MeldRules, build_meld, extend_meld, list_swappable_cards, swap_joker
from games.contract_rummy.options import TURNS
from games.contract_rummy.scoring import finish_hand
from games.contract_rummy.state import ASKED, HIDDEN, QUIET, WANTS, ContractRummyState
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DEALER
from games.errors import RulesError
from games.kit.rummy import decode_meld_number

# -- dealing ---------------------------------------------------------------------------------------------


def deal(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Deal the cards and the first upcard. Rulebook: deal.direction, deal.hand-size, deal.upcard, turn.first-player."""
    dealer, seats, order = state.match.dealer, state.seats, move.cards
    assert dealer is not None
    state.number = min(state.match.deals + 1, count_hands(state.options))
    state.clear()
    size = get_hand_size(state.options, state.number)
    for place in range(seats):
        state.hands[(dealer + 1 + place) % seats] = list(order[place : size * seats : seats])
    state.stock = list(order[: size * seats - 1 : -1])
    events = [Event("deal", dealer, facts={"cards_each": size, "contract": describe_contract(state.contract)})]
    if state.options.upcard_at_deal:
        card = state.stock.pop()
        state.pile.append(card)
        events.append(Event("turned-up", cards=(card,)))
    state.wait_for("draw", (dealer + 1) % seats)
    return events


# -- drawing ---------------------------------------------------------------------------------------------


def draw_from_stock(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Draw from the stock. If house rules say so, the other players are first asked whether they want the upcard.

    Rulebook: draw.choice, mayi.opens.
    """
    state.drawn = "stock"
    if state.options.mayi_timing == "before-draw":
        said = [Event("decline", seat, (state.pile[-1],))] if state.pile else []
        return said if offer_upcard(state) else said + _draw_cards(state, seat, 1)
    return _draw_cards(state, seat, 1)


def _draw_cards(state: ContractRummyState, seat: int, number: int) -> list[Event]:
    state.due = ((seat, number),)
    return _draw_due_cards(state)


def _draw_due_cards(state: ContractRummyState) -> list[Event]:
    """Draw the cards that a player still has to draw (`state.due`) from the stock.

    If the stock runs out, ask for a reshuffle or, if there can't be one, end the hand.

    Rulebook: stock.reshuffle, stock.dead.
    """
    ((seat, number),) = state.due
    events: list[Event] = []
    while number:
        if not state.stock:
            state.due = ((seat, number),)
            if not can_reshuffle(state):
                return events + finish_hand(state, None)
            state.phase, state.waiting = "reshuffle", (DEALER,)
            return events
        card = state.stock.pop()
        state.hands[seat].append(card)
        if seat == state.turn:
            state.came.append(card)
        events.append(Event("stock", seat, (card,), seen_by=(seat,)))
        number -= 1
    state.due = ()
    return events + (_continue_after_draw(state) if seat == state.turn else _continue_upcard_offers(state))


def _continue_after_draw(state: ContractRummyState) -> list[Event]:
    """After a draw from the stock, offer the upcard to the other players. If none is asked, the active player can meld.

    House rules can offer the upcard before the draw instead. Rulebook: mayi.opens, turn.phases.
    """
    if state.options.mayi_timing == "before-draw" or not offer_upcard(state):
        state.wait_for("table", state.turn)
    return []


def reshuffle(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Make the discard pile below the upcard the new stock, shuffled, and continue the draw.

    Rulebook: stock.reshuffle.
    """
    state.stock = list(move.cards[::-1])
    state.pile = state.pile[-1:]
    state.reshuffles += 1
    return [Event("reshuffle"), *_draw_due_cards(state)]


def can_reshuffle(state: ContractRummyState) -> bool:
    """Return whether the discard pile can become a new stock. Rulebook: stock.reshuffle, stock.dead."""
    return len(state.pile) > 1 and state.reshuffles < state.options.reshuffle_limit


def take_upcard(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Take the upcard on the player's own turn. Nobody else is asked about it.

    Rulebook: draw.choice, draw.upcard-no-window.
    """
    card = state.pile.pop()
    state.hands[seat].append(card)
    state.record_known_cards(seat, [card])
    state.drawn, state.came = "upcard", [card]
    state.wait_for("table", seat)
    return [Event("upcard", seat, (card,))]


# -- May I? ----------------------------------------------------------------------------------------------


def can_draw_penalty_cards(state: ContractRummyState) -> bool:
    """Return whether there are enough cards to draw as the price of a “May I?”, if necessary after a reshuffle.

    Rulebook: mayi.penalty-available.
    """
    below = len(state.pile) - 1
    once_more = state.reshuffles < state.options.reshuffle_limit
    return len(state.stock) + (max(below - 1, 0) if once_more else 0) >= state.options.mayi_penalty


def can_ask_for_upcard(state: ContractRummyState, seat: int) -> bool:
    """Return whether the rules let this seat ask for the upcard now. The size of the stock isn't checked.

    Rulebook: mayi.who.
    """
    options = state.options
    if seat in (state.turn, state.taker) or (not options.mayi_hand7 and state.is_all_or_nothing):
        return False
    if options.mayi_limit and state.buys.count(seat) >= options.mayi_limit:
        return False
    return options.mayi_after_contract or not state.is_down(seat)


def offer_upcard(state: ContractRummyState) -> bool:
    """Ask the seats that can take the upcard out of turn whether they want it. Return whether any seat is asked.

    Seats that skip “May I?” aren't asked. Nobody is asked if the penalty cards can't be drawn, or without an upcard.

    Rulebook: mayi.opens, mayi.closes.
    """
    if not state.pile or not can_draw_penalty_cards(state):
        return False
    asked = [seat for seat in range(state.seats) if can_ask_for_upcard(state, seat) and seat not in state.quiet]
    if not asked:
        return False
    for seat in asked:
        state.answers[seat] = ASKED
    state.phase, state.waiting = "window", tuple(asked)
    return True


def record_upcard_answer(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Record a seat's answer about the upcard. As soon as it's decided who takes the upcard, if anyone, continue.

    Raises RulesError if this depends on an answer that is hidden in the state. Rulebook: mayi.priority.
    """
    if move.verb != WANTS and _is_hidden_answer_decisive(state, seat):
        raise RulesError("An unknown answer decides what happens next, so this answer can’t be recorded.")
    state.answers[seat] = move.verb
    state.stop_waiting_for(seat)
    said = [build_event("answer", seat)]
    if move.verb == WANTS and state.options.mayi_priority == "first-call":
        return [*said, *_give_upcard(state, seat)]
    for other in state.list_seats_after(state.turn):
        if state.answers[other] == WANTS:
            return [*said, *_give_upcard(state, other)]
        if state.answers[other] == ASKED:
            return said
    return [*said, *_close_unclaimed_upcard_offer(state)]


def _is_hidden_answer_decisive(state: ContractRummyState, seat: int) -> bool:
    """Return whether it depends on another seat's hidden answer how play continues after this seat declines.

    Rulebook: mayi.priority.
    """
    if HIDDEN not in state.answers or state.options.mayi_priority != "seat":
        return False
    order = state.list_seats_after(state.turn)
    own = order.index(seat)
    before, after = ([state.answers[other] for other in seats] for seats in (order[:own], order[own + 1 :]))
    decides = next((said for said in after if said in (ASKED, HIDDEN)), "")
    return ASKED not in before and decides == HIDDEN


def _collect_seats_that_asked(state: ContractRummyState) -> list[int]:
    """Return the seats that asked for the upcard, in order of play, and clear all answers.

    Seats that want to skip “May I?” for the rest of the hand are remembered. Rulebook: mayi.closes.
    """
    asking = [seat for seat in state.list_seats_after(state.turn) if state.answers[seat] == WANTS]
    state.quiet += tuple(seat for seat, said in enumerate(state.answers) if said == QUIET and seat not in state.quiet)
    state.answers = [""] * state.seats
    return asking


def _close_unclaimed_upcard_offer(state: ContractRummyState) -> list[Event]:
    """End the offer of the upcard because no seat wants it. Rulebook: mayi.closes."""
    _collect_seats_that_asked(state)
    card = state.pile[-1]
    return [Event("window", cards=(card,)), *_close_upcard_offer(state)]


def _give_upcard(state: ContractRummyState, seat: int) -> list[Event]:
    """Give the upcard to a seat that asked, and let this seat draw the penalty cards.

    Rulebook: mayi.cost, mayi.priority.
    """
    asking = _collect_seats_that_asked(state)
    card = state.pile.pop()
    state.hands[seat].append(card)
    state.record_known_cards(seat, [card])
    state.buys += (seat,)
    state.taker = seat
    said = Event("may-i", seat, (card,), {"also": [other for other in asking if other != seat]})
    return [said, *_draw_cards(state, seat, state.options.mayi_penalty)]


def _continue_upcard_offers(state: ContractRummyState) -> list[Event]:
    """After a “May I?” is paid for, offer the next card of the pile if house rules allow it, or else end the offer.

    Rulebook: mayi.chain.
    """
    return [] if state.options.mayi_chain and offer_upcard(state) else _close_upcard_offer(state)


def _close_upcard_offer(state: ContractRummyState) -> list[Event]:
    """End the offer of the upcard, and let the player whose turn it is continue. Rulebook: mayi.closes."""
    state.taker = None
    if state.options.mayi_timing == "before-draw":
        return _draw_cards(state, state.turn, 1)
    state.wait_for("table", state.turn)
    return []


def resume_upcard_questions(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    state.quiet = tuple(other for other in state.quiet if other != seat)
    return [build_event("listen", seat)]


# -- the table -------------------------------------------------------------------------------------------


def build_legal_meld(law: MeldRules, cards: Sequence[Card]) -> Meld:
    """Return these cards of a legal move as the meld that they make."""
    meld = build_meld(law, cards)
    assert meld is not None
    return meld


def lay_contract(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Put the melds of the contract or of the whole hand on the table.

    Rulebook: contract.all-at-once, h7.three-runs.
    """
    melds = [build_legal_meld(state.law, group) for group in move.groups]
    for meld in melds:
        state.remove_from_hand(seat, meld)
    state.melds[seat] = melds
    state.laid = True
    shown = tuple(card for meld in melds for card in meld)
    facts = {"melds": [format_cards(meld) for meld in melds], "whole": state.is_all_or_nothing}
    return [Event("contract", seat, shown, facts), *_end_if_out(state, seat)]


def lay_meld(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Put the last group of cards in the move on the table as a new meld. Rulebook: further.melds.

    If the move also swaps cards for jokers, the cards that replace jokers are in the group before.
    """
    new = build_legal_meld(state.law, move.groups[-1])
    state.remove_from_hand(seat, new)
    state.melds[seat].append(new)
    state.owed = False
    return [Event("meld", seat, new), *_end_if_out(state, seat)]


def lay_off(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Add cards to a meld on the table. Rulebook: layoff.any-meld, out.empty-hand."""
    where = decode_meld_number(state, seat, move.number)
    assert where is not None
    owner, place = where
    added = move.groups[0]
    meld = extend_meld(state.law, state.melds[owner][place], added)
    assert meld is not None
    state.remove_from_hand(seat, added)
    state.melds[owner][place] = meld
    state.owed = False
    return [Event("layoff", seat, added, {"owner": owner, "meld": format_cards(meld)}), *_end_if_out(state, seat)]


def find_jokers_to_swap(state: ContractRummyState, seat: int, move: Move) -> list[tuple[int, int, Card]] | None:
    """Find a joker on the table for each natural card of a swap. Return None if a card has no joker to replace.

    The result has a tuple for each card: the owner of the run with the joker, the run's index among the owner's melds,
    and the card. If the move has a number, this number names the run of the first card. Every other card goes to the
    first run that fits: the seat's own runs come first, then those of the next seats.
    """
    melds = [list(own) for own in state.melds]
    found: list[tuple[int, int, Card]] = []
    order = [seat, *state.list_seats_after(seat)]
    for at, card in enumerate(move.cards):
        spots = [(owner, place) for owner in order for place in range(len(melds[owner]))]
        if at == 0 and move.number is not None:
            where = decode_meld_number(state, seat, move.number)
            spots = [where] if where is not None else []
        spot = next(
            ((owner, place) for owner, place in spots if card in list_swappable_cards(melds[owner][place])), None
        )
        if spot is None:
            return None
        melds[spot[0]][spot[1]] = swap_joker(melds[spot[0]][spot[1]], card)
        found.append((*spot, card))
    return found


def swap_for_joker(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Swap natural cards for jokers, then make the new meld if the move has one.

    Rulebook: joker.swap-run, joker.must-remeld.
    """
    spots = find_jokers_to_swap(state, seat, move)
    assert spots is not None
    state.remove_from_hand(seat, move.cards)
    for owner, place, card in spots:
        state.melds[owner][place] = swap_joker(state.melds[owner][place], card)
        state.hands[seat].append(JOKER)
        state.record_known_cards(seat, [JOKER])
    events = [Event("swap", seat, move.cards, {"owners": [owner for owner, _, _ in spots]})]
    if len(move.groups) > 1:
        return events + lay_meld(state, seat, move)
    state.owed = state.options.joker_swap_rule == "any-meld"
    return events


def discard(state: ContractRummyState, seat: int, move: Move) -> list[Event]:
    """Discard a card, which ends the turn, or the hand if the seat goes out. Rulebook: turn.discard, out.empty-hand."""
    card = move.groups[0][0]
    state.remove_from_hand(seat, (card,))
    state.pile.append(card)
    events = [Event("discard", seat, (card,))]
    if not state.hands[seat]:
        return events + finish_hand(state, seat)
    state.turns += 1
    if state.turns >= TURNS:
        return events + finish_hand(state, None)
    state.drawn, state.laid, state.came = "", False, []
    state.wait_for("draw", (seat + 1) % state.seats)
    return events


def _end_if_out(state: ContractRummyState, seat: int) -> list[Event]:
    """End the hand if the seat has no cards left. Rulebook: out.empty-hand."""
    return [] if state.hands[seat] else finish_hand(state, seat)
