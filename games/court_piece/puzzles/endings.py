"""Ways in which a hand can end, with the score and a description of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import format_seat_with_verb, name_side
from games.court_piece.scoring import Forfeit, finish_hand
from games.court_piece.state import SWEEP, TRICKS, CourtPieceState
from games.engine.puzzle import Setup, VoidPuzzle
from games.kit.tricks import Trick

TRICKWISE, SEVEN, ALL, REVOKE = "tricks", "sweep", "all", "revoke"
Tally = tuple[int | None, int]
"""The side that holds the tally, and the number of hands that it has won in a row."""


@dataclass(frozen=True)
class ScoredHand:
    """A hand in a puzzle that was scored: how it ended, and who dealt, chose trump, and won.

    `revoker` is the seat caught for a revoke, if the question names it. `dealers` are the dealer of this hand and of
    the next one. `tallies` are the tallies (the side with a streak of wins, and its length) before and after the hand.
    """

    kind: str
    winner: int
    revoker: int | None
    caller: int
    dealers: tuple[int, int]
    tallies: tuple[Tally, Tally]
    courts: tuple[int, ...]
    is_tally_full: bool
    """Whether this win completed a streak that scores a court."""

    @property
    def is_won_by_dealers(self) -> bool:
        """Whether the dealer's team won the hand."""
        return self.dealers[0] % 2 == self.winner

    @property
    def is_streak_continued(self) -> bool:
        """Whether the winner of this hand already had the streak of wins before it."""
        return self.tallies[0][0] == self.winner

    @property
    def description(self) -> str:
        """Words that say how the hand ended, such as “your opponents take all 13 tricks”."""
        winners, losers = name_side(self.winner), name_side(1 - self.winner)
        if self.revoker is not None:
            return f"{format_seat_with_verb(self.revoker, 'are')} caught revoking, so {winners} win the hand"
        ends = {
            TRICKWISE: "win the hand, and each team has some of the first seven tricks",
            SEVEN: "take the first seven tricks, and the hand stops",
            ALL: "take all 13 tricks",
            REVOKE: f"win the hand, because {losers} are caught revoking",
        }
        return f"{winners} {ends[self.kind]}"


def list_hand_endings(house: CourtPieceOptions) -> list[str]:
    """Return the kinds of endings that a hand can have under these house rules, for a random choice among them.

    The list has a common kind several times, so that it's chosen more often.
    """
    rare = [*([ALL] if house.playon_allowed else []), *([REVOKE] * 2 if house.can_claim_revokes else [])]
    return [*[TRICKWISE] * 5, *[SEVEN] * 2, *rare]


def score_hands(state: CourtPieceState, hands: Iterable[Setup]) -> list[ScoredHand]:
    """End hands one after another as the setups in `hands` say, score them in `state`, and return them.

    Raises VoidPuzzle if the house rules don't allow such a hand, or if the match is over before it.
    """
    house, match, scored = state.options, state.match, []
    for hand in hands:
        kind, winner, dealer, caller = hand["kind"], hand["winner"], match.dealer, state.caller
        if match.over:
            raise VoidPuzzle("Under these house rules, the match ends before the last hand in this question.")
        if (kind == ALL and not house.playon_allowed) or (kind == REVOKE and not house.can_claim_revokes):
            raise VoidPuzzle("Under these house rules, a hand can’t end the way this question says.")
        mixed, before = [winner, 1 - winner], (state.holder, state.tally)
        sides = {TRICKWISE: [*mixed * 6, winner], SEVEN: [winner] * SWEEP, ALL: [winner] * TRICKS, REVOKE: mixed}
        state.tricks = [Trick(side, (), side) for side in sides[kind]]
        finish_hand(state, Forfeit(1 - winner, 2) if kind == REVOKE else None)
        result, tallies = match.results[-1], (before, (state.holder, state.tally))
        assert dealer is not None
        assert match.dealer is not None
        courts, is_full = (result.scores or ())[:2], bool(result.facts["row"])
        scored.append(
            ScoredHand(kind, winner, hand.get("by"), caller, (dealer, match.dealer), tallies, courts, is_full)
        )
    return scored
