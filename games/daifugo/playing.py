"""Effects of moves in Daifugo: one function per verb, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card, parse_card
from games.daifugo.judging import forbidden
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import ABOVE, HIGHEST, JACK, LOWEST, MANY, Shape, order, shape_of, tidy
from games.daifugo.state import AGREE, EXCHANGE, GIVE, LOT, THROW, TURN, DaifugoState, Laid, lock_after
from games.engine.event import Event, did
from games.engine.move import Move
from games.engine.state import DEALER, Result

FIVE, SEVEN, EIGHT, NINE, TEN = 5, 7, 8, 9, 10
THREE_OF_SPADES = parse_card("3S")
TITLES = ("Daifugo", "Millionaire", "Commoner", "Poor", "Destitute")


def title_of(place: int, seats: int) -> str:
    """Return the title of a place, counted from 0. Rulebook: titles.order."""
    if place == 0:
        return TITLES[0]
    if place == seats - 1:
        return TITLES[4]
    if seats > 3 and place == 1:
        return TITLES[1]
    return TITLES[3] if seats > 3 and place == seats - 2 else TITLES[2]


# -- the deal --------------------------------------------------------------------------------------------------


def deal(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Deal the cards, then start the exchange or the first round.

    Rulebook: deal.all, deal.extra-cards, exchange.from-second-hand.
    """
    state.clear()
    dealer = state.match.dealer
    assert dealer is not None
    cards = move.cards
    last = len(cards) - state.remainder
    dealing = state.dealing
    for place, one in enumerate(dealing):
        state.hands[one] = order(cards[place : last : len(dealing)])
    state.stock = list(cards[last:])
    events = [Event("deal", dealer)]
    if state.titles:
        events += _tributes(state)
        state.phase = EXCHANGE
        state.waiting = tuple(state.awaited())
        return events if state.waiting else [*events, *_lead(state, _later_leader(state))]
    if state.options.lead_first == "random":
        state.phase, state.waiting = LOT, (DEALER,)
        return events
    return [*events, *_lead(state, first_leader(state))]


def first_leader(state: DaifugoState) -> int:
    """Return who leads in the first hand. Rulebook: hand.first-leader."""
    if state.options.opening:
        card = parse_card(state.options.opening)
        for seat, hand in enumerate(state.hands):
            if card in hand:
                return seat
    return state.dealing[0]


def _later_leader(state: DaifugoState) -> int:
    """Return who leads in a hand after the first one. Rulebook: hand.later-leader."""
    return state.titles[0 if state.options.lead_later == "daifugo" else -1]


def lot(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Let the seat that was drawn at random lead."""
    assert move.number is not None
    return _lead(state, move.number)


def _lead(state: DaifugoState, seat: int) -> list[Event]:
    """Start a round with the lead of a seat."""
    state.wait_for(TURN, seat)
    return [did("lead", seat)]


# -- the exchange ----------------------------------------------------------------------------------------------


def best_of(hand: Sequence[Card], number: int) -> list[Card]:
    """Return the highest cards of a hand, which go as a tribute.

    Rulebook: exchange.destitute-gives, exchange.ties.
    """
    highest_first = sorted(order(hand), key=lambda card: -_height(card))
    return highest_first[:number]


def lowest_of(hand: Sequence[Card], number: int) -> list[Card]:
    """Return the lowest cards of a hand, for house rules under which these go back.

    Rulebook: exchange.daifugo-returns.
    """
    return order(hand)[:number]


def _height(card: Card) -> int:
    shape = shape_of((card,))
    return shape.height if shape else 0


def _tributes(state: DaifugoState) -> list[Event]:
    """Move the tributes, and also the cards that go back if house rules leave no choice."""
    events = []
    for seat in reversed(state.titles):
        if state.tribute(seat) and not state.takes(seat):
            events.append(_hand_over(state, seat, best_of(state.hands[seat], state.tribute(seat)), "tribute"))
    if state.options.exchange_return == "lowest":
        for seat in state.titles:
            if state.takes(seat):
                events.append(_hand_over(state, seat, lowest_of(state.hands[seat], state.tribute(seat)), "return"))
    return events


def _hand_over(state: DaifugoState, seat: int, cards: Sequence[Card], kind: str) -> Event:
    """Move cards to a seat's partner in the exchange, and return the event. Rulebook: exchange.private."""
    partner = state.partner(seat)
    assert partner is not None
    _move_cards(state, seat, partner, cards)
    state.given[seat] = list(cards)
    return Event(kind, seat, tuple(cards), {"to": partner, "number": len(cards)}, seen_by=(seat, partner))


def _move_cards(state: DaifugoState, seat: int, to: int, cards: Sequence[Card]) -> None:
    for card in cards:
        state.hands[seat].remove(card)
    state.hands[to] = order([*state.hands[to], *cards])


def give_back(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Give cards back in the exchange; after the last seat has, the hand begins.

    Rulebook: exchange.daifugo-returns.
    """
    events = [_hand_over(state, seat, order(move.cards), "return")]
    state.wait_no_more_for(seat)
    return events if state.waiting else [*events, *_lead(state, _later_leader(state))]


# -- playing ---------------------------------------------------------------------------------------------------


def play(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Play cards, and then apply everything that the play triggers, in order.

    Rulebook: the clauses `play.…`, and the house rules about plays.
    """
    cards = tidy(move.cards)
    shape = shape_of(cards)
    assert shape is not None
    hand = state.hands[seat]
    for card in cards:
        hand.remove(card.base)
    if hand and state.quiet:
        state.pile.append(Laid(seat, cards, shape))
        return [Event("play", seat, cards), *_turn_on(state, seat, seat)]
    options, pile, before = state.options, state.pile, state.upside_down
    foul = not hand and bool(forbidden(options, cards, shape, before))
    events = [Event("play", seat, cards)]
    if turns_over(options, shape):
        state.revolution = not state.revolution
        events.append(did("revolution", seat))
    if options.eleven_back != "off" and shape.count(JACK) and (options.eleven_back == "forced" or move.word):
        state.back = not state.back
        events.append(did("back", seat))
    if pile and options.suit_lock != "off":
        events += _lock(state, pile[-1].shape, shape, before)
    pile.append(Laid(seat, cards, shape))
    if options.pass_reentry:
        state.passed = ()
    if options.nine_reverse and shape.count(NINE) % 2:
        state.turned = not state.turned
        events.append(did("turned", seat))
    if not hand:
        return events + _out(state, seat, foul)
    if options.seven_give and shape.count(SEVEN):
        state.phase, state.owed = GIVE, min(shape.count(SEVEN), len(hand))
        return events
    return events + _throw_or_go_on(state, seat)


def turns_over(options: DaifugoOptions, shape: Shape) -> bool:
    """Return whether a play makes a revolution. Rulebook: revolution."""
    if shape.run:
        return 0 < options.revolution_sequence <= shape.size
    return options.revolution and shape.size >= MANY


def _lock(state: DaifugoState, top: Shape, shape: Shape, upside_down: bool) -> list[Event]:
    """Update the suits that are locked after a play on `top`. Rulebook: suit-lock.

    `upside_down` is the order of ranks before the play. Returns an event if the lock changed.
    """
    locked, stepped = bool(state.lock), state.stepped
    state.lock = lock_after(state.lock, top, shape)
    if not state.lock:
        return []
    if state.options.suit_lock == "suit-and-step" and one_step(top, shape, upside_down):
        state.stepped = True
    if locked and stepped == state.stepped:
        return []
    return [Event("lock", facts={"suits": state.lock, "stepped": state.stepped})]


def one_step(before: Shape, shape: Shape, upside_down: bool) -> bool:
    """Return whether a play is exactly one step higher than the one before; a joker alone always is."""
    return shape.height == ABOVE or shape.height - before.height == (-1 if upside_down else 1)


def _throw_or_go_on(state: DaifugoState, seat: int) -> list[Event]:
    """Continue after a play and its gifts: let the player throw cards away for tens, or move the turn on.

    Rulebook: ten-discard.
    """
    shape = state.pile[-1].shape
    tens = shape.count(TEN) if state.options.ten_discard else 0
    if tens:
        state.phase, state.owed = THROW, min(tens, len(state.hands[seat]))
        return []
    return _go_on(state, seat, stops(state))


def stops(state: DaifugoState) -> bool:
    """Return whether the latest play ends the round by itself.

    Rulebook: eight-stop, joker.spade3, two-clears.
    """
    options, (_, cards, shape) = state.options, state.pile[-1]
    if shape.count(EIGHT) and (options.eight_stop_sequences if shape.run else options.eight_stop):
        return True
    on_joker = len(state.pile) > 1 and state.pile[-2].shape.height == ABOVE
    if on_joker and cards[0] is THREE_OF_SPADES and shape.size == 1:
        return True
    if not options.two_clears or shape.run:
        return False
    before = state.upside_down != turns_over(options, shape)
    return shape.height == (LOWEST if before else HIGHEST)


def give(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Give a card to the next player for a seven. Rulebook: seven-give."""
    to = state.following(seat)
    _move_cards(state, seat, to, move.cards)
    events = [Event("give", seat, move.cards, {"to": to}, seen_by=(seat, to))]
    state.owed -= 1
    if not state.hands[seat]:
        state.owed = 0
        return events + _out(state, seat, foul=False)
    return events if state.owed else events + _throw_or_go_on(state, seat)


def throw(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Throw away a card for a ten. Rulebook: ten-discard."""
    state.hands[seat].remove(move.cards[0])
    state.gone.append(move.cards[0])
    state.owed -= 1
    events = [Event("throw", seat, move.cards)]
    if not state.hands[seat]:
        state.owed = 0
        return events + _out(state, seat, foul=False)
    return events if state.owed else events + _go_on(state, seat, stops(state))


def keep(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Keep all cards after a play with tens. Rulebook: ten-discard."""
    state.owed = 0
    return [did("keep", seat), *_go_on(state, seat, stops(state))]


def pass_by(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Pass, and move the turn on. Rulebook: pass.out-for-round."""
    state.passed += (seat,)
    if state.quiet:
        return [did("pass", seat), *_turn_on(state, seat, state.pile[-1].seat)]
    return [did("pass", seat), *_go_on(state, seat, ended=False)]


# -- going out -------------------------------------------------------------------------------------------------


def _out(state: DaifugoState, seat: int, foul: bool) -> list[Event]:
    """Give a seat without cards its place, then continue or finish the hand.

    `foul` says whether the last play was a forbidden finish.

    Rulebook: out.place, forbidden-finish, capital-fall, out.hand-ends.
    """
    events = []
    if foul:
        place = state.seats - 1 - len(state.fallen)
        state.fallen += (seat,)
        events.append(Event("foul", seat, facts={"title": title_of(place, state.seats)}))
    else:
        first = not state.placed
        state.placed += (seat,)
        events.append(Event("out", seat, facts={"title": title_of(len(state.placed) - 1, state.seats)}))
        if first:
            events += _fall(state, seat)
    if sum(map(bool, state.hands)) < 2:
        return events + _finish(state)
    return events + _go_on(state, seat, state.options.out_lead == "clear-at-once" or stops(state))


def _fall(state: DaifugoState, seat: int) -> list[Event]:
    """Put the Daifugo of the last hand in the lowest free place if `seat`, another player, is out first.

    Rulebook: capital-fall.
    """
    if not state.options.capital_fall or not state.titles:
        return []
    last = state.titles[0]
    if last == seat or not state.hands[last]:
        return []
    place = state.seats - 1 - len(state.fallen)
    state.fallen += (last,)
    state.stock += state.hands[last]
    state.hands[last] = []
    return [Event("fall", last, facts={"title": title_of(place, state.seats)})]


def _finish(state: DaifugoState) -> list[Event]:
    """Finish the hand: give titles and points, then prepare the next hand or end the match.

    Rulebook: out.hand-ends, titles.order, session.winner.
    """
    match, options, seats = state.match, state.options, state.seats
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    titles = (*state.placed, *left, *reversed(state.fallen))
    points = tuple(seats - 1 - titles.index(seat) for seat in range(seats))
    named = [title_of(titles.index(seat), seats) for seat in range(seats)]
    counted = options.session_winner == "points"
    if counted:
        match.scores = [score + point for score, point in zip(match.scores, points, strict=True)]
    facts = {"titles": named, "places": [titles.index(seat) + 1 for seat in range(seats)]}
    facts |= {"daifugo": titles[0], "destitute": titles[-1]}
    events = [match.ended(Result("out.hand-ends", titles[:1], points if counted else None, facts))]
    match.dealer = titles[-1]
    state.titles, state.given = titles, [[] for _ in range(seats)]  # who knows of gifts depends on old titles
    if options.seating == "by-title":
        state.ring = titles
    state.passed, state.lock, state.stepped, state.back = (), "", False, False
    if options.session_end == "open":
        state.phase, state.turn, state.waiting = AGREE, titles[-1], titles[-1:]
        return events
    if match.deals >= options.session_hands:
        return events + _end(state)
    state.pause()
    return events


def another(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Agree to another hand. Rulebook: session.end."""
    state.pause()
    return [did("another", seat)]


def enough(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """End the match. Rulebook: session.end, session.winner."""
    return [did("enough", seat), *_end(state)]


def _end(state: DaifugoState) -> list[Event]:
    leading = state.match.leading
    winner = next(seat for seat in state.titles if seat in leading)
    state.end((winner,))
    return [Event("session", winner)]


# -- whose turn ------------------------------------------------------------------------------------------------


def _turn_on(state: DaifugoState, seat: int, owner: int) -> list[Event]:
    """Move the turn on if no card has a special effect: does what `_go_on` does, but faster."""
    following = state.next_to_answer(seat, owner)
    if following >= 0:
        state.wait_for(TURN, following)
        return []
    return _new_round(state, owner if state.hands[owner] else state.following(owner))


def _go_on(state: DaifugoState, seat: int, ended: bool) -> list[Event]:
    """Move the turn on after a play or a pass, or start a new round. Rulebook: turn.next, round.end, five-skip."""
    waiting = state.waiting_after(seat)
    owner = state.pile[-1].seat
    out = not state.hands[owner]
    alone = out and len(waiting) == 1 and state.options.out_lead == "last-unpassed"
    if ended or alone or not waiting:
        leader = owner if not out else waiting[0] if alone and not ended else state.following(owner)
        return _new_round(state, leader)
    skipped = 0
    if state.options.five_skip and owner == seat:
        skipped = state.pile[-1].shape.count(FIVE)
    state.wait_for(TURN, waiting[skipped % len(waiting)])
    return []


def _new_round(state: DaifugoState, leader: int) -> list[Event]:
    """Clear the pile, the passes, and the lock, and let a seat lead.

    Rulebook: round.owner-leads, round.owner-out-lead, round.passes-cleared.
    """
    state.gone += [card.base for laid in state.pile for card in laid.cards]
    state.pile, state.passed, state.lock = [], (), ""
    state.stepped = state.back = False
    state.wait_for(TURN, leader)
    return [Event("trick", leader)]
