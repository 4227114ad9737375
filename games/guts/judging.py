"""Why a seat can't declare in, or can't declare now."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.clause import Violation
from games.engine.move import Move
from games.guts.clauses import CLAUSES
from games.guts.state import GutsState
from games.words import many


def not_in(state: GutsState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why this seat can't be in. Rulebook: stake.credit."""
    if state.phase == "declare" and seat in state.waiting:
        chips = state.match.scores[seat]
        held = f"{'have' if chips >= 0 else 'owe'} {many(abs(chips), 'chip')}"
        why = f"The pot is {state.pot} and you {held}: you cannot cover it, so you stay out"
        yield CLAUSES.broken("stake.credit", why=why)
    yield from not_now(state, seat, move)


def not_now(state: GutsState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why this seat can't declare now. Rulebook: declare.order, declare.in-or-out, stake.credit."""
    if state.phase != "declare" or seat in state.waiting:
        return
    if seat in state.gone:
        yield CLAUSES.broken("stake.credit", why="You could not pay the ante, and are out of the match")
    elif said := state.declared[seat]:
        yield CLAUSES.broken("declare.in-or-out", said=said)
    elif not state.secret:
        yield CLAUSES.broken("declare.order", waited=f"seat {state.turn}")
