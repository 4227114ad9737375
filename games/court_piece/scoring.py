"""Scoring after a hand: its winner, courts (points), the streak of wins, the next dealer, and the end of the match."""

from __future__ import annotations

from dataclasses import dataclass

from games.court_piece.state import SEATS, SWEEP, TRICKS, CourtPieceState
from games.engine.event import Event, Facts
from games.engine.state import DealResult

PAIRS = ((0, 2), (1, 3))
"""The seats of each side."""


@dataclass(frozen=True)
class Forfeit:
    """The reason why a side loses a hand: a revoke, or a wrong claim if `wrong_claim` is True.

    `trick` is the number of the trick with the revoke or during which the claim was made, from 1.
    """

    side: int
    trick: int
    wrong_claim: bool = False


@dataclass
class HandScore:
    """The score of a hand: the side that won it, the courts (points) of each side, and the clause that decides it.

    `tally` is the number of hands won in a row after this hand, and `holder` the side that won them. `row` is the
    length of the streak if this hand completes a streak that scores a court, otherwise 0.
    """

    winner: int
    courts: list[int]
    clause: str
    tally: int = 0
    holder: int | None = None
    row: int = 0


def score_hand(state: CourtPieceState, forfeit: Forfeit | None = None) -> HandScore:
    """Return the score of the current hand as if it were over now.

    If a side forfeits the hand, `forfeit` says why. Otherwise, the tricks count.
    """
    count = _score_forfeited_hand(state, forfeit) if forfeit else _score_played_hand(state)
    _update_tally(state, count)
    return count


def _score_played_hand(state: CourtPieceState) -> HandScore:
    """Return the score of a hand by its tricks, without the tally (the streak of wins).

    Rulebook: court.first-seven, playon.fifty-two, hand.majority, hand.sweep-is-win.
    """
    taken, sweeper = state.count_tricks_by_side(), state.find_first_seven_winner()
    if sweeper is None:
        winner = 0 if taken[0] > taken[1] else 1
        return HandScore(winner, [0, 0], "hand.majority")
    courts = [0, 0]
    courts[sweeper] = count_first_seven_courts(state, sweeper)
    if taken[sweeper] == TRICKS:
        options = state.options
        courts[sweeper] = options.playon_value + (courts[sweeper] if options.playon_adds else 0)
        return HandScore(sweeper, courts, "playon.fifty-two")
    return HandScore(sweeper, courts, "court.first-seven")


def count_first_seven_courts(state: CourtPieceState, side: int) -> int:
    """Return how many courts a side scores for taking the first seven tricks. The rules can depend on who called.

    Rulebook: court.first-seven, court.first-seven-either-side.
    """
    return 1 if state.caller % 2 == side else state.options.court_goon


def _score_forfeited_hand(state: CourtPieceState, forfeit: Forfeit) -> HandScore:
    """Return the score of a hand that a side loses by a revoke or a wrong claim.

    Rulebook: revoke.forfeit, revoke.court, revoke.cancels.
    """
    courts = [0, 0]
    courts[1 - forfeit.side] = 1
    late = forfeit.trick > SWEEP and state.find_first_seven_winner() == forfeit.side
    if late and state.options.revoke_keeps_first_seven:
        courts[forfeit.side] = count_first_seven_courts(state, forfeit.side)
    return HandScore(1 - forfeit.side, courts, "revoke.false-claim" if forfeit.wrong_claim else "revoke.forfeit")


def _update_tally(state: CourtPieceState, count: HandScore) -> None:
    """Update the tally (the streak of hands won in a row) in the score `count` of a hand.

    If the streak reaches its target, the winner gets a court and the tally starts again at 0. If house rules reset the
    tally after a hand with a court, it's 0 after such a hand.

    Rulebook: tally.same-side, tally.break, tally.first, court.seven-in-a-row, tally.reset-seven.
    """
    options = state.options
    if any(count.courts) and options.tally_after_hand_court == "reset":
        return
    count.holder = count.winner
    count.tally = state.tally + 1 if state.holder == count.winner else 1
    if count.tally == options.tally_target:
        count.courts[count.winner] += 1
        count.tally, count.holder, count.row = 0, None, options.tally_target


def get_next_dealer(state: CourtPieceState, count: HandScore, forfeit: Forfeit | None = None) -> int:
    """Return the seat that deals the next hand. `count` is the score of the hand that just ended.

    `forfeit` says which side forfeited that hand, if any. Rulebook: the clauses `deal.…`.
    """
    dealer = state.match.dealer
    assert dealer is not None
    left, partner, side = state.get_seat_after(dealer), state.get_seat_after(dealer, 2), dealer % 2
    if forfeit:
        return partner if forfeit.side == side else left
    if count.winner == side:
        return partner if any(count.courts) and state.options.deal_after_court == "partner-always" else left
    return partner if any(count.courts) else dealer


def finish_hand(state: CourtPieceState, forfeit: Forfeit | None = None) -> list[Event]:
    """Score the hand, record its result, and end or continue the match."""
    count, match = score_hand(state, forfeit), state.match
    taken = state.count_tricks_by_side()
    match.dealer = get_next_dealer(state, count, forfeit)
    for seat in range(SEATS):
        match.scores[seat] += count.courts[seat % 2]
    state.tally, state.holder, state.redeals = count.tally, count.holder, 0
    facts: Facts = {
        "side": list(PAIRS[count.winner]),
        "others": list(PAIRS[1 - count.winner]),
        "most": taken[count.winner],
        "fewest": taken[1 - count.winner],
        "won": count.courts[count.winner] - bool(count.row),
        "tricks": [taken[0], taken[1]],
        "courts": count.courts[:],
        "totals": match.scores[:2],
        "tally": [count.tally if count.holder == side else 0 for side in (0, 1)],
        "row": count.row,
        "trick": forfeit.trick if forfeit else None,
    }
    scores = tuple(count.courts[seat % 2] for seat in range(SEATS))
    return [
        match.finish_deal(DealResult(count.clause, PAIRS[count.winner], scores, facts)),
        *_end_or_continue_match(state),
    ]


def _end_or_continue_match(state: CourtPieceState) -> list[Event]:
    """End the match if it's decided. Otherwise ask whether to continue, or wait for the next hand.

    Rulebook: match.end, match.tie, match.winner.
    """
    match, options = state.match, state.options
    ours, theirs = match.scores[0], match.scores[1]
    full = {
        "hands": match.deals >= options.match_hands,
        "courts": max(ours, theirs) >= options.match_courts,
        "open": False,
    }[options.match_end]
    if full and (ours != theirs or options.match_tie == "draw"):
        return end_match(state)
    if options.match_end == "open":
        assert match.dealer is not None
        state.wait_for("agree", match.dealer)
        return []
    state.end_deal()
    return []


def end_match(state: CourtPieceState) -> list[Event]:
    """End the match. The side with more courts (points) wins; if they're equal, the match is drawn.

    Rulebook: match.winner, match.tie.
    """
    match = state.match
    ours, theirs = match.scores[0], match.scores[1]
    state.end_match(() if ours == theirs else PAIRS[0 if ours > theirs else 1])
    if ours == theirs:
        return [Event("match", facts={"winners": [], "most": ours, "fewest": ours})]
    return [
        Event("match", facts={"winners": list(match.winners), "most": max(ours, theirs), "fewest": min(ours, theirs)})
    ]
