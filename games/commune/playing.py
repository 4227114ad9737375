"""Effects of moves in Commune: one function per verb, with helpers for calls and the end of a hand."""

from __future__ import annotations

from functools import lru_cache

from games.cards import format_cards
from games.commune.hand_presence import is_hand_present
from games.commune.ladder import Declaration, parse_declaration_words
from games.commune.state import CommuneState, SeatDeclaration, find_settled_caller
from games.engine.event import Event, Facts
from games.engine.move import Move
from games.engine.state import DealResult

# -- dealing ---------------------------------------------------------------------------------------------


def deal(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Deal each seat its number of cards and let the first declarer begin.

    Rulebook: deal.hand-size, deal.stub-unused, declare.first.
    """
    state.clear()
    state.phase = "deal"
    dealer = state.match.dealer
    assert dealer is not None
    order = [*state.list_other_seats(dealer), dealer]
    sizes = {player: state.get_hand_size(player) for player in order}
    cards = iter(move.cards)
    for number in range(max(sizes.values())):
        for player in order:
            if number < sizes[player]:
                state.hands[player].append(next(cards))
    state.stock = list(cards)
    state.wait_for("declare", state.get_first_declarer())
    return [Event("deal", dealer, facts={"first": state.turn})]


# -- declaring -------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def build_declaration(kind: str, word: str) -> Declaration:
    """Return the declared hand for a kind of hand and the words after it in a move, such as `pair` and `nines`.

    `word` has the ranks and the suit, which must be valid.
    """
    ranks, suit, _ = parse_declaration_words(kind, word.split())
    return Declaration(kind, ranks, suit)


def declare(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Declare a hand, then ask the others whether they call, or advance the turn.

    Rulebook: declare.options, declare.must-be-higher, declare.turn-order, call.who.
    """
    hand = build_declaration(move.verb, move.word)
    index = state.ladder.index(hand)
    if index <= state.last_declared_place:
        return _penalize_low_declaration(state, seat, hand)
    state.declared.append(SeatDeclaration(seat, index, hand))
    following = state.get_next_seat(seat)
    if state.options.can_anyone_call and index < state.ladder.top_place:
        state.phase, state.turn, state.answers = "ask", following, {}
        state.waiting = tuple(state.list_other_seats(seat))
    else:
        state.wait_for("declare", following)
    return [Event("declare", seat, facts={"hand": hand.spoken_name})]


def _penalize_low_declaration(state: CommuneState, seat: int, hand: Declaration) -> list[Event]:
    """End the hand after a declaration that isn't higher, for house rules under which that costs a token.

    Rulebook: declare.must-be-higher.
    """
    facts = {"hand": hand.spoken_name, "before": state.declared[-1].hand.spoken_name}
    declaration = Event("declare", seat, facts={"hand": hand.spoken_name})
    return [declaration, *_finish_hand(state, seat, "declare.must-be-higher", facts)]


# -- calling ---------------------------------------------------------------------------------------------


def call_declaration(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Call the latest declaration. If all players are asked, record that the seat calls."""
    if state.phase == "ask":
        return _record_call_answer(state, seat, "call")
    return _resolve_call(state, seat)


def let_declaration_pass(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Record that the seat doesn't call the latest declaration."""
    return _record_call_answer(state, seat, "let-pass")


def _record_call_answer(state: CommuneState, seat: int, answer: str) -> list[Event]:
    """Record whether a seat calls (`answer`), under house rules that ask all players. Rulebook: call.who.

    The other players don't see the answer until it's certain who calls.
    """
    state.answers[seat] = answer
    events = [Event("answer", seat, seen_by=(seat,), secret={"answer": answer})]
    caller = find_settled_caller(state)
    if caller is None:
        state.stop_waiting_for(seat)
        return events
    state.answers = {}
    if caller[0] is not None:
        return [*events, *_resolve_call(state, caller[0])]
    state.wait_for("declare", state.turn)
    return [*events, Event("passed", facts={"turn": state.turn})]


def _resolve_call(state: CommuneState, caller: int) -> list[Event]:
    """Show all cards after a call, and decide who loses a token.

    Rulebook: call.ends-hand, call.caller-loses, call.declarer-loses.
    """
    last, cards = state.declared[-1], state.list_cards_of_all_hands()
    there = is_hand_present(last.hand, cards, state.options)
    loser = caller if there else last.seat
    state.shown = True
    called = Event("call", caller, facts={"declarer": last.seat, "hand": last.hand.spoken_name})
    opened = Event("shown", cards=tuple(cards), facts={"hands": [format_cards(hand) for hand in state.hands]})
    clause = "call.caller-loses" if there else "call.declarer-loses"
    return [called, opened, *_finish_hand(state, loser, clause, {"hand": last.hand.spoken_name})]


# -- tokens ----------------------------------------------------------------------------------------------


def _finish_hand(state: CommuneState, loser: int, clause: str, facts: Facts) -> list[Event]:
    """End the hand: take a token from the loser, and return the events.

    `clause` is the clause that decides who loses, and `facts` are reported with the result.

    Rulebook: token.one-per-hand, token.out, match.last-standing.
    """
    match = state.match
    played = state.list_active_seats()
    match.scores[loser] -= 1
    state.loser = loser
    state.answers = {}
    winners = tuple(seat for seat in played if seat != loser)
    scores = tuple(-1 if seat == loser else 0 for seat in range(state.seats))
    most = state.options.start_tokens + 1
    facts = {
        **facts,
        "loser": loser,
        "cards": [len(hand) or None for hand in state.hands],
        "tokens": match.scores[:],
        "next": [most - tokens if tokens else "out" for tokens in match.scores],
    }
    events = [match.finish_deal(DealResult(clause, winners, scores, facts))]
    if not match.scores[loser]:
        events.append(Event("out", loser))
    return [*events, *_prepare_next_deal(state)]


def _prepare_next_deal(state: CommuneState) -> list[Event]:
    """Prepare the next deal, or end the match if one player is left.

    Rulebook: deal.rotate, match.last-standing.
    """
    match, left = state.match, state.list_active_seats()
    assert match.dealer is not None
    if len(left) > 1:
        match.dealer = state.get_next_seat(match.dealer)
        state.end_deal()
        return []
    state.end_match(left)
    return [Event("match", left[0])]
