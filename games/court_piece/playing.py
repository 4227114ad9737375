"""The effects of a move: one function per verb, with helpers for the end of a trick and corrections."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import SUIT_NAMES, Card
from games.court_piece.scoring import Forfeit, end_match, finish_hand
from games.court_piece.state import FIRST, SEATS, SWEEP, TRICKS, CourtPieceState
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.state import DEALER

SUIT_OF = {name: suit for suit, name in SUIT_NAMES.items()}
"""The letter of each suit, by name."""
SIDES = {"left": 1, "right": 3}
"""The number of seats clockwise from the player who claims a revoke to the accused opponent, by word."""


# -- dealing and calling ---------------------------------------------------------------------------------


def deal(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Deal five cards to each player, and ask the caller to choose trump. Rulebook: deal.first-five, trump.caller."""
    state.clear()
    order, dealer = move.cards, state.match.dealer
    state.stock = state.deal_packets(order, state.caller, (FIRST,))
    state.wait_for("call", state.caller)
    return [Event("deal", dealer, facts={"caller": state.caller})]


def redeal(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Show the caller's five cards, which are too weak, and prepare a redeal.

    House rules can allow this. Rulebook: trump.compulsory.
    """
    state.redeals += 1
    shown = tuple(state.hands[seat])
    state.clear()
    state.phase, state.waiting = "deal", (DEALER,)
    return [Event("redeal", seat, shown)]


def call_trump(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Set the trump suit that the caller chose, deal the other cards, and let the caller lead.

    Rulebook: trump.open, deal.rest, trick.first-lead.
    """
    state.trump = SUIT_OF[move.word]
    packets = {"5-4-4": (4, 4), "5-8": (8,), "5-singles": (1,) * 8}[state.options.deal_packets]
    state.stock = state.deal_packets(state.stock, seat, packets)
    state.leader = seat
    state.wait_for("play", seat)
    return [Event("trump", seat, facts={"suit": move.word}), Event("rest")]


# -- tricks ----------------------------------------------------------------------------------------------


def play_card(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Play a card, and finish the trick if it is the fourth. Rulebook: trick.order, trick.winner-leads."""
    card = move.groups[0][0]
    if card in state.known[seat]:
        state.known[seat].remove(card)
    complete = state.play_to_trick(seat, card)
    events = [Event("play", seat, (card,))]
    return events + _complete_trick(state) if complete else events


def _complete_trick(state: CourtPieceState) -> list[Event]:
    """Finish a trick of four cards; then the winner leads or decides whether to play on, or the hand ends.

    Rulebook: trick.winner-leads, court.first-seven, playon.stop-on-loss.
    """
    winner, taken = state.finish_trick(), len(state.tricks)
    events = [Event("trick", winner, facts={"trick": taken})]
    if has_first_seven_winner(state) and state.options.playon_allowed:
        state.wait_for("playon", winner)
    elif _is_hand_over(state):
        return events + _end_hand(state)
    else:
        state.wait_for("play", winner)
    return events


def _is_hand_over(state: CourtPieceState) -> bool:
    """Return whether the hand ends after the trick just completed, unless its players decide to play on.

    Rulebook: hand.split-plays-out, playon.default-stop, playon.stop-on-loss.
    """
    taken, options = len(state.tricks), state.options
    if taken < SWEEP or taken == TRICKS:
        return taken == TRICKS
    sweeper = state.find_first_seven_winner()
    if sweeper is None:
        return options.hand_stop_at_seven and max(state.count_tricks_by_side()) >= SWEEP
    if taken == SWEEP:
        return True
    return options.playon_stop_on_loss and state.tricks[-1].winner % 2 != sweeper


def play_on(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Agree to play on for all thirteen tricks. Rulebook: playon.option, playon.who-decides.

    If both partners have to agree, the first to agree only passes the question to the other.
    """
    state.asked += (seat,)
    events = [Event("go-on", seat)]
    if state.options.playon_decider == "both" and len(state.asked) == 1:
        state.wait_for("playon", state.get_seat_after(seat, 2))
        return events
    state.playing_on = True
    state.wait_for("play", state.tricks[-1].winner)
    return events


def stop_playing(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Decline to play on, which ends the hand after seven tricks. Rulebook: playon.default-stop, playon.who-decides.

    If either partner can decide, the first to decline only passes the question to the other.
    """
    state.asked += (seat,)
    events = [build_event("stop", seat)]
    if state.options.playon_decider == "either" and len(state.asked) == 1:
        state.wait_for("playon", state.get_seat_after(seat, 2))
        return events
    return events + _end_hand(state)


def _end_hand(state: CourtPieceState) -> list[Event]:
    """End the hand: ask all four players to confirm its result, or score it if nobody has to confirm.

    Rulebook: revoke.confirm.
    """
    if state.options.has_result_confirmation:
        state.phase, state.waiting = "confirm", tuple(range(SEATS))
        return [Event("ends")]
    return finish_hand(state)


def confirm_result(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Record that a seat confirms the result of the hand. The fourth confirmation scores the hand.

    Rulebook: revoke.confirm, revoke.unclaimed.
    """
    state.confirmed += (seat,)
    state.stop_waiting_for(seat)
    events = [build_event("confirm", seat)]
    return events if state.waiting else events + finish_hand(state)


# -- revokes ---------------------------------------------------------------------------------------------


def find_correctable_trick(state: CourtPieceState) -> tuple[int, list[int]] | None:
    """Return the trick in which a revoke can still be corrected, or None if there is none.

    The result is a pair: the number of the trick, from 1, and the seats that have played to it, in order. Rulebook:
    revoke.window.
    """
    if state.trick:
        return len(state.tricks) + 1, [state.get_seat_after(state.leader, place) for place in range(len(state.trick))]
    if state.phase == "play" and state.tricks and state.options.revoke_correct_until == "next-lead":
        last = state.tricks[-1]
        if not has_first_seven_winner(state):
            return len(state.tricks), [state.get_seat_after(last.leader, place) for place in range(len(last.cards))]
    return None


def has_first_seven_winner(state: CourtPieceState) -> bool:
    """Return whether exactly seven tricks are complete and one side took them all.

    This side can then play on if house rules allow it.
    """
    return len(state.tricks) == SWEEP and state.find_first_seven_winner() is not None


def list_suits_held(state: CourtPieceState, seat: int, trick: int) -> list[str]:
    """Return the suits of cards that a seat had in hand after playing to a trick, as far as this is known.

    `trick` is the trick's number, from 1. These are cards that the seat played later or still holds.
    """
    places = [
        (later_trick.cards, state.get_place_in_trick(seat, later_trick.leader))
        for later_trick in state.tricks[trick:]
        if later_trick.cards
    ]
    later = [cards[place] for cards, place in places]
    if len(state.tricks) >= trick and state.trick and state.get_place_in_trick(seat) < len(state.trick):
        later.append(state.trick[state.get_place_in_trick(seat)])
    return [card.suit for card in (*later, *state.hands[seat])]


def has_revoked(state: CourtPieceState, seat: int, trick: int) -> bool:
    """Return whether a seat could follow suit in a trick (numbered from 1) but didn't. Rulebook: revoke.definition."""
    cards, place = get_trick_cards(state, seat, trick)
    if not 0 < place < len(cards) or cards[place].suit == cards[0].suit:
        return False
    return cards[0].suit in list_suits_held(state, seat, trick)


def get_trick_cards(state: CourtPieceState, seat: int, trick: int) -> tuple[Sequence[Card], int]:
    """Return a trick's cards, and the index among them of this seat's card. `trick` is its number, from 1."""
    if trick <= len(state.tricks):
        finished = state.tricks[trick - 1]
        return finished.cards, state.get_place_in_trick(seat, finished.leader)
    return state.trick, state.get_place_in_trick(seat)


def correct_revoke(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Correct a seat's revoke (not following suit): replace its card in the trick with one that follows suit.

    Then ask the players who played later whether they change their cards. Rulebook: revoke.self-correct,
    revoke.followers-may-change, revoke.earlier-cards-stay.
    """
    correctable = find_correctable_trick(state)
    assert correctable is not None
    number, players = correctable
    if not state.trick:
        last = state.tricks.pop()
        state.trick, state.leader = list(last.cards), last.leader
    old = _exchange_card(state, seat, move)
    place = players.index(seat)
    later = tuple(players[place + 1 :])
    correction = Event("correct", seat, move.cards, {"old": old, "trick": number})
    return [correction, *_ask_seats_to_change_card(state, later)]


def _exchange_card(state: CourtPieceState, seat: int, move: Move) -> str:
    """Replace the seat's card in the trick with the card of the move. Return the code of the old card, such as “9H”."""
    place, card = state.get_place_in_trick(seat), move.cards[0]
    old = state.trick[place]
    state.trick[place] = card
    state.hands[seat].remove(card)
    state.hands[seat].append(old)
    state.known[seat] = [known_card for known_card in (*state.known[seat], old) if known_card is not card]
    return old.code


def _ask_seats_to_change_card(state: CourtPieceState, seats: tuple[int, ...]) -> list[Event]:
    """Ask these seats in turn whether they change their card, after another seat corrected a revoke.

    If `seats` is empty, the trick continues.
    """
    if seats:
        state.changing = seats[1:]
        state.wait_for("change", seats[0])
        return []
    state.changing = ()
    if len(state.trick) == SEATS:
        return _complete_trick(state)
    state.wait_for("play", state.get_seat_after(state.leader, len(state.trick)))
    return []


def change_card(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Replace the seat's card in the trick after another player corrected a revoke.

    Rulebook: revoke.followers-may-change.
    """
    old = _exchange_card(state, seat, move)
    return [Event("change", seat, move.cards, {"old": old}), *_ask_seats_to_change_card(state, state.changing)]


def keep_card(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    return [build_event("keep", seat), *_ask_seats_to_change_card(state, state.changing)]


def get_accused_seat(seat: int, move: Move) -> int:
    """Return the seat of the player who is accused of a revoke. `seat` is the player who claims it."""
    return (seat + SIDES[move.word]) % SEATS


def claim_revoke(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    """Decide a claim that an opponent revoked. A right claim ends the hand.

    A wrong claim is recorded or, under some house rules, forfeits the hand. Rulebook: revoke.claim, revoke.discovered,
    revoke.false-claim.
    """
    other, trick = get_accused_seat(seat, move), move.number or 0
    right = has_revoked(state, other, trick)
    claim = Event("claim", seat, facts={"other": other, "trick": trick, "right": right})
    if right:
        return [claim, *finish_hand(state, Forfeit(other % 2, trick))]
    if state.options.revoke_false_claim == "forfeit":
        now = min(len(state.tricks) + 1, TRICKS)
        return [claim, *finish_hand(state, Forfeit(seat % 2, now, wrong_claim=True))]
    state.claims += ((trick, other),)
    return [claim]


# -- the length of the match -------------------------------------------------------------------------------


def deal_again(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    state.clear()
    state.phase, state.waiting = "deal", (DEALER,)
    return [Event("deal-on", seat)]


def finish_match(state: CourtPieceState, seat: int, move: Move) -> list[Event]:
    return [build_event("finish", seat), *end_match(state)]
