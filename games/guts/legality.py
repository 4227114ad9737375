"""Checks of declarations in Guts. They yield a violation if a seat can't go in, or can't declare now."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.clause import Violation
from games.engine.move import Move
from games.guts.clauses import CLAUSES
from games.guts.state import GutsState
from games.words import format_count


def check_going_in(state: GutsState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if this seat can't go in. Rulebook: stake.credit."""
    if state.phase == "declare" and seat in state.waiting:
        chips = state.match.scores[seat]
        count = format_count(abs(chips), "chip") if chips else "no chips"
        holding = f"You {'have' if chips >= 0 else 'owe'} {count}"
        why = f"{holding}, so you can’t cover the pot of {state.pot}. You have to stay out"
        yield CLAUSES.build_violation("stake.credit", why=why)
    yield from check_declaration_timing(state, seat, move)


def check_declaration_timing(state: GutsState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if this seat can't declare now.

    Rulebook: declare.order, declare.in-or-out, stake.credit.
    """
    if state.phase != "declare" or seat in state.waiting:
        return
    if seat in state.gone:
        yield CLAUSES.build_violation("stake.credit", why="You couldn’t pay the ante, so you’re out of the match")
    elif said := state.declared[seat]:
        yield CLAUSES.build_violation("declare.in-or-out", said=said)
    elif not state.is_declaration_simultaneous:
        yield CLAUSES.build_violation("declare.order", waited=f"seat {state.turn}")
