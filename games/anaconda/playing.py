"""The effects of moves: how a hand of Anaconda continues, and how it is settled."""

from __future__ import annotations

from itertools import chain

from games.anaconda import stages
from games.anaconda.scoring import Split, hand_of, split
from games.anaconda.stages import DEALT
from games.anaconda.state import AnacondaState, Gift
from games.cards import UNKNOWN, Card, without
from games.engine.event import Event, did
from games.engine.move import Move
from games.engine.state import Result
from games.kit.dealer import one_at_a_time

# -- the deal ----------------------------------------------------------------------------------------------


def deal(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Collect the antes, deal seven cards to each player with chips, and open the betting.

    Rulebook: stake.ante, deal.seven, deal.rotate.
    """
    state.clear()
    match, dealer = state.match, state.match.dealer
    assert dealer is not None
    order = [(dealer + by) % state.seats for by in range(1, state.seats + 1)]
    order = [one for one in order if match.scores[one]]
    for one in order:
        state.put_in(one, min(state.options.ante, match.scores[one]))
    hands, state.stock = one_at_a_time(move.cards, len(order), DEALT)
    for one, hand in zip(order, hands, strict=True):
        state.hands[one] = hand
    return [Event("deal", dealer, facts={"number": match.deals + 1, "pot": state.flavour}), *_open_betting(state, 1)]


# -- betting -----------------------------------------------------------------------------------------------


def _open_betting(state: AnacondaState, number: int) -> list[Event]:
    """Open a round of betting, or continue with what follows if nobody can bet. Rulebook: bet.skip-if-done."""
    state.round, state.limits = number, stages.limits(state.options, number)
    state.open_round()
    first = state.next_to_act(state.opener())
    if first is None:
        return _betting_over(state)
    state.wait_for("bet", first)
    return []


def go_on(state: AnacondaState, seat: int) -> list[Event]:
    """Continue the betting after a seat has acted. Rulebook: bet.order, bet.close, bet.last-one."""
    if seat in state.folded and len(active := state.active) == 1:
        return _last_one(state, active[0])
    turn = state.next_to_act((seat + 1) % state.seats)
    if turn is None:
        return _betting_over(state)
    state.turn, state.waiting = turn, (turn,)
    return []


def _betting_over(state: AnacondaState) -> list[Event]:
    """Close a round of betting: return uncalled chips and begin the next stage. Rulebook: bet.close, bet.uncalled."""
    back = state.give_back()
    events = [Event("back", back[0], facts={"chips": back[1]})] if back else []
    state.open_round()
    options, number = state.options, state.round
    early = stages.early_rounds(options)
    if number < early:
        state.phase, state.waiting = "pass", tuple(state.active)
        return events
    if number > early:
        if number < stages.rounds(options):
            return [*events, *_show(state)]
        return [*events, *_showdown(state)]
    if stages.declares(options):
        state.phase = "declare"
        state.turn = state.clockwise(state.left_of_dealer)[0]
        state.waiting = tuple(state.awaited())
        return events
    return [*events, *_choose(state)]


# -- passing -----------------------------------------------------------------------------------------------


def give(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Lay down the cards to pass; after the last player, exchange them and open the betting.

    Rulebook: pass.choose-three, pass.simultaneous.
    """
    events = [did("lay", seat)]
    if _lay(state, seat, [*chain(*move.groups)]):
        return events + _exchange(state) + _open_betting(state, state.round + 1)
    return events


def _lay(state: AnacondaState, seat: int, cards: list[Card]) -> bool:
    """Lay down a seat's cards face down; return whether all players have done so."""
    laid = state.laid[:]
    laid[seat] = cards
    state.laid = laid
    state.wait_no_more_for(seat)
    return not state.waiting


def _exchange(state: AnacondaState) -> list[Event]:
    """Move the laid-down cards to the hands they are passed to, and return the events.

    Rulebook: pass.first-left, pass.second-right-two, pass.two-left-in.
    """
    active, laid = state.active, state.laid
    hands, given, events = state.hands[:], state.given, []
    going = [(number, stages.receivers(tuple(active), steps)) for number, steps in state.going]
    for giver in active:
        hands[giver] = without(hands[giver], laid[giver])
    for giver in active:
        begin = 0
        for number, takers in going:
            cards, taker = tuple(laid[giver][begin : begin + number]), takers[giver]
            hands[taker] += cards
            given.append(Gift(state.round, giver, taker, cards))
            events.append(Event("pass", giver, cards, {"taker": taker, "number": number}, (giver, taker)))
            begin += number
    state.hands, state.laid = hands, [[] for _ in range(state.seats)]
    return events


# -- declaring and choosing --------------------------------------------------------------------------------


def declare(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Record a declaration; after the last one, reveal hidden ones and let players choose five cards.

    Rulebook: declare.chip, declare.simultaneous.
    """
    state.declared[seat] = move.verb
    spoken = state.options.declare_mode == "spoken"
    events = [Event("declare", seat, facts={"way": move.verb})] if spoken else [did("hide", seat)]
    left = [one for one in state.clockwise(state.left_of_dealer) if not state.declared[one]]
    if left:
        state.turn = left[0]
        state.waiting = (left[0],) if spoken else tuple(sorted(left))
        return events
    if not spoken:
        events += [Event("declare", one, facts={"way": state.declared[one]}) for one in state.active]
    return events + _choose(state)


def _choose(state: AnacondaState) -> list[Event]:
    state.phase, state.waiting = "final", tuple(state.active)
    return []


def keep(state: AnacondaState, seat: int, move: Move) -> list[Event]:
    """Lay down the five cards to keep; after the last player, discard the others and show cards.

    Rulebook: final.discard-two, final.show-four, final.commit.
    """
    events = [did("choose", seat)]
    if not _lay(state, seat, [*move.cards, *move.group("hide")]):
        return events
    hands, thrown, laid = state.hands[:], state.thrown[:], state.laid
    for one in state.active:
        thrown[one] = without(hands[one], laid[one])
        hands[one] = laid[one]
    state.hands, state.thrown, state.laid = hands, thrown, [[] for _ in range(state.seats)]
    return events + _show(state)


def _show(state: AnacondaState) -> list[Event]:
    """Show the four cards, or the next one of them, and open the betting. Rulebook: final.show-four, final.bet."""
    before = state.showing
    state.round += 1
    now = state.showing
    events = [Event("show", one, tuple(state.hands[one][before:now])) for one in state.active]
    return events + _open_betting(state, state.round)


# -- the end of a hand -------------------------------------------------------------------------------------


def _last_one(state: AnacondaState, seat: int) -> list[Event]:
    """Give the pot to the only player who hasn't folded. Rulebook: bet.last-one."""
    chips = sum(state.paid) + state.flavour
    state.flavour = 0
    return _finish(state, "bet.last-one", {seat: chips}, {"pot": chips})


def _showdown(state: AnacondaState) -> list[Event]:
    """Reveal the hands and divide all pots. Rulebook: showdown.reveal, split.halves, split.side-pots."""
    active, options = state.active, state.options
    state.revealed = True
    order = state.clockwise(state.left_of_dealer)
    hands = {seat: hand_of(state.hands[seat], state.declared[seat], options) for seat in active}
    pots, state.flavour = state.pots(), 0
    splits = [split(pot, hands, options, order) for pot in pots]
    events = [_revealed(state, seat, hands[seat].way) for seat in order if UNKNOWN not in state.hands[seat]]
    events += [_divided(one, place, len(splits)) for place, one in enumerate(splits)]
    gains: dict[int, int] = {}
    for one in splits:
        state.flavour += one.rest
        for seat, chips in one.gains.items():
            gains[seat] = gains.get(seat, 0) + chips
    pot = sum(one.pot.chips for one in splits)
    return events + _finish(state, "split.halves", gains, {"pot": pot, "declared": list(state.declared)})


def _revealed(state: AnacondaState, seat: int, way: str) -> Event:
    """Return the event that reveals a hand, and the way it goes."""
    return Event("reveal", seat, tuple(state.hands[seat]), {"way": way, "low": state.options.low_system})


def _divided(one: Split, place: int, number: int) -> Event:
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
            "whole": one.whole,
            "rest": one.rest,
        },
    )


def _finish(state: AnacondaState, clause: str, gains: dict[int, int], facts: dict[str, object]) -> list[Event]:
    """Pay the winners, record the result, and prepare the next hand or end the match.

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
    events = [match.ended(Result(clause, winners, tuple(change), known))]
    if match.deals == state.options.hands or sum(map(bool, match.scores)) < 2:
        state.end(match.leading)
        return [*events, Event("match", facts={"winners": list(match.winners), "most": max(match.scores)})]
    dealer = match.dealer or 0
    match.dealer = next(seat for by in range(1, state.seats + 1) if match.scores[seat := (dealer + by) % state.seats])
    state.pause()
    return events
