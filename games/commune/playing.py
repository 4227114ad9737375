"""What happens when a move is made: one function per verb, and what follows from it."""

from __future__ import annotations

from functools import lru_cache

from games.cards import codes
from games.commune.ladder import Declaration, read_words
from games.commune.presence import present
from games.commune.state import CommuneState, Said, settled
from games.engine.event import Event
from games.engine.move import Move
from games.engine.state import DEALER, Result
from games.words import capital

# -- dealing ---------------------------------------------------------------------------------------------


def deal(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Rulebook: deal.hand-size, deal.stub-unused, declare.first."""
    state.clear()
    state.between = False
    state.phase = "deal"
    dealer = state.match.dealer
    assert dealer is not None
    order = [*state.others(dealer), dealer]
    sizes = {one: state.hand_size(one) for one in order}
    cards = iter(move.cards)
    for number in range(max(sizes.values())):
        for one in order:
            if number < sizes[one]:
                state.hands[one].append(next(cards))
    state.stock = list(cards)
    state.wait_for(state.first_declarer())
    return [Event("deal", f"{{{dealer}}} deals. {{{state.turn}}} declares first.", dealer)]


# -- declaring -------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def declaration(kind: str, word: str) -> Declaration:
    """The hand that a legal move names."""
    ranks, suit, _ = read_words(kind, word.split())
    return Declaration(kind, ranks, suit)


def declare(state: CommuneState, seat: int, move: Move) -> list[Event]:
    """Rulebook: declare.options, declare.must-be-higher, declare.turn-order, call.who."""
    hand = declaration(move.verb, move.word)
    index = state.ladder.index(hand)
    if index <= state.last:
        return _misspoken(state, seat, hand)
    state.declared.append(Said(seat, index, hand))
    following = state.after(seat)
    if state.options.asks_all and index < state.ladder.top:
        state.phase, state.turn, state.answers = "ask", following, {}
        state.waiting = tuple(state.others(seat))
    else:
        state.wait_for(following)
    return [Event("declare", f"{{{seat}}} says: {hand.spoken}.", seat)]


def _misspoken(state: CommuneState, seat: int, hand: Declaration) -> list[Event]:
    """Rulebook: declare.must-be-higher, under the house rule that it costs a token."""
    before = state.declared[-1].hand
    said = Event("declare", f"{{{seat}}} says: {hand.spoken}.", seat)
    sentence = f"{{{seat}}} named {hand.spoken}, which is not higher than {before.spoken}, and loses a token."
    return [said, *_finish(state, seat, sentence, "declare.must-be-higher")]


# -- calling ---------------------------------------------------------------------------------------------


def call(state: CommuneState, seat: int, move: Move) -> list[Event]:
    if state.phase == "ask":
        return _answer(state, seat, "call", "You call. The others do not know yet.")
    return _show(state, seat)


def let_pass(state: CommuneState, seat: int, move: Move) -> list[Event]:
    return _answer(state, seat, "let-pass", "You let it pass. The others do not know yet.")


def _answer(state: CommuneState, seat: int, answer: str, secret: str) -> list[Event]:
    """Rulebook: call.who, where everybody is asked. An answer stays hidden until it is settled."""
    state.answers[seat] = answer
    said = [Event("answer", f"{{{seat}}} has answered.", seat, seen_by=(seat,), secret=secret)]
    caller = settled(state)
    if caller is None:
        state.waiting = tuple(one for one in state.waiting if one != seat)
        return said
    state.answers = {}
    if caller[0] is not None:
        return [*said, *_show(state, caller[0])]
    state.wait_for(state.turn)
    return [*said, Event("passed", f"Nobody calls. {{{state.turn}}} declares.")]


def _show(state: CommuneState, caller: int) -> list[Event]:
    """Rulebook: call.ends-hand, call.caller-loses, call.declarer-loses."""
    last, cards = state.declared[-1], state.commune()
    there = present(last.hand, cards, state.options)
    loser = caller if there else last.seat
    shown = ", ".join(f"{{{seat}}} {codes(hand)}" for seat, hand in enumerate(state.hands) if hand)
    state.shown = True
    called = Event("call", f"{{{caller}}} calls {{{last.seat}}}, who said: {last.hand.spoken}.", caller)
    opened = Event("shown", f"All cards are shown: {shown}.", cards=tuple(cards))
    found = "is there" if there else "is not there"
    sentence = f"{capital(last.hand.spoken)} {found}: {{{loser}}} loses a token."
    clause = "call.caller-loses" if there else "call.declarer-loses"
    return [called, opened, *_finish(state, loser, sentence, clause)]


# -- tokens ----------------------------------------------------------------------------------------------


def _finish(state: CommuneState, loser: int, sentence: str, clause: str) -> list[Event]:
    """The hand is over, and one token is lost. Rulebook: token.one-per-hand, token.out, match.last-standing."""
    match = state.match
    played = state.active()
    match.scores[loser] -= 1
    match.deals += 1
    state.loser = loser
    state.answers = {}
    winners = tuple(seat for seat in played if seat != loser)
    scores = tuple(-1 if seat == loser else 0 for seat in range(state.seats))
    rows = tuple(_row(state, seat) for seat in range(state.seats))
    heads = ("Player", "Cards", "Tokens left", "Cards next time")
    match.results.append(Result(sentence, clause, winners, scores, rows, heads))
    events = [Event("count", sentence, loser)]
    if not match.scores[loser]:
        events.append(Event("out", f"{{{loser}}} has no token left and is out.", loser))
    return [*events, *_go_on(state)]


def _row(state: CommuneState, seat: int) -> tuple[str, ...]:
    tokens = state.match.scores[seat]
    return (
        f"{{{seat}}}",
        str(len(state.hands[seat])) if state.hands[seat] else "–",
        str(tokens),
        str(state.options.start_tokens + 1 - tokens) if tokens else "out",
    )


def _go_on(state: CommuneState) -> list[Event]:
    """Rulebook: deal.rotate, match.last-standing."""
    match, left = state.match, state.active()
    assert match.dealer is not None
    if len(left) > 1:
        match.dealer = state.after(match.dealer)
        state.phase, state.waiting, state.between = "between", (DEALER,), True
        return []
    state.phase, state.waiting = "over", ()
    match.over, match.winners = True, tuple(left)
    return [Event("match", f"{{{left[0]}}} alone has tokens left, and wins the match.", left[0])]
