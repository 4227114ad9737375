"""Conditions for verbs: when a seat can correct, claim, or redeal, and why a verb is refused at another moment."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import SUIT_NAMES
from games.court_piece.clauses import broken
from games.court_piece.playing import find_correctable_trick, has_first_seven_winner
from games.court_piece.state import AFTER, BEFORE_HAND, SWEEP, CourtPieceState
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import Faults

MOST_REDEALS = 2


def can_correct(state: CourtPieceState, seat: int) -> bool:
    """Return whether this seat can still take a card back. Rulebook: revoke.window."""
    found = find_correctable_trick(state) if state.options.can_claim_revokes else None
    return found is not None and seat in found[1]


def can_claim(state: CourtPieceState, seat: int) -> bool:
    """Return whether there is a trick in which a revoke can be claimed. Rulebook: revoke.claim."""
    return state.options.can_claim_revokes and bool(state.tricks)


def can_redeal(state: CourtPieceState, seat: int) -> bool:
    """Return whether the caller can ask for a redeal with these five cards. Rulebook: trump.compulsory."""
    rule, hand = state.options.trump_redeal, state.hands[seat]
    if rule == "never" or state.redeals >= MOST_REDEALS or not hand:
        return False
    if rule == "no-court-card":
        return all(1 < card.rank < 11 for card in hand)
    return all(1 < card.rank < 10 for card in hand)


def _require_claimable_revokes(why: Faults[CourtPieceState]) -> Faults[CourtPieceState]:
    """Return a function that judges moves as `why` does, but refuses all of them if revokes can't be claimed.

    Rulebook: revoke.mode.
    """

    def refuse_unless_claimable(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
        return why(state, seat, move) if state.options.can_claim_revokes else iter([broken("revoke.mode")])

    return refuse_unless_claimable


def _name_seat_to_act(state: CourtPieceState, seat: int) -> str:
    """Return the seat whose turn it is, as a refusal to this seat names it: “you” or “seat 2”."""
    return "you" if seat == state.turn else f"seat {state.turn}"


def check_trump_call_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if state.phase == "call" and seat != state.turn:
        yield broken("trump.caller", waited=_name_seat_to_act(state, seat))
    elif state.phase == "call":
        yield broken("trump.compulsory", why=_explain_no_redeal(state))
    elif state.trump and state.phase not in AFTER:
        yield broken("trump.open", suit=SUIT_NAMES[state.trump])


def _explain_no_redeal(state: CourtPieceState) -> str:
    rule = state.options.trump_redeal
    if rule == "never":
        return "Nothing is dealt anew here"
    if state.redeals >= MOST_REDEALS:
        return "The cards were dealt anew twice already"
    return f"You hold a card {'above the ten' if rule == 'no-court-card' else 'of ten or more'}"


def check_play_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    phase, who = state.phase, _name_seat_to_act(state, seat)
    if phase == "call":
        yield broken("trick.first-lead", why="No card is played before trumps are called")
    elif phase == "play" and state.trick:
        yield broken("trick.order", waited=who)
    elif phase == "play" and state.tricks:
        yield broken("trick.winner-leads", waited=who)
    elif phase == "play":
        yield broken("trick.first-lead", why=f"It is for {who} to lead", waited=who)
    elif phase == "change":
        yield from _check_card_change_over(state, seat)
    elif phase == "playon":
        said = f"All the first seven tricks are taken, and now it is for {who} to say whether the hand goes on"
        yield broken("playon.default-stop", why=said, waited=who)
    elif phase == "confirm":
        yield broken("revoke.confirm", why="The hand is over, and no more cards are played")


def _check_card_change_over(state: CourtPieceState, seat: int) -> Iterator[Violation]:
    who = _name_seat_to_act(state, seat)
    said = f"A card was put right, and now it is for {who} to say whether the next one is changed"
    yield broken("revoke.followers-may-change", why=said, waited=who)


def check_play_on_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.options.playon_allowed:
        yield broken("playon.default-stop", why="Here a hand always ends when a side has the first seven tricks")
    elif state.phase == "playon":
        yield broken("playon.who-decides", waited=_name_seat_to_act(state, seat))
    else:
        yield broken("playon.option", why=_explain_no_play_on(state))


def _explain_no_play_on(state: CourtPieceState) -> str:
    if len(state.tricks) < SWEEP:
        return "Only a side that has taken all of the first seven tricks is asked whether to play on"
    return (
        "No side has taken all of the first seven tricks"
        if state.find_first_seven_winner() is None
        else "That is decided already"
    )


# -- revokes ------------------------------------------------------------------------------------------------


@_require_claimable_revokes
def check_correction_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't correct a revoke now. Rulebook: revoke.window."""
    if state.phase == "change":
        yield from _check_card_change_over(state, seat)
    elif state.phase in AFTER:
        yield broken("revoke.window", why="The hand is over")
    elif state.trick:
        yield broken("revoke.definition", why="You haven’t played a card to this trick")
    elif not state.tricks:
        yield broken("revoke.definition", why="No card has been played yet")
    elif state.options.revoke_correct_until == "next-lead" and (state.phase != "play" or has_first_seven_winner(state)):
        yield broken("revoke.window", why="No lead followed on this trick at once, so its fourth card has closed it")
    else:
        yield broken("revoke.window", why=f"Trick {len(state.tricks)} is complete")


@_require_claimable_revokes
def check_card_change_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if state.phase == "change":
        yield from _check_card_change_over(state, seat)
    else:
        yield broken("revoke.followers-may-change", why="No card was put right just now, so none is changed")


@_require_claimable_revokes
def check_revoke_claim_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if state.phase not in AFTER:
        if state.trick:
            yield broken("revoke.established", trick=1)
        else:
            yield broken("revoke.claim", why="No trick was played yet, so there is nothing to claim")
    elif not state.options.has_result_confirmation:
        yield broken("revoke.claim", why="The hand is over, and with it the time for claims")
    else:
        yield broken("revoke.confirm", why="The hand is over and its result stands, so nothing can be claimed any more")


@_require_claimable_revokes
def check_confirmation_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.options.has_result_confirmation:
        yield broken("revoke.claim", why="Claims end with the last card of the hand, so no result is confirmed")
    elif state.phase == "confirm":
        yield broken("revoke.confirm", why="You have confirmed the result already")
    elif state.phase in AFTER:
        yield broken("revoke.confirm", why="The hand is over and its result stands")
    elif state.phase not in BEFORE_HAND:
        yield broken("revoke.confirm", why="The hand is not over yet, so there is no result to confirm")


# -- the length of the match -------------------------------------------------------------------------------


def check_another_hand_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    who = _name_seat_to_act(state, seat)
    if state.options.match_end != "open":
        yield broken("match.end", why="The length of this match is fixed, so nobody is asked about another hand")
    elif state.phase == "agree":
        yield broken("match.end", why=f"It is for {who} to say whether another hand is dealt", waited=who)
    elif state.phase not in (*BEFORE_HAND, *AFTER):
        yield broken("match.end", why="Whether another hand is dealt is asked at the end of this one")
