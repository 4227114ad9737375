"""Conditions for the verbs: when a seat can correct, claim, or redeal, and why it can't use a verb now."""

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
    """Return whether it's not too late for this seat to correct a revoke. Rulebook: revoke.window."""
    correctable = find_correctable_trick(state) if state.options.can_claim_revokes else None
    return correctable is not None and seat in correctable[1]


def can_claim(state: CourtPieceState, seat: int) -> bool:
    """Return whether there is a trick in which a revoke can be claimed. Rulebook: revoke.claim."""
    return state.options.can_claim_revokes and bool(state.tricks)


def can_redeal(state: CourtPieceState, seat: int) -> bool:
    """Return whether the caller can ask for a redeal because of five weak cards. Rulebook: trump.compulsory."""
    rule, hand = state.options.trump_redeal, state.hands[seat]
    if rule == "never" or state.redeals >= MOST_REDEALS or not hand:
        return False
    if rule == "no-court-card":
        return all(1 < card.rank < 11 for card in hand)
    return all(1 < card.rank < 10 for card in hand)


def _require_claimable_revokes(why: Faults[CourtPieceState]) -> Faults[CourtPieceState]:
    """Return a check (a function that yields violations) that refuses every move where revokes can't be claimed.

    Where they can be claimed, it does what the check `why` does. Rulebook: revoke.mode.
    """

    def refuse_unless_claimable(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
        return why(state, seat, move) if state.options.can_claim_revokes else iter([broken("revoke.mode")])

    return refuse_unless_claimable


def _name_seat_to_act(state: CourtPieceState, seat: int) -> str:
    """Return words for the seat whose turn it is, in a message to `seat`: “you” or, for example, “seat 2”."""
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
        return "You can’t ask for a redeal at this table"
    if state.redeals >= MOST_REDEALS:
        return "You’ve already had two redeals"
    strong = "an ace or a face card" if rule == "no-court-card" else "a ten or a higher card"
    return f"You have {strong}, so you can’t ask for a redeal"


def check_play_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    phase, who = state.phase, _name_seat_to_act(state, seat)
    if phase == "call":
        yield broken("trick.first-lead", why="Trump hasn’t been chosen yet")
    elif phase == "play" and state.trick:
        yield broken("trick.order", waited=who)
    elif phase == "play" and state.tricks:
        yield broken("trick.winner-leads", waited=who)
    elif phase == "play":
        yield broken("trick.first-lead", why=f"It’s {who}’s turn to lead", waited=who)
    elif phase == "change":
        yield from _check_card_change_over(state, seat)
    elif phase == "playon":
        why = f"One team took the first seven tricks. It’s up to {who} whether to play on"
        yield broken("playon.default-stop", why=why, waited=who)
    elif phase == "confirm":
        yield broken("revoke.confirm", why="The hand is over, so you can’t play more cards")


def _check_card_change_over(state: CourtPieceState, seat: int) -> Iterator[Violation]:
    who = _name_seat_to_act(state, seat)
    why = f"A revoke was corrected. It’s up to {who} whether to change a card"
    yield broken("revoke.followers-may-change", why=why, waited=who)


def check_play_on_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.options.playon_allowed:
        yield broken("playon.default-stop", why="At this table, a hand ends when a team takes the first seven tricks")
    elif state.phase == "playon":
        yield broken("playon.who-decides", waited=_name_seat_to_act(state, seat))
    else:
        yield broken("playon.option", why=_explain_no_play_on(state))


def _explain_no_play_on(state: CourtPieceState) -> str:
    if len(state.tricks) < SWEEP:
        return "The seventh trick hasn’t been played yet"
    return (
        "Neither team has taken all of the first seven tricks"
        if state.find_first_seven_winner() is None
        else "That’s already been decided"
    )


# -- revokes ------------------------------------------------------------------------------------------------


@_require_claimable_revokes
def check_correction_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't correct a revoke now. Rulebook: revoke.window."""
    if state.phase == "change":
        yield from _check_card_change_over(state, seat)
    elif state.phase in AFTER:
        yield broken("revoke.window", why="The hand is over")
    elif state.trick:
        yield broken("revoke.definition", why="You haven’t played a card to this trick")
    elif not state.tricks:
        yield broken("revoke.definition", why="No cards have been played yet")
    elif state.options.revoke_correct_until == "next-lead" and (state.phase != "play" or has_first_seven_winner(state)):
        yield broken("revoke.window", why="Nobody led right away, so the fourth card was the deadline")
    else:
        yield broken("revoke.window", why=f"Trick {len(state.tricks)} is complete")


@_require_claimable_revokes
def check_card_change_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if state.phase == "change":
        yield from _check_card_change_over(state, seat)
    else:
        yield broken("revoke.followers-may-change", why="You can change a card only right after a revoke is corrected")


@_require_claimable_revokes
def check_revoke_claim_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if state.phase not in AFTER:
        if state.trick:
            yield broken("revoke.established", trick=1)
        else:
            yield broken("revoke.claim", why="No tricks have been played yet, so there’s nothing to claim")
    elif not state.options.has_result_confirmation:
        yield broken("revoke.claim", why="The hand is over, so you can’t claim anymore")
    else:
        yield broken("revoke.confirm", why="The hand is over and its result is final, so you can’t claim anymore")


@_require_claimable_revokes
def check_confirmation_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.options.has_result_confirmation:
        yield broken("revoke.claim", why="Claims end with the last card, so nobody confirms the result")
    elif state.phase == "confirm":
        yield broken("revoke.confirm", why="You’ve already confirmed the result")
    elif state.phase in AFTER:
        yield broken("revoke.confirm", why="The hand is over and its result is final")
    elif state.phase not in BEFORE_HAND:
        yield broken("revoke.confirm", why="The hand isn’t over yet, so there’s no result to confirm")


# -- the length of the match -------------------------------------------------------------------------------


def check_another_hand_timing(state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
    who = _name_seat_to_act(state, seat)
    if state.options.match_end != "open":
        yield broken("match.end", why="The end of this match is already set, so there’s nothing to decide")
    elif state.phase == "agree":
        yield broken("match.end", why=f"It’s up to {who} whether to deal another hand", waited=who)
    elif state.phase not in (*BEFORE_HAND, *AFTER):
        yield broken("match.end", why="After this hand, the next dealer decides whether to deal another")
