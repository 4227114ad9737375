"""Ways in which a hand can end, as the rules score them and in words."""

from __future__ import annotations

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import name_side
from games.court_piece.scoring import Forfeit, finish_hand
from games.court_piece.state import SWEEP, TRICKS, CourtPieceState
from games.engine.puzzle import Void
from games.kit.tricks import Trick

TRICKWISE, SEVEN, ALL, REVOKE = "tricks", "sweep", "all", "revoke"


def list_hand_endings(house: CourtPieceOptions) -> list[str]:
    """Return the ways in which a hand can be won under these rules, common ways more often."""
    rare = [*([ALL] if house.playon_allowed else []), *([REVOKE] * 2 if house.can_claim_revokes else [])]
    return [*[TRICKWISE] * 5, *[SEVEN] * 2, *rare]


def end_and_score_hand(state: CourtPieceState, kind: str, winner: int, by: int | None = None) -> None:
    """End and score a hand in this way; `by` is the seat that revoked. Raises Void if these rules don't allow it."""
    house = state.options
    if (kind == ALL and not house.playon_allowed) or (kind == REVOKE and not house.can_claim_revokes):
        raise Void("By these house rules no hand ends like that.")
    sides = {SEVEN: [winner] * SWEEP, ALL: [winner] * TRICKS, REVOKE: [winner, 1 - winner, winner]}
    taken = sides.get(kind, [winner, 1 - winner] * 6 + [winner])
    state.tricks = [Trick(side, (), side) for side in taken]
    finish_hand(state, Forfeit(1 - winner if by is None else by % 2, 2) if kind == REVOKE else None)


def describe_hand_ending(kind: str, winner: int) -> str:
    """Return how a hand ended, in words."""
    return {
        TRICKWISE: f"{name_side(winner)} win it on tricks, with some of the first seven on each side",
        SEVEN: f"{name_side(winner)} take the first seven tricks, and the hand stops",
        ALL: f"{name_side(winner)} take all thirteen tricks",
        REVOKE: f"{name_side(winner)} win it, since {name_side(1 - winner)} are caught for a revoke",
    }[kind]
