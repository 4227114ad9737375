"""Bots' turns in the background.

The database is the truth and the queue only a hint: a lost message is made good by the sweep.
"""

from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.db.models import F
from django.utils import timezone

from core.play import bots
from core.play.errors import NotPlaying, Stale
from core.play.models import OVERDUE, Table
from games.engine.clause import IllegalMove

logger = structlog.get_logger(__name__)

MOST_AT_ONCE = 500
EXPIRES = 60


@shared_task(
    ignore_result=True,
    acks_late=True,
    autoretry_for=(OperationalError, InterfaceError),  # the database is away
    default_retry_delay=1,
    max_retries=EXPIRES,
)
def bot_turn(table_id: int, version: int) -> None:
    """One move of the bot that this table waits for; the next one is asked for when it is stored."""
    bots.turn(table_id, version)


@shared_task(ignore_result=True)
def sweep(patience: float = OVERDUE.total_seconds()) -> int:
    """Ask again for the bots' turns that are overdue: their message was lost, or a worker died over it."""
    found = list(
        Table.objects.overdue(timedelta(seconds=patience))
        .order_by("bot_due")
        .values_list("pk", "version")[:MOST_AT_ONCE]
    )
    for table_id, version in found:
        Table.objects.filter(pk=table_id, version=version).update(bot_due=timezone.now())
        wake(table_id, version)
    if found:
        logger.warning("bots_overdue", tables=len(found))
    return len(found)


@shared_task(ignore_result=True)
def stand_in() -> int:
    """Let tables go on that have waited for somebody longer than they do."""
    late = list(Table.objects.kept_waiting().order_by("changed")[:MOST_AT_ONCE])
    for table in late:
        try:
            bots.stand_in(table)
        except (Stale, NotPlaying, IllegalMove):
            continue  # somebody came back at the last moment
    return len(late)


def wake(table_id: int, version: int, wait: float = 0.0) -> None:
    """Ask for a bot's turn. Without a queue, the next sweep will ask again."""
    asked = bot_turn.apply_async((table_id, version), countdown=wait or None, expires=wait + EXPIRES)
    if asked is None:
        Table.objects.filter(pk=table_id, version=version).update(bot_due=F("bot_due") - OVERDUE)
