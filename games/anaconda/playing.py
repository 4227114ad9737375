"""The effects of moves: how a hand of Anaconda continues, and how it is settled."""

from __future__ import annotations

from itertools import chain

from games.anaconda import hand_stages
from games.anaconda.hand_stages import DEALT
from games.anaconda.scoring import PotSplit, build_scored_hand, split_pot
from games.anaconda.state import AnacondaState, PassedCards
from games.cards import UNKNOWN, Card, subtract_cards
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DealResult
from games.kit.dealer_verbs import deal_one_by_one

# -- the deal ----------------------------------------------------------------------------------------------


def deal(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Collect the antes, deal seven cards to each player with chips, and open the betting.

    Rulebook: stake.ante, deal.seven, deal.rotate.
    """
    state.clear()
    match, dealer = state.match, state.match.dealer
    assert dealer is not None
    order = [(dealer + by) % state.seats for by in range(1, state.seats + 1)]
    order = [player for player in order if match.scores[player]]
    for one in order:
        state.pay_chips(one, min(state.options.ante, match.scores[one]))
    hands, state.stock = deal_one_by_one(move.cards, len(order), DEALT)
    for one, hand in zip(order, hands, strict=True):
        state.hands[one] = hand
    return [Event("deal", dealer, facts={"number": match.deals + 1, "pot": state.flavour}), *_open_betting(state, 1)]


# -- betting -----------------------------------------------------------------------------------------------


def _open_betting(state: AnacondaState, number: int) -> list[Event]:
    """Open betting round `number`, or begin the next stage of the hand if nobody can bet.

    Rulebook: bet.skip-if-done.
    """
    state.round, state.limits = number, hand_stages.build_betting_limits(state.options, number)
    state.open_round()
    first = state.find_next_to_act(state.get_betting_opener())
    if first is None:
        return _close_betting(state)
    state.wait_for("bet", first)
    return []


def continue_betting(state: AnacondaState, seat: int) -> list[Event]:
    """Continue the betting after a seat has acted. Rulebook: bet.order, bet.close, bet.last-one."""
    if seat in state.folded and len(active := state.active_seats) == 1:
        return _pay_last_player(state, active[0])
    turn = state.find_next_to_act((seat + 1) % state.seats)
    if turn is None:
        return _close_betting(state)
    state.turn, state.waiting = turn, (turn,)
    return []


def _close_betting(state: AnacondaState) -> list[Event]:
    """Close a round of betting: return uncalled chips and begin the next stage. Rulebook: bet.close, bet.uncalled."""
    back = state.return_unmatched_chips()
    events = [Event("back", back[0], facts={"chips": back[1]})] if back else []
    state.open_round()
    options, number = state.options, state.round
    early = hand_stages.count_rounds_before_showing(options)
    if number < early:
        state.phase, state.waiting = "pass", tuple(state.active_seats)
        return events
    if number > early:
        if number < hand_stages.count_betting_rounds(options):
            return [*events, *_show_cards(state)]
        return [*events, *_settle_showdown(state)]
    if hand_stages.has_declaration(options):
        state.phase = "declare"
        state.turn = state.list_active_from(state.seat_left_of_dealer)[0]
        state.waiting = tuple(state.list_awaited_seats())
        return events
    return [*events, *_start_choosing_five(state)]


# -- passing -----------------------------------------------------------------------------------------------


def pass_cards(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Lay down the cards that a player passes.

    When all players have done so, the cards are exchanged and the betting opens.

    Rulebook: pass.choose-three, pass.simultaneous.
    """
    events = [build_event("lay", seat)]
    if _lay_down_cards(state, seat, [*chain(*move.groups)]):
        return events + _exchange_cards(state) + _open_betting(state, state.round + 1)
    return events


def _lay_down_cards(state: AnacondaState, seat: int, cards: list[Card]) -> bool:
    """Lay down a seat's cards face down; return whether all players have done so."""
    laid = state.laid[:]
    laid[seat] = cards
    state.laid = laid
    state.stop_waiting_for(seat)
    return not state.waiting


def _exchange_cards(state: AnacondaState) -> list[Event]:
    """Move the laid-down cards to the hands they are passed to, and return the events.

    Rulebook: pass.first-left, pass.second-right-two, pass.two-left-in.
    """
    active, laid = state.active_seats, state.laid
    hands, given, events = state.hands[:], state.given, []
    going = [(number, hand_stages.map_receivers(tuple(active), steps)) for number, steps in state.next_pass]
    for giver in active:
        hands[giver] = subtract_cards(hands[giver], laid[giver])
    for giver in active:
        begin = 0
        for number, takers in going:
            cards, taker = tuple(laid[giver][begin : begin + number]), takers[giver]
            hands[taker] += cards
            given.append(PassedCards(state.round, giver, taker, cards))
            events.append(Event("pass", giver, cards, {"taker": taker, "number": number}, (giver, taker)))
            begin += number
    state.hands, state.laid = hands, [[] for _ in range(state.seats)]
    return events


# -- declaring and choosing --------------------------------------------------------------------------------


def declare(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Record a declaration. After the last one, reveal those made in secret, and let players choose five cards.

    Rulebook: declare.chip, declare.simultaneous.
    """
    state.declared[seat] = move.verb
    is_spoken = state.options.declare_mode == "spoken"
    events = [Event("declare", seat, facts={"way": move.verb})] if is_spoken else [build_event("hide", seat)]
    left = [player for player in state.list_active_from(state.seat_left_of_dealer) if not state.declared[player]]
    if left:
        state.turn = left[0]
        state.waiting = (left[0],) if is_spoken else tuple(sorted(left))
        return events
    if not is_spoken:
        events += [Event("declare", one, facts={"way": state.declared[one]}) for one in state.active_seats]
    return events + _start_choosing_five(state)


def _start_choosing_five(state: AnacondaState) -> list[Event]:
    state.phase, state.waiting = "final", tuple(state.active_seats)
    return []


def keep_five_cards(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Lay down the five cards that a player keeps.

    When all players have done so, their other two cards are discarded, and the first cards are shown.

    Rulebook: final.discard-two, final.show-four, final.commit.
    """
    events = [build_event("choose", seat)]
    if not _lay_down_cards(state, seat, [*move.cards, *move.get_cards_by_name("hide")]):
        return events
    hands, thrown, laid = state.hands[:], state.thrown[:], state.laid
    for player in state.active_seats:
        thrown[player] = subtract_cards(hands[player], laid[player])
        hands[player] = laid[player]
    state.hands, state.thrown, state.laid = hands, thrown, [[] for _ in range(state.seats)]
    return events + _show_cards(state)


def _show_cards(state: AnacondaState) -> list[Event]:
    """Show four cards of each hand, or the next one if they're shown one at a time, and open the betting.

    Rulebook: final.show-four, final.bet.
    """
    before = state.shown_card_count
    state.round += 1
    now = state.shown_card_count
    events = [Event("show", player, tuple(state.hands[player][before:now])) for player in state.active_seats]
    return events + _open_betting(state, state.round)


# -- the end of a hand -------------------------------------------------------------------------------------


def _pay_last_player(state: AnacondaState, seat: int) -> list[Event]:
    """Give the pot to the only player who hasn't folded. Rulebook: bet.last-one."""
    chips = sum(state.paid) + state.flavour
    state.flavour = 0
    return _finish_hand(state, "bet.last-one", {seat: chips}, {"pot": chips})


def _settle_showdown(state: AnacondaState) -> list[Event]:
    """Reveal the hands and divide all pots. Rulebook: showdown.reveal, split.halves, split.side-pots."""
    active, options = state.active_seats, state.options
    state.revealed = True
    order = state.list_active_from(state.seat_left_of_dealer)
    hands = {seat: build_scored_hand(state.hands[seat], state.declared[seat], options) for seat in active}
    pots, state.flavour = state.list_pots(), 0
    splits = [split_pot(pot, hands, options, order) for pot in pots]
    events = [_build_reveal_event(state, seat, hands[seat].way) for seat in order if UNKNOWN not in state.hands[seat]]
    events += [_build_split_event(split, place, len(splits)) for place, split in enumerate(splits)]
    gains: dict[int, int] = {}
    for one in splits:
        state.flavour += one.rest
        for seat, chips in one.gains.items():
            gains[seat] = gains.get(seat, 0) + chips
    pot = sum(one.pot.chips for one in splits)
    return events + _finish_hand(state, "split.halves", gains, {"pot": pot, "declared": list(state.declared)})


def _build_reveal_event(state: AnacondaState, seat: int, way: str) -> Event:
    """Return the event that reveals a seat's hand and says which way the hand goes (high, low, or both)."""
    return Event("reveal", seat, tuple(state.hands[seat]), {"way": way, "low": state.options.low_system})


def _build_split_event(one: PotSplit, place: int, number: int) -> Event:
    named = (
        "The pot"
        if number == 1
        else "The main pot"
        if not place
        else f"Side pot {place}"
        if number > 2
        else "The side pot"
    )
    return Event(
        "split",
        facts={
            "name": named,
            "chips": one.pot.chips,
            "high": list(one.high),
            "low": list(one.low),
            "gains": [[seat, chips] for seat, chips in one.gains.items()],
            "whole": one.is_undivided,
            "rest": one.rest,
        },
    )


def _finish_hand(state: AnacondaState, clause: str, gains: dict[int, int], facts: dict[str, object]) -> list[Event]:
    """Pay the winners, record the result, and prepare the next hand or end the match; return the events.

    `clause` is the id of the clause by which the hand ended, and `gains` has the chips that each winner takes. `facts`
    has more details to record with the result, such as the pot.

    Rulebook: deal.rotate, match.end.
    """
    match = state.match
    change = [gains.get(seat, 0) - state.paid[seat] for seat in range(state.seats)]
    match.scores = [chips + gains.get(seat, 0) for seat, chips in enumerate(match.scores)]
    state.open_round()
    winners = tuple(sorted(seat for seat, chips in gains.items() if chips))
    known = {
        **facts,
        "won": [gains.get(seat, 0) for seat in range(state.seats)],
        "change": change,
        "chips": match.scores[:],
        "rest": state.flavour,
    }
    events = [match.finish_deal(DealResult(clause, winners, tuple(change), known))]
    if match.deals == state.options.hands or sum(map(bool, match.scores)) < 2:
        state.end_match(match.leading_seats)
        return [*events, Event("match", facts={"winners": list(match.winners), "most": max(match.scores)})]
    dealer = match.dealer or 0
    match.dealer = next(seat for by in range(1, state.seats + 1) if match.scores[seat := (dealer + by) % state.seats])
    state.end_deal()
    return events
