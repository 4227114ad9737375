"""Autoplay: makes moves automatically in games in which players make no decisions.

Background tasks make these moves. A table has only one task in the queue at a time, no matter how long the match is.
Saving its moves queues the next task. If that task is lost, a periodic task queues it again. Each change of the
autoplay mode increases the table's version, and a task for an earlier version does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from core.play.errors import NotPlaying
from core.play.models import Move, Table
from core.play.moves import TableUpdate
from games.engine.event import Event
from games.engine.narration import CLOSES

STEP = "step"
"""A value of `how`, in addition to those of `Table.AutoplayMode`: flip one card, then stop."""
MOST = 10_000
"""The maximum number of moves that one task saves when it plays a game to the end."""


@transaction.atomic
def set_autoplay(table: Table, how: str, version: int | None = None) -> None:
    """Set the autoplay mode of a table.

    `how` is a value of `Table.AutoplayMode`, or STEP to flip one card and then stop. Nothing changes if the table
    already has this mode or, for STEP, if the table has changed since `version` (None for the version of `table`).

    Raises NotPlaying if players make decisions in this game, `how` has another value, or the match isn't in progress.
    """
    if table.engine_game.decides:
        raise NotPlaying("In this game, the players decide. No cards flip automatically.")
    if how != STEP and how not in Table.AutoplayMode.values:
        raise NotPlaying("Cards can’t be flipped that way.")
    turning = Table.AutoplayMode.HELD if how == STEP else how
    fresh = Table.objects.filter(pk=table.pk, status=Table.Status.PLAYING)
    found = fresh.filter(version=table.version if version is None else version) if how == STEP else fresh
    won = found.update(version=F("version") + 1, turning=turning) if how == STEP or table.turning != how else 0
    table.refresh_from_db()
    if table.status != Table.Status.PLAYING:
        raise NotPlaying("This match isn’t in progress.")
    if not won:
        return
    step = TableUpdate(table)
    if how == STEP:
        step.play_automatic_move()
    step.save_update()


def play_due_moves(step: TableUpdate) -> Move | None:
    """Make and save the moves that one background task makes at a table on autoplay.

    Depending on the table's autoplay mode, that's one card, the rest of the pile, or the rest of the game. `step` is a
    `TableUpdate` without any moves yet. It collects the moves and saves them in one step. Returns the last move, or
    None if there was none or if another process changed the table first.
    """
    table = step.table
    for _ in range(MOST):
        move = step.play_automatic_move()
        if move is None or _is_last_move_of_task(table, step.board.events[-1]):
            break
    if not step.moves:
        return None
    if table.turning == Table.AutoplayMode.END and (step.board.state.is_between_deals or step.board.is_over):
        table.turning = Table.AutoplayMode.SEATS
    return step.moves[-1] if step.save_update() else None


def _is_last_move_of_task(table: Table, events: Sequence[Event]) -> bool:
    """Return whether a background task on autoplay stops after the move that caused these events.

    In the mode that plays the whole game, the task never stops after a move. In the mode that plays a pile at a time,
    it stops after a move that ends a pile or a deal. In other modes, it stops after each move.
    """
    if table.turning == Table.AutoplayMode.END:
        return False
    return table.turning != Table.AutoplayMode.PILE or any(event.kind in CLOSES for event in events)
