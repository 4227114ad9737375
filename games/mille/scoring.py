"""Points of cards and hands, and the end of a match with the loser's payment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.cards import PACK, UNKNOWN, Card
from games.engine.event import Event, Facts
from games.engine.state import DealResult
from games.mille.melds import TWO, count_wild_twos, is_natural_meld
from games.mille.options import MilleOptions
from games.mille.state import MilleState

HUNDRED = 100


def _get_card_points(card: Card) -> int:
    """Return the points of a card. Rulebook: value.table."""
    if card.code in ("QS", "JD"):
        return 100 if card.code == "QS" else 50
    if card.rank == TWO:
        return 20
    if card.rank == 1:
        return 15
    return 10 if card.rank > 9 else 5


VALUES = {UNKNOWN: 0, **{card: _get_card_points(card) for card in PACK}}
"""The points of each card; an unknown card has none. Rulebook: value.table, value.wild."""


def count_points(cards: Iterable[Card]) -> int:
    """Return the total points of these cards, without any doubling."""
    return sum([VALUES[card] for card in cards])


class HandScore(NamedTuple):
    """A player's score for a hand: points, and the number of asterisks (marks on the score sheet).

    The points consist of those of melds after all doubling, those of cards left in hand, and the bonus for going out.
    """

    melds: int
    hand: int
    bonus: int
    marks: int
    """The number of asterisks for the hand."""

    @property
    def total(self) -> int:
        return self.melds - self.hand + self.bonus


def is_clean_hand(options: MilleOptions, melds: Sequence[Sequence[Card]], out: bool) -> bool:
    """Return whether these melds are clean, so that they score double: there are some, and none has a wild two.

    Under some house rules, the player must also have gone out; `out` says whether this is so.

    Rulebook: natural.clean, natural.clean-scope.
    """
    if not melds or (options.clean_needs_out and not out):
        return False
    return not any(map(count_wild_twos, melds))


def score_melds(options: MilleOptions, melds: Sequence[Sequence[Card]], hand: Iterable[Card], out: bool) -> HandScore:
    """Return the score of a player with these melds and with the cards in `hand` left.

    `out` says whether the player has gone out. Rulebook: natural.both, natural.marks, score.hand.
    """
    naturals = [is_natural_meld(meld) for meld in melds]
    clean = is_clean_hand(options, melds, out)
    laid = sum([count_points(meld) * (1 + natural) for meld, natural in zip(melds, naturals, strict=True)])
    eights = sum(naturals) if options.marks_per_meld else int(any(naturals))
    return HandScore(laid * (1 + clean), count_points(hand), options.out_bonus if out else 0, eights + clean)


def score_seat(state: MilleState, seat: int) -> HandScore | None:
    """Return what this seat would score if the hand ended now, or None if some of its cards are unknown.

    A seat without cards has gone out.
    """
    return None if UNKNOWN in state.hands[seat] else _score_known_seat(state, seat)


def _score_known_seat(state: MilleState, seat: int) -> HandScore:
    hand = state.hands[seat]
    return score_melds(state.options, state.melds[seat], hand, not hand)


def finish_hand(state: MilleState, clause: str) -> list[Event]:
    """Score the hand, and end the match if a player has won it.

    `clause` is the id of the rulebook's clause that ended the hand. Rulebook: score.hand, score.chapeau, match.winner.
    """
    match = state.match
    scores = [_score_known_seat(state, seat) for seat in range(state.seats)]
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
    return [match.finish_deal(DealResult(clause, winners, points, facts)), *_end_match_if_won(state)]


def _end_match_if_won(state: MilleState) -> list[Event]:
    winner = find_winner(state.options, state.match.scores, state.marks)
    if winner is None:
        state.end_deal()
        return []
    state.end_match((winner,))
    return [
        Event(
            "match", winner, facts={"loser": 1 - winner, "pay": compute_payment(state), "skunk": get_skunk_level(state)}
        )
    ]


def find_winner(options: MilleOptions, totals: Sequence[int], marks: Sequence[int]) -> int | None:
    """Return the seat that wins the match with these totals and asterisks, or None if nobody has won yet.

    `totals` and `marks` have a number for each seat. Rulebook: match.target, match.winner.
    """
    able = [
        seat
        for seat, total in enumerate(totals)
        if total >= options.target and (marks[seat] or not options.natural_required)
    ]
    best = [seat for seat in able if totals[seat] == max(totals[seat] for seat in able)]
    return best[0] if len(best) == 1 else None


def get_skunk_level(state: MilleState) -> int:
    """Return 1 if the loser is a skunk (has less than half the target), 2 for a double skunk, or 0 for neither.

    House rules say what a double skunk is. Rulebook: match.skunk, match.double-skunk.
    """
    match = state.match
    loser = 1 - match.winners[0]
    total, last = match.scores[loser], match.results[-1].scores if match.results else None
    low, chapeau = 2 * total < state.options.target, last is not None and last[loser] < 0
    basis = state.options.double_skunk_basis
    double = total < 0 if basis == "total" else chapeau and (low or basis == "last-hand-any")
    return 2 if double else int(low)


def convert_to_hundreds(total: int) -> int:
    """Return a total divided by 100 and rounded, with halves rounded up. Rulebook: pay.rounding."""
    return (total + HUNDRED // 2) // HUNDRED


def compute_payment(state: MilleState) -> int | None:
    """Return the loser's payment in points, or None unless the match has exactly one winner.

    Rulebook: pay.base, pay.rounding, pay.multiplier.
    """
    match = state.match
    if len(match.winners) != 1:
        return None
    winner, small, large = match.winners[0], state.options.stakes, state.options.large_stake
    fold, totals = get_skunk_level(state), sorted(match.scores)
    plain = large * (1 + state.marks[winner] + state.chapeaux[1 - winner])
    plain += small * (convert_to_hundreds(totals[1]) - convert_to_hundreds(totals[0]))
    return plain * (1 + fold) if state.options.skunk_pay == "multiply" else plain + large * fold
