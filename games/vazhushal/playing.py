"""The effects of a move: one function per verb, with helpers for the deal and the end of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.cards import JOKER, UNKNOWN, Card, format_cards, list_missing_cards
from games.engine.event import Event, build_event
from games.engine.move import Group, Move
from games.engine.state import DEALER, DealResult
from games.kit.melds import Meld, list_pure_runs, order_meld
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.scoring import compute_score_of_seat, list_credited_seats
from games.vazhushal.state import HAND, VazhushalState

TURN_GUARD = 200
"""After this many turns, a deal with a limited line counts as exhausted, since it might never end."""


def deal(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Deal the hands. Then ask about a redeal if a hand has enough doubles, or turn up the first cards.

    If a redeal is mandatory, nobody is asked. Rulebook: deal.order, deal.cut, deal.sequence.
    """
    state.clear()
    order, seats = move.cards, state.seats
    dealer = state.match.dealer
    assert dealer is not None
    for place in range(HAND * seats):
        state.hands[(dealer + 1 + place) % seats].append(order[place])
    state.stock = list(order[HAND * seats :][::-1])
    events = [Event("deal", dealer, facts={"cards_each": HAND})]
    holders = [owner for owner in _list_seats_from_dealer_left(state) if has_enough_doubles_for_redeal(state, owner)]
    if not holders:
        return events + _turn_up_negative_joker(state)
    if state.options.redeal_mode == "mandatory":
        return events + _redeal(state, holders[0])
    state.phase, state.turn, state.waiting = "redeal", holders[0], (holders[0],)
    return events


def _list_seats_from_dealer_left(state: VazhushalState) -> list[int]:
    assert state.match.dealer is not None
    return [(state.match.dealer + 1 + place) % state.seats for place in range(state.seats)]


def count_doubles(state: VazhushalState, seat: int) -> int:
    """Return how many doubles (pairs of identical cards) a hand has.

    Rulebook: redeal.double-def, redeal.jokers-dont-count.
    """
    counts = Counter(state.hands[seat])
    jokers = counts.pop(JOKER, 0)
    pairs = sum(1 for card, number in counts.items() if number > 1 and card is not UNKNOWN)
    return pairs + (jokers // 2 if state.options.redeal_jokers_count else 0)


def has_enough_doubles_for_redeal(state: VazhushalState, seat: int) -> bool:
    """Return whether a hand has enough doubles (pairs of identical cards) for a redeal.

    Rulebook: redeal.three-doubles.
    """
    needed = state.options.redeal_doubles
    return needed > 0 and count_doubles(state, seat) >= needed


def _redeal(state: VazhushalState, holder: int) -> list[Event]:
    number = count_doubles(state, holder)
    state.clear()
    state.phase, state.waiting, state.asked = "deal", (DEALER,), (holder,)
    return [Event("throw-in", holder, facts={"doubles": number})]


def ask_for_redeal(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Redeal because a player with enough doubles asks for it. Rulebook: redeal.three-doubles."""
    return _redeal(state, seat)


def keep_hand(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Decline a redeal that a player's doubles allow. Then ask the next player with doubles, or play on.

    Rulebook: redeal.three-doubles.
    """
    state.asked += (seat,)
    events = [build_event("keep", seat)]
    for owner in _list_seats_from_dealer_left(state):
        if owner not in state.asked and has_enough_doubles_for_redeal(state, owner):
            state.turn, state.waiting = owner, (owner,)
            return events
    return events + _turn_up_negative_joker(state)


def _turn_up_negative_joker(state: VazhushalState) -> list[Event]:
    """Turn up the negative joker, a card that makes others wild. Then turn up the starter.

    House rules can leave out the negative joker. Rulebook: neg.revealed, neg.is-printed, neg.not-in-play.
    """
    options, stock = state.options, state.stock
    events = []
    if options.wild_rule != "printed-only":
        place = get_negative_joker_index(options, stock)
        card = stock.pop(place)
        state.seen = place
        if options.neg_drawable:
            stock.insert(0, card)
            state.seen += 1
        state.set_negative_joker(card)
        events.append(Event("negative", cards=(card,)))
    return events + _turn_up_starter(state)


def get_negative_joker_index(options: VazhushalOptions, stock: Sequence[Card]) -> int:
    """Return the index in the stock of the card that becomes the negative joker, with 0 for the bottom card.

    Rulebook: neg.is-printed.
    """
    place = 0
    while options.neg_printed == "redraw" and stock[place] is JOKER and place + 2 < len(stock):
        place += 1
    return place


def get_first_player(state: VazhushalState) -> int:
    """Return the seat that has the first turn. Rulebook: turn.first-player."""
    return _list_seats_from_dealer_left(state)[0 if state.options.first_player == "left-of-dealer" else -1]


def decide_starter_fate(state: VazhushalState) -> str:
    """Return what house rules do with a wild starter (the first card of the line) if no hand has a pure sequence.

    The result is a value of the option `starter_nobody_pure`. It's “leave” (the starter stays in the line) if any hand
    has a pure sequence (a run of natural cards), or if the rule doesn't apply to this starter.

    Rulebook: starter.nobody-pure.
    """
    options = state.options
    in_scope = state.starter and (state.line[0] is JOKER or options.starter_nobody_scope == "any-wild")
    if not in_scope or options.starter_nobody_pure == "leave" or any(any(list_pure_runs(hand)) for hand in state.hands):
        return "leave"
    return options.starter_nobody_pure


def _turn_up_starter(state: VazhushalState) -> list[Event]:
    """Turn up the starter, the first card of the discard line, and begin the first turn.

    House rules can send a wild starter back into the stock instead. Rulebook: deal.sequence, starter.case,
    starter.nobody-pure.
    """
    card = state.stock.pop()
    state.seen = min(state.seen, len(state.stock))
    state.line = [card]
    state.starter = card in state.wilds
    events = [Event("starter", cards=(card,))]
    first, fate = get_first_player(state), decide_starter_fate(state)
    if fate == "back-into-deck":
        state.phase, state.waiting = "reshuffle", (DEALER,)
        return [*events, Event("nobody-pure")]
    if fate == "first-player-takes":
        state.forced = True
        events.append(Event("nobody-pure", first))
    state.start_turn(first)
    return events


def reshuffle(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    state.stock = [*state.stock[: state.seen], *reversed(move.cards)]
    return _turn_up_starter(state)


def draw_from_stock(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Draw the top card of the stock. Rulebook: draw.stock."""
    card = state.stock.pop()
    state.hands[seat].append(card)
    if state.seen > len(state.stock):
        state.seen = len(state.stock)
        state.record_known_cards(seat, [card])
    if not state.stock:
        state.negative_drawn = state.options.neg_drawable
    state.phase, state.drawn, state.came = "table", "stock", [card]
    return [Event("stock", seat, (card,), {"last": not state.stock}, seen_by=(seat,))]


def wipe_line(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Wipe the line: take its newest cards, and make a new meld with the deepest one.

    If the move has a pure sequence to meld first, the wipe comes after it. Rulebook: wipe.deepest-card-must-meld,
    wipe.rest-to-hand, wipe.older-stay.
    """
    assert move.number is not None
    events = _lay_pure_sequence_first(state, seat, get_sequence_laid_first(move))
    taken = _pick_up_line(state, seat, move.number)
    new, rest = order_meld(move.groups[0]), move.groups[1:]
    if rest:
        _regroup_melds(state, seat, (*rest, new))
    else:
        _put_meld_on_table(state, seat, new)
    state.phase, state.drawn = "table", "wipe"
    return [*events, Event("wipe", seat, new, {"taken": format_cards(taken)}), *_end_hand_if_out(state, seat)]


def take_line(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Take the whole discard line, whose first card (the starter) is wild.

    Rulebook: starter.take-with-pure, starter.no-meld-needed.
    """
    events = _lay_pure_sequence_first(state, seat, get_sequence_laid_first(move))
    taken = _pick_up_line(state, seat, len(state.line))
    state.phase, state.drawn = "table", "starter"
    return [*events, Event("take", seat, tuple(taken))]


def _pick_up_line(state: VazhushalState, seat: int, number: int) -> list[Card]:
    taken = state.line[-number:]
    del state.line[-number:]
    state.hands[seat] += taken
    state.came = taken
    state.record_known_cards(seat, taken)
    state.starter = state.starter and bool(state.line)
    return taken


def _lay_pure_sequence_first(state: VazhushalState, seat: int, laid: Meld) -> list[Event]:
    if not laid:
        return []
    pure = order_meld(laid)
    _put_meld_on_table(state, seat, pure)
    return [Event("meld", seat, pure, {"before_drawing": True})]


def _put_meld_on_table(state: VazhushalState, seat: int, new: Meld) -> None:
    state.remove_from_hand(seat, new)
    state.melds[seat].append(new)


def _regroup_melds(state: VazhushalState, seat: int, groups: tuple[Group, ...]) -> None:
    """Regroup the melds of a seat into these groups; cards that weren't on the table come from the hand."""
    added = list_missing_cards([card.base for group in groups for card in group], list_meld_cards(state.melds[seat]))
    state.melds[seat] = [order_meld(group) for group in groups]
    state.remove_from_hand(seat, tuple(added))


def lay_meld(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    new = order_meld(move.groups[0])
    _put_meld_on_table(state, seat, new)
    return [Event("meld", seat, new, {"before_drawing": False}), *_end_hand_if_out(state, seat)]


def lay_off(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    assert move.number is not None
    added = move.groups[0]
    state.remove_from_hand(seat, added)
    melds = state.melds[seat]
    melds[move.number - 1] = order_meld((*melds[move.number - 1], *added))
    facts = {"meld": format_cards(melds[move.number - 1])}
    return [Event("layoff", seat, added, facts), *_end_hand_if_out(state, seat)]


def rearrange_melds(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    _regroup_melds(state, seat, move.groups)
    facts = {"melds": [format_cards(meld) for meld in state.melds[seat]]}
    return [Event("rearrange", seat, facts=facts), *_end_hand_if_out(state, seat)]


def discard(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    """Discard a card, which ends the turn, or the hand if the seat goes out or the stock is empty.

    Rulebook: discard.one, out.definition, exhaust.trigger, line.limit.
    """
    card = move.cards[0]
    state.remove_from_hand(seat, (card,))
    state.line.append(card)
    state.came = []
    if not state.hands[seat]:
        state.covered = True
        return [Event("face-down", seat), *_finish_won_hand(state, seat)]
    events = [Event("discard", seat, (card,)), *_move_overflow_under_stock(state)]
    state.turns += 1
    if not state.stock or (state.options.line_limit and state.turns >= TURN_GUARD):
        return events + _end_without_winner(state)
    state.forced = False
    state.start_turn((seat + 1) % state.seats)
    return events


def _move_overflow_under_stock(state: VazhushalState) -> list[Event]:
    """If the discard line is longer than its limit, move a card from it under the stock.

    Rulebook: line.limit, line.overflow.
    """
    options = state.options
    if not options.line_limit or len(state.line) <= options.line_limit:
        return []
    oldest = options.line_overflow == "oldest"
    card = state.line.pop(0 if oldest else -1)
    state.starter = state.starter and not oldest
    above = 1 if options.neg_drawable and not state.negative_drawn else 0
    state.stock.insert(above, card)
    state.seen += 1
    return [Event("overflow", cards=(card,))]


def _end_without_winner(state: VazhushalState) -> list[Event]:
    """Stop the turns of a hand that nobody has won, and ask for last melds or score the hand.

    House rules decide whether there are last melds.

    Rulebook: exhaust.trigger, exhaust.final-melds.
    """
    state.waiting = ()
    events = [Event("exhausted", facts={"turns": state.turns} if state.stock else {})]
    if state.options.final_melds == "none":
        return events + _finish_exhausted_hand(state)
    state.phase, state.done = "final", ()
    state.waiting = tuple(range(state.seats))
    return events


def finish_last_melds(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    state.done += (seat,)
    state.stop_waiting_for(seat)
    events = [build_event("done", seat)]
    return events if state.waiting else events + _finish_exhausted_hand(state)


def _end_hand_if_out(state: VazhushalState, seat: int) -> list[Event]:
    """End the hand if the seat has no cards left, and return the events. While last melds are made, do nothing.

    This happens under house rules that let a player go out without a last discard. Rulebook: out.definition.
    """
    return [] if state.hands[seat] or state.phase == "final" else _finish_won_hand(state, seat)


def _finish_won_hand(state: VazhushalState, seat: int) -> list[Event]:
    return _finish_hand(state, DealResult("out.definition", (seat,)))


def _finish_exhausted_hand(state: VazhushalState) -> list[Event]:
    """Score a hand in which nobody has gone out. Rulebook: exhaust.score, exhaust.winner."""
    scores = [compute_score_of_seat(state, seat) for seat in range(state.seats)]
    winners = list_credited_seats(state, [score.total for score in scores])
    totals = [score.total for score in scores]
    facts = {"melds": [score.melds for score in scores], "hand": [score.hand for score in scores], "points": totals}
    return _finish_hand(state, DealResult("exhaust.score", winners, tuple(totals), facts))


def _finish_hand(state: VazhushalState, result: DealResult) -> list[Event]:
    """Credit the hand to its winners, then end or continue the match.

    Rulebook: match.target, match.tie, deal.next-dealer.
    """
    match, options = state.match, state.options
    events = [match.finish_deal(result)]
    for seat in result.winners:
        match.scores[seat] += 1
    best = max(match.scores)
    leaders = match.leading_seats
    reached = {
        "first-to": best >= options.match_target,
        "fixed-hands": match.deals >= options.match_target,
        "open": False,
    }[options.match_mode]
    if reached and len(leaders) == 1:
        state.end_match(leaders)
        return [*events, Event("match", leaders[0])]
    assert match.dealer is not None
    match.dealer = (match.dealer + 1) % state.seats
    state.end_deal()
    return events
