"""What a hand counts, and how the game ends and is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.cards import PACK, UNKNOWN, Card
from games.engine.event import Event, Facts
from games.engine.state import Result
from games.mille.melds import TWO, is_natural, wild_in
from games.mille.options import MilleOptions
from games.mille.state import MilleState

HUNDRED = 100


def _value(card: Card) -> int:
    """Rulebook: value.table."""
    if card.code in ("QS", "JD"):
        return 100 if card.code == "QS" else 50
    if card.rank == TWO:
        return 20
    if card.rank == 1:
        return 15
    return 10 if card.rank > 9 else 5


VALUES = {UNKNOWN: 0, **{card: _value(card) for card in PACK}}
"""What each card counts; one that is not known, nothing. Rulebook: value.table, value.wild."""


def value(cards: Iterable[Card]) -> int:
    """Return what some cards count, without any doubling."""
    return sum([VALUES[card] for card in cards])


class Score(NamedTuple):
    """A hand's score: the melds with all doubling, the cards left, the bonus, and what comes of it."""

    melds: int
    hand: int
    bonus: int
    marks: int
    """How many asterisks it brings."""

    @property
    def total(self) -> int:
        return self.melds - self.hand + self.bonus


def is_clean(options: MilleOptions, melds: Sequence[Sequence[Card]], out: bool) -> bool:
    """Return whether all that was melded doubles. Rulebook: natural.clean, natural.clean-scope."""
    if not melds or (options.clean_needs_out and not out):
        return False
    return not any(map(wild_in, melds))


def score_of(options: MilleOptions, melds: Sequence[Sequence[Card]], hand: Iterable[Card], out: bool) -> Score:
    """The score of these melds and cards left. Rulebook: natural.both, natural.marks, score.hand."""
    naturals = [is_natural(meld) for meld in melds]
    clean = is_clean(options, melds, out)
    laid = sum([value(meld) * (1 + natural) for meld, natural in zip(melds, naturals, strict=True)])
    eights = sum(naturals) if options.marks_per_meld else int(any(naturals))
    return Score(laid * (1 + clean), value(hand), options.out_bonus if out else 0, eights + clean)


def scored(state: MilleState, seat: int) -> Score | None:
    """Return what this seat's hand scores if the hand ends now; None if some of its cards are not known.

    Who holds no card has gone out.
    """
    return None if UNKNOWN in state.hands[seat] else _scored(state, seat)


def _scored(state: MilleState, seat: int) -> Score:
    hand = state.hands[seat]
    return score_of(state.options, state.melds[seat], hand, not hand)


def finish(state: MilleState, clause: str) -> list[Event]:
    """The hand is over, by this rule. Rulebook: score.hand, score.chapeau, match.winner."""
    match = state.match
    scores = [_scored(state, seat) for seat in range(state.seats)]
    points = tuple(score.total for score in scores)
    for seat, score in enumerate(scores):
        match.scores[seat] += score.total
        state.marks[seat] += score.marks
        state.chapeaux[seat] += score.total < 0
    assert match.dealer is not None
    match.dealer = 1 - match.dealer
    facts: Facts = {
        "out": next((seat for seat, hand in enumerate(state.hands) if not hand), None),
        "melds": [score.melds for score in scores],
        "hand": [score.hand for score in scores],
        "marks": [score.marks for score in scores],
        "points": list(points),
        "totals": match.scores[:],
    }
    best = max(points)
    winners = tuple(seat for seat, own in enumerate(points) if own == best)
    return [match.ended(Result(clause, winners, points, facts)), *_end(state)]


def _end(state: MilleState) -> list[Event]:
    winner = winner_of(state.options, state.match.scores, state.marks)
    if winner is None:
        state.pause()
        return []
    state.end((winner,))
    return [Event("match", winner, facts={"loser": 1 - winner, "pay": payment(state), "skunk": skunk(state)})]


def winner_of(options: MilleOptions, totals: Sequence[int], marks: Sequence[int]) -> int | None:
    """Return who has won the game with these totals and asterisks, if anybody. Rulebook: match.target, match.winner."""
    able = [
        seat
        for seat, total in enumerate(totals)
        if total >= options.target and (marks[seat] or not options.natural_required)
    ]
    best = [seat for seat in able if totals[seat] == max(totals[seat] for seat in able)]
    return best[0] if len(best) == 1 else None


def skunk(state: MilleState) -> int:
    """Return what the loser is: 0 nothing, 1 a skunk, 2 a double skunk. Rulebook: match.skunk, match.double-skunk."""
    match = state.match
    loser = 1 - match.winners[0]
    total, last = match.scores[loser], match.results[-1].scores if match.results else None
    low, chapeau = 2 * total < state.options.target, last is not None and last[loser] < 0
    basis = state.options.double_skunk_basis
    double = total < 0 if basis == "total" else chapeau and (low or basis == "last-hand-any")
    return 2 if double else int(low)


def hundreds(total: int) -> int:
    """A total in hundreds, halves upwards. Rulebook: pay.rounding."""
    return (total + HUNDRED // 2) // HUNDRED


def payment(state: MilleState) -> int | None:
    """Return what the loser pays when the game is won. Rulebook: pay.base, pay.rounding, pay.multiplier."""
    match = state.match
    if len(match.winners) != 1:
        return None
    winner, small, large = match.winners[0], state.options.stakes, state.options.large_stake
    fold, totals = skunk(state), sorted(match.scores)
    plain = large * (1 + state.marks[winner] + state.chapeaux[1 - winner])
    plain += small * (hundreds(totals[1]) - hundreds(totals[0]))
    return plain * (1 + fold) if state.options.skunk_pay == "multiply" else plain + large * fold
