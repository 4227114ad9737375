"""Tables that turn by themselves: for games in which nobody decides anything.

However long the match is, one task is pending for its table: what it stores asks for the next one, as a bot's move
does, and the sweep asks again for one that was lost. What somebody lets the table do is a version of its own, so a task
that was asked for before finds another version and does nothing.
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
"""Beside what a table can do by itself: turn one card now, and then nothing."""
MOST = 10_000
"""So many moves are stored at a time, when a game is played to its end."""


@transaction.atomic
def set_turning(table: Table, how: str, version: int | None = None) -> None:
    """Let a table turn by itself as `Table.Turning` has it, or (`step`) turn one card and then nothing.

    A request that comes twice, or late, changes nothing. Raises NotPlaying.
    """
    if table.played.decides:
        raise NotPlaying("In this game the players decide; nothing turns by itself.")
    if how != STEP and how not in Table.Turning.values:
        raise NotPlaying("A table does not turn like that.")
    turning = Table.Turning.HELD if how == STEP else how
    fresh = Table.objects.filter(pk=table.pk, status=Table.Status.PLAYING)
    found = fresh.filter(version=table.version if version is None else version) if how == STEP else fresh
    won = found.update(version=F("version") + 1, turning=turning) if how == STEP or table.turning != how else 0
    table.refresh_from_db()
    if table.status != Table.Status.PLAYING:
        raise NotPlaying("This match is not being played.")
    if not won:
        return
    step = TableUpdate(table)
    if how == STEP:
        step.by_itself()
    step.store()


def go_on(step: TableUpdate) -> Move | None:
    """What one task makes: a card, the rest of the pile or of the game, as the table is let; the last move of it."""
    table = step.table
    for _ in range(MOST):
        move = step.by_itself()
        if move is None or _enough(table, step.board.events[-1]):
            break
    if not step.moves:
        return None
    if table.turning == Table.Turning.END and (step.board.state.between or step.board.over):
        table.turning = Table.Turning.SEATS
    return step.moves[-1] if step.store() else None


def _enough(table: Table, events: Sequence[Event]) -> bool:
    """Return whether a task ends with a move of which these are the events."""
    if table.turning == Table.Turning.END:
        return False
    return table.turning != Table.Turning.PILE or any(event.kind in CLOSES for event in events)
