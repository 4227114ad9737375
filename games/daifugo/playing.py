"""Effects of moves in Daifugo: one function per verb, with helpers for turns, rounds, and the exchange."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card, parse_card
from games.daifugo.legality import list_forbidden_finish_cards
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import ABOVE, HIGHEST, JACK, LOWEST, MANY, PlayShape, find_play_shape, sort_cards, sort_play
from games.daifugo.state import AGREE, EXCHANGE, GIVE, LOT, THROW, TURN, DaifugoState, SeatPlay, compute_suit_lock_after
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DEALER, DealResult

FIVE, SEVEN, EIGHT, NINE, TEN = 5, 7, 8, 9, 10
THREE_OF_SPADES = parse_card("3S")
TITLES = ("Daifugo", "Millionaire", "Commoner", "Poor", "Destitute")


def get_title(place: int, seats: int) -> str:
    """Return the title, from Daifugo to Destitute, for a place in the order in which players go out.

    Places are counted from 0. Rulebook: titles.order.
    """
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
    last = len(cards) - state.set_aside_count
    dealing = state.dealing_order
    for place, owner in enumerate(dealing):
        state.hands[owner] = sort_cards(cards[place : last : len(dealing)])
    state.stock = list(cards[last:])
    events = [Event("deal", dealer)]
    if state.titles:
        events += _exchange_tributes(state)
        state.phase = EXCHANGE
        state.waiting = tuple(state.list_awaited_seats())
        return events if state.waiting else [*events, *_start_first_round(state, _get_later_leader(state))]
    if state.options.lead_first == "random":
        state.phase, state.waiting = LOT, (DEALER,)
        return events
    return [*events, *_start_first_round(state, get_first_leader(state))]


def get_first_leader(state: DaifugoState) -> int:
    """Return which seat leads in the first hand. Rulebook: hand.first-leader."""
    if state.options.opening_card:
        card = parse_card(state.options.opening_card)
        for seat, hand in enumerate(state.hands):
            if card in hand:
                return seat
    return state.dealing_order[0]


def _get_later_leader(state: DaifugoState) -> int:
    """Return which seat leads in a hand after the first. Rulebook: hand.later-leader."""
    return state.titles[0 if state.options.lead_later == "daifugo" else -1]


def let_drawn_seat_lead(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Let the seat that was drawn at random lead the first round."""
    assert move.number is not None
    return _start_first_round(state, move.number)


def _start_first_round(state: DaifugoState, seat: int) -> list[Event]:
    """Start the first round of a hand, in which `seat` leads."""
    state.wait_for(TURN, seat)
    return [build_event("lead", seat)]


# -- the exchange ----------------------------------------------------------------------------------------------


def list_highest_cards(hand: Sequence[Card], number: int) -> list[Card]:
    """Return the `number` highest cards of a hand, which a player has to give as a tribute.

    Rulebook: exchange.destitute-gives, exchange.ties.
    """
    highest_first = sorted(sort_cards(hand), key=lambda card: -_get_height(card))
    return highest_first[:number]


def list_lowest_cards(hand: Sequence[Card], number: int) -> list[Card]:
    """Return the `number` lowest cards of a hand, which some house rules give back for a tribute.

    Rulebook: exchange.daifugo-returns.
    """
    return sort_cards(hand)[:number]


def _get_height(card: Card) -> int:
    shape = find_play_shape((card,))
    return shape.height if shape else 0


def _exchange_tributes(state: DaifugoState) -> list[Event]:
    """Move the tributes (highest cards of the last players) to the first players, and return the events.

    If house rules say that the lowest cards go back, there's nothing to choose, so these cards are moved too.
    """
    events = []
    for seat in reversed(state.titles):
        if state.count_tribute(seat) and not state.is_tribute_taker(seat):
            events.append(
                _give_cards_to_partner(
                    state, seat, list_highest_cards(state.hands[seat], state.count_tribute(seat)), "tribute"
                )
            )
    if state.options.exchange_return == "lowest":
        for seat in state.titles:
            if state.is_tribute_taker(seat):
                events.append(
                    _give_cards_to_partner(
                        state, seat, list_lowest_cards(state.hands[seat], state.count_tribute(seat)), "return"
                    )
                )
    return events


def _give_cards_to_partner(state: DaifugoState, seat: int, cards: Sequence[Card], kind: str) -> Event:
    """Move cards to a seat's partner in the exchange, and return the event. Rulebook: exchange.private."""
    partner = state.find_exchange_partner(seat)
    assert partner is not None
    _move_cards(state, seat, partner, cards)
    state.given[seat] = list(cards)
    return Event(kind, seat, tuple(cards), {"to": partner, "number": len(cards)}, seen_by=(seat, partner))


def _move_cards(state: DaifugoState, seat: int, to: int, cards: Sequence[Card]) -> None:
    for card in cards:
        state.hands[seat].remove(card)
    state.hands[to] = sort_cards([*state.hands[to], *cards])


def give_cards_back(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Give cards back in the exchange. When all seats that received a tribute have done so, the hand begins.

    Rulebook: exchange.daifugo-returns.
    """
    events = [_give_cards_to_partner(state, seat, sort_cards(move.cards), "return")]
    state.stop_waiting_for(seat)
    return events if state.waiting else [*events, *_start_first_round(state, _get_later_leader(state))]


# -- playing ---------------------------------------------------------------------------------------------------


def play_cards(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Play cards, and then apply everything that the play triggers, in order.

    Rulebook: the clauses `play.…`, and the house rules about plays.
    """
    cards = sort_play(move.cards)
    shape = find_play_shape(cards)
    assert shape is not None
    hand = state.hands[seat]
    for card in cards:
        hand.remove(card.base)
    if hand and state.quiet:
        state.pile.append(SeatPlay(seat, cards, shape))
        return [Event("play", seat, cards), *_advance_turn_without_effects(state, seat, seat)]
    options, pile, before = state.options, state.pile, state.is_rank_order_reversed
    foul = not hand and bool(list_forbidden_finish_cards(options, cards, shape, before))
    events = [Event("play", seat, cards)]
    if is_revolution(options, shape):
        state.revolution = not state.revolution
        events.append(build_event("revolution", seat))
    if (
        options.eleven_back != "off"
        and shape.count_cards_of_height(JACK)
        and (options.eleven_back == "forced" or move.word)
    ):
        state.back = not state.back
        events.append(build_event("back", seat))
    if pile and options.suit_lock != "off":
        events += _update_suit_lock(state, pile[-1].shape, shape, before)
    pile.append(SeatPlay(seat, cards, shape))
    if options.pass_reentry:
        state.passed = ()
    if options.nine_reverse and shape.count_cards_of_height(NINE) % 2:
        state.turned = not state.turned
        events.append(build_event("turned", seat))
    if not hand:
        return events + _go_out(state, seat, foul)
    if options.seven_give and shape.count_cards_of_height(SEVEN):
        state.phase, state.owed = GIVE, min(shape.count_cards_of_height(SEVEN), len(hand))
        return events
    return events + _continue_after_seven_gifts(state, seat)


def is_revolution(options: DaifugoOptions, shape: PlayShape) -> bool:
    """Return whether a play makes a revolution. Rulebook: revolution."""
    if shape.run:
        return 0 < options.revolution_sequence <= shape.size
    return options.revolution and shape.size >= MANY


def _update_suit_lock(state: DaifugoState, top: PlayShape, shape: PlayShape, upside_down: bool) -> list[Event]:
    """Update the locked suits after a play of the shape `shape`, on top of a play of the shape `top`.

    `upside_down` says whether the order of ranks was reversed before the play. Returns an event if suits are locked and
    the lock changed, otherwise an empty list.

    Rulebook: suit-lock.
    """
    locked, stepped = bool(state.lock), state.stepped
    state.lock = compute_suit_lock_after(state.lock, top, shape)
    if not state.lock:
        return []
    if state.options.suit_lock == "suit-and-step" and is_one_step_higher(top, shape, upside_down):
        state.stepped = True
    if locked and stepped == state.stepped:
        return []
    return [Event("lock", facts={"suits": state.lock, "stepped": state.stepped})]


def is_one_step_higher(before: PlayShape, shape: PlayShape, upside_down: bool) -> bool:
    """Return whether a play is exactly one step higher than the play before it. Jokers alone always are.

    `upside_down` says whether the order of ranks is reversed.
    """
    return shape.height == ABOVE or shape.height - before.height == (-1 if upside_down else 1)


def _continue_after_seven_gifts(state: DaifugoState, seat: int) -> list[Event]:
    """Continue the turn after a play, once any cards have been given for its sevens.

    If the play has tens, the player can discard cards for them under a house rule. Otherwise the turn advances.

    Rulebook: ten-discard.
    """
    shape = state.pile[-1].shape
    tens = shape.count_cards_of_height(TEN) if state.options.ten_discard else 0
    if tens:
        state.phase, state.owed = THROW, min(tens, len(state.hands[seat]))
        return []
    return _advance_turn(state, seat, is_round_ending(state))


def is_round_ending(state: DaifugoState) -> bool:
    """Return whether the latest play ends the round by itself.

    Rulebook: eight-stop, joker.spade3, two-clears.
    """
    options, (_, cards, shape) = state.options, state.pile[-1]
    if shape.count_cards_of_height(EIGHT) and (options.eight_stop_sequences if shape.run else options.eight_stop):
        return True
    on_joker = len(state.pile) > 1 and state.pile[-2].shape.height == ABOVE
    if on_joker and cards[0] is THREE_OF_SPADES and shape.size == 1:
        return True
    if not options.two_clears or shape.run:
        return False
    before = state.is_rank_order_reversed != is_revolution(options, shape)
    return shape.height == (LOWEST if before else HIGHEST)


def give_card_for_seven(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Give a card to the next player for a seven. Rulebook: seven-give."""
    to = state.find_next_seat_with_cards(seat)
    _move_cards(state, seat, to, move.cards)
    events = [Event("give", seat, move.cards, {"to": to}, seen_by=(seat, to))]
    state.owed -= 1
    if not state.hands[seat]:
        state.owed = 0
        return events + _go_out(state, seat, foul=False)
    return events if state.owed else events + _continue_after_seven_gifts(state, seat)


def discard_card_for_ten(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Discard a card for a ten. Rulebook: ten-discard."""
    state.hands[seat].remove(move.cards[0])
    state.gone.append(move.cards[0])
    state.owed -= 1
    events = [Event("throw", seat, move.cards)]
    if not state.hands[seat]:
        state.owed = 0
        return events + _go_out(state, seat, foul=False)
    return events if state.owed else events + _advance_turn(state, seat, is_round_ending(state))


def keep_cards_after_tens(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Keep all cards after a play with tens. Rulebook: ten-discard."""
    state.owed = 0
    return [build_event("keep", seat), *_advance_turn(state, seat, is_round_ending(state))]


def pass_turn(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Pass, and advance the turn. Rulebook: pass.out-for-round."""
    state.passed += (seat,)
    if state.quiet:
        return [build_event("pass", seat), *_advance_turn_without_effects(state, seat, state.pile[-1].seat)]
    return [build_event("pass", seat), *_advance_turn(state, seat, ended=False)]


# -- going out -------------------------------------------------------------------------------------------------


def _go_out(state: DaifugoState, seat: int, foul: bool) -> list[Event]:
    """Give a seat without cards its place in this hand, then continue or finish the hand.

    `foul` says whether its last play was a forbidden finish. If so, it gets the lowest free place.

    Rulebook: out.place, forbidden-finish, capital-fall, out.hand-ends.
    """
    events = []
    if foul:
        place = state.seats - 1 - len(state.fallen)
        state.fallen += (seat,)
        events.append(Event("foul", seat, facts={"title": get_title(place, state.seats)}))
    else:
        first = not state.placed
        state.placed += (seat,)
        events.append(Event("out", seat, facts={"title": get_title(len(state.placed) - 1, state.seats)}))
        if first:
            events += _demote_previous_daifugo(state, seat)
    if sum(map(bool, state.hands)) < 2:
        return events + _finish_hand(state)
    return events + _advance_turn(state, seat, state.options.out_lead == "clear-at-once" or is_round_ending(state))


def _demote_previous_daifugo(state: DaifugoState, seat: int) -> list[Event]:
    """Put the Daifugo of the last hand in the lowest free place if another player is out first.

    `seat` is the player who is out first. Nothing happens without the house rule for this. Rulebook: capital-fall.
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
    return [Event("fall", last, facts={"title": get_title(place, state.seats)})]


def _finish_hand(state: DaifugoState) -> list[Event]:
    """Finish the hand: give titles and points, then prepare the next hand or end the match.

    Rulebook: out.hand-ends, titles.order, session.winner.
    """
    match, options, seats = state.match, state.options, state.seats
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    titles = (*state.placed, *left, *reversed(state.fallen))
    points = tuple(seats - 1 - titles.index(seat) for seat in range(seats))
    named = [get_title(titles.index(seat), seats) for seat in range(seats)]
    counted = options.session_winner == "points"
    if counted:
        match.scores = [score + point for score, point in zip(match.scores, points, strict=True)]
    facts = {"titles": named, "places": [titles.index(seat) + 1 for seat in range(seats)]}
    facts |= {"daifugo": titles[0], "destitute": titles[-1]}
    events = [match.finish_deal(DealResult("out.hand-ends", titles[:1], points if counted else None, facts))]
    match.dealer = titles[-1]
    state.titles, state.given = titles, [[] for _ in range(seats)]  # who knows of gifts depends on old titles
    if options.seating == "by-title":
        state.ring = titles
    state.passed, state.lock, state.stepped, state.back = (), "", False, False
    if options.session_end == "open":
        state.phase, state.turn, state.waiting = AGREE, titles[-1], titles[-1:]
        return events
    if match.deals >= options.session_hands:
        return events + _end_match(state)
    state.end_deal()
    return events


def agree_to_another_hand(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """Agree to another hand. Rulebook: session.end."""
    state.end_deal()
    return [build_event("another", seat)]


def stop_match(state: DaifugoState, seat: int, move: Move) -> list[Event]:
    """End the match. Rulebook: session.end, session.winner."""
    return [build_event("enough", seat), *_end_match(state)]


def _end_match(state: DaifugoState) -> list[Event]:
    leading = state.match.leading_seats
    winner = next(seat for seat in state.titles if seat in leading)
    state.end_match((winner,))
    return [Event("session", winner)]


# -- whose turn ------------------------------------------------------------------------------------------------


def _advance_turn_without_effects(state: DaifugoState, seat: int, owner: int) -> list[Event]:
    """Advance the turn under house rules without card effects: as `_advance_turn` does, but faster.

    `owner` is the seat that made the latest play.
    """
    following = state.find_next_seat_able_to_beat(seat, owner)
    if following >= 0:
        state.wait_for(TURN, following)
        return []
    return _start_round(state, owner if state.hands[owner] else state.find_next_seat_with_cards(owner))


def _advance_turn(state: DaifugoState, seat: int, ended: bool) -> list[Event]:
    """Advance the turn after a play or a pass, or start a new round if the round is over.

    `ended` says whether the round is over even if another player could still beat the latest play.

    Rulebook: turn.next, round.end, five-skip.
    """
    waiting = state.list_seats_able_to_beat(seat)
    owner = state.pile[-1].seat
    out = not state.hands[owner]
    alone = out and len(waiting) == 1 and state.options.out_lead == "last-unpassed"
    if ended or alone or not waiting:
        leader = owner if not out else waiting[0] if alone and not ended else state.find_next_seat_with_cards(owner)
        return _start_round(state, leader)
    skipped = 0
    if state.options.five_skip and owner == seat:
        skipped = state.pile[-1].shape.count_cards_of_height(FIVE)
    state.wait_for(TURN, waiting[skipped % len(waiting)])
    return []


def _start_round(state: DaifugoState, leader: int) -> list[Event]:
    """Clear the pile, the passes, and the lock, and let a seat lead.

    Rulebook: round.owner-leads, round.owner-out-lead, round.passes-cleared.
    """
    state.gone += [card.base for laid in state.pile for card in laid.cards]
    state.pile, state.passed, state.lock = [], (), ""
    state.stepped = state.back = False
    state.wait_for(TURN, leader)
    return [Event("trick", leader)]
