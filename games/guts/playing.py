"""The effects of moves: the deal, a declaration, and the settlement of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add

from games.cards import Card, format_cards
from games.engine.event import Event, Facts, build_event
from games.engine.move import Move
from games.engine.state import DealResult
from games.guts.hand_ranking import get_hand_key, name_hand
from games.guts.settlement import HandOutcome, Stakes, is_ante_due, settle_all_out, settle_showdown
from games.guts.state import IN, GutsState
from games.kit.dealer_verbs import deal_one_by_one
from games.kit.poker import Key
from games.kit.showdown import share_chips


def deal(state: GutsState, seat: int, move: Move) -> list[Event]:
    """Collect the antes if they are due, deal the hands, and wait for declarations.

    Rulebook: deal.two-cards, deal.stub-unused, deal.all-players, declare.order.
    """
    state.clear()
    events = collect_antes(state) if state.due else []
    order = state.list_seats_in_turn_order()
    hands, state.stock = deal_one_by_one(move.cards, len(order), state.options.cards)
    for owner, hand in zip(order, hands, strict=True):
        state.hands[owner] = hand
    state.phase, state.turn = "declare", order[0]
    state.waiting = tuple(state.list_active_seats()) if state.is_declaration_simultaneous else (order[0],)
    assert state.match.dealer is not None
    facts = {"anted": state.anted, "ante": state.options.ante, "pot": state.pot, "first": order[0]}
    return [*events, Event("deal", state.match.dealer, facts=facts | {"secret": state.is_declaration_simultaneous})]


def collect_antes(state: GutsState) -> list[Event]:
    """Collect an ante from each player. A player who can't pay is out of the match.

    Rulebook: ante.when, stake.ante, stake.credit.
    """
    broke = [seat for seat in state.list_active_seats() if not state.can_ante(seat)]
    state.gone = (*state.gone, *broke)
    for seat in state.list_active_seats():
        state.match.scores[seat] -= state.options.ante
        state.pot += state.options.ante
    state.anted, state.due = True, False
    return [build_event("gone", seat) for seat in broke]


# -- declaring -----------------------------------------------------------------------------------------------------


def declare(state: GutsState, seat: int, move: Move) -> list[Event]:
    """Record a declaration, and settle the hand after the last one.

    Rulebook: declare.order, declare.in-or-out, declare.out-discards.
    """
    state.declared[seat] = move.verb
    if state.is_declaration_simultaneous:
        return _declare_in_secret(state, seat, move.verb)
    said = build_event(move.verb, seat)
    if seat == state.match.dealer:
        return [said, *_settle_hand(state)]
    state.turn = state.get_seat_after(seat)
    state.waiting = (state.turn,)
    return [said]


def _declare_in_secret(state: GutsState, seat: int, word: str) -> list[Event]:
    """Keep a declaration hidden until all players have declared, then settle the hand; return the events."""
    said = Event("secret", seat, seen_by=(seat,), secret={"said": word})
    state.stop_waiting_for(seat)
    if state.waiting:
        return [said]
    return [said, Event("at-once", facts={"ins": state.list_seats_that_declared(IN)}), *_settle_hand(state)]


# -- the settlement of a hand --------------------------------------------------------------------------------------


def _settle_hand(state: GutsState) -> list[Event]:
    """Settle the hand after all declarations, and return the events.

    Rulebook: showdown.reveal, pot.next, pot.all-out.
    """
    ins, options = state.list_seats_that_declared(IN), state.options
    stakes = Stakes(options, state.pot, state.match.scores)
    events: list[Event] = []
    if not ins:
        keys = _compute_hand_keys(state, state.list_seats_in_turn_order() if options.all_out == "best-pays" else ())
        outcome = settle_all_out(stakes, keys)
        state.shown = tuple(keys)
    else:
        events += _deal_ghost(state, len(ins))
        keys = _compute_hand_keys(state, ins if len(ins) > 1 or state.ghost else ())
        ghost = get_hand_key(state.ghost, options) if state.ghost else None
        outcome = settle_showdown(stakes, keys or {ins[0]: ()}, ghost)
        state.shown = tuple(ins) if keys or options.lone_shows else ()
    if state.shown:
        events.append(_build_shown_event(state))
    return events + _finish_hand(state, outcome, keys)


def _compute_hand_keys(state: GutsState, seats: Iterable[int]) -> dict[int, Key]:
    hands, options = state.hands, state.options
    return {seat: get_hand_key(hands[seat], options) for seat in seats}


def _deal_ghost(state: GutsState, ins: int) -> list[Event]:
    """Deal a hand to the ghost, if house rules say that it plays when `ins` players are in. Return the events.

    The ghost is a hand from the rest of the deck that these players have to beat. Rulebook: showdown.ghost.
    """
    if state.options.ghost == "none" or (state.options.ghost == "lone-only" and ins > 1):
        return []
    size = state.options.cards
    state.ghost, state.stock = state.stock[:size], state.stock[size:]
    return [Event("ghost", cards=tuple(state.ghost))]


def _build_shown_event(state: GutsState) -> Event:
    """Return the event in which players show their hands. Rulebook: showdown.reveal."""
    cards: list[Card] = []
    hands = [""] * state.seats
    for seat in state.shown:
        hand = state.hands[seat]
        cards += hand
        hands[seat] = format_cards(hand)
    return Event("shown", cards=tuple(cards), facts={"hands": hands, "order": list(state.shown)})


def _finish_hand(state: GutsState, outcome: HandOutcome, keys: Mapping[int, Key]) -> list[Event]:
    """Pay out, record the result, and prepare the next hand or end the match; return the events.

    `keys` has the key of each hand that took part, which stands for its strength.
    """
    match, pot, gone = state.match, state.pot, state.gone
    why, change, rest = pay_outcome(state, outcome)
    antes = state.options.ante if state.anted else 0
    scores = tuple([moved if seat in gone else moved - antes for seat, moved in enumerate(change)])
    result = DealResult(
        outcome.clause, tuple(outcome.taken), scores, _build_result_facts(state, outcome, keys, change, pot)
    )
    match.results.append(result)
    events = [result.event]
    if not outcome.live:
        events.append(Event("round", facts={"round": state.rounds, "of": state.options.rounds, "left": state.pot}))
    return events + _end_match_or_continue(state, why, rest)


def pay_outcome(state: GutsState, outcome: HandOutcome) -> tuple[str, list[int], dict[int, int]]:
    """Pay the winners from the pot and let the losers pay into it, as `outcome` says.

    Returns three values: the reason why the match ends with this outcome ("" if it doesn't), the change in each seat's
    chips, and each seat's share of the pot if the pot is shared out at the end of the match.

    Rulebook: pot.next, round.end, match.rounds, money.conserved.
    """
    match = state.match
    change = [0] * state.seats
    for seat, chips in outcome.taken.items():
        change[seat] += chips
    for seat, chips in outcome.paid.items():
        change[seat] -= chips
    state.pot, state.due = outcome.next_pot, is_ante_due(state.options, outcome)
    state.rounds += not outcome.live
    match.deals += 1
    why, rest = _find_match_end(state, change)
    for seat, part in rest.items():
        change[seat] += part
        state.pot -= part
    match.scores = list(map(add, match.scores, change))
    return why, change, rest


def _build_result_facts(
    state: GutsState, outcome: HandOutcome, keys: Mapping[int, Key], change: list[int], before: int
) -> Facts:
    """Return the facts about a hand that are stored with its result, for the log and the score sheet.

    `keys` has the key of each hand that took part, which stands for its strength. `change` has the change in each
    seat's chips, and `before` is the pot before the settlement.
    """
    hands: list[str | None] = [None] * state.seats
    options = state.options
    for seat, key in keys.items():
        hands[seat] = name_hand(key, options)
    return {
        "said": [word or None for word in state.declared],
        "hands": hands,
        "change": change,
        "chips": state.match.scores[:],
        "share": next(iter(outcome.taken.values()), 0),
        "payers": list(outcome.paid),
        "paid": list(outcome.paid.values()),
        "ghost": name_hand(get_hand_key(state.ghost, options), options) if state.ghost else "",
        "before": before,
        "next": state.pot,
    }


def _find_match_end(state: GutsState, change: list[int]) -> tuple[str, dict[int, int]]:
    """Return why the match ends with this hand ("" if it doesn't), and the chips that each seat then gets from the pot.

    `change` has the change in each seat's chips by this hand. The second value is empty unless the pot is shared out.

    Rulebook: match.rounds.
    """
    options = state.options
    if state.rounds >= options.rounds:
        return "rounds", {}
    if state.match.deals >= options.max_hands:
        order = state.list_seats_in_turn_order()
        shares, rest = share_chips(state.pot, order)
        return "hands", {**shares, order[0]: shares[order[0]] + rest}
    if state.due and options.short_stack == "table-stakes":
        able = [seat for seat in state.list_active_seats() if state.match.scores[seat] + change[seat] >= options.ante]
        if len(able) < 2:
            return "broke", {}
    return "", {}


def _end_match_or_continue(state: GutsState, why: str, rest: Mapping[int, int]) -> list[Event]:
    """End the match if `why`, the reason for its end, isn't empty, or else pass the deal. Returns the events.

    `rest` has the chips that each seat got from the pot when the match ended.

    Rulebook: match.rounds, match.winner.
    """
    match = state.match
    if why:
        state.end_match(match.leading_seats)
        facts = {"why": why, "winners": list(match.winners), "most": max(match.scores), "shares": list(rest.values())}
        return [Event("match", facts=facts)]
    pass_the_deal(state)
    state.end_deal()
    return []


def pass_the_deal(state: GutsState) -> None:
    """Pass the deal to the next player to the left. Rulebook: deal.first-dealer.

    If an ante is due, players who can't pay it are skipped.
    """
    match = state.match
    assert match.dealer is not None
    match.dealer = state.get_seat_after(match.dealer)
    while state.due and not state.can_ante(match.dealer):
        match.dealer = state.get_seat_after(match.dealer)
