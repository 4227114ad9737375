"""Background tasks for tables: bots' turns, absent players, and old tables.

The database is authoritative, and the queue is only a hint: a periodic task queues bots' turns again if their message
was lost.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from traceback import extract_tb
from typing import Any

import structlog
from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone

from core.http.deleted_rows import delete_with_retries
from core.infra.circuit_breaker import NO_DATABASE
from core.play import bots
from core.play.errors import NotPlaying, StaleVersion
from core.play.models import OVERDUE, Table
from core.play.signals import table_changed
from games.engine.clause import IllegalMove

logger = structlog.get_logger(__name__)

MOST_AT_ONCE = 500
EXPIRES = 60


@shared_task(
    ignore_result=True,
    acks_late=True,
    autoretry_for=NO_DATABASE,
    default_retry_delay=1,
    max_retries=EXPIRES,
)
def bot_turn(table_id: int, version: int) -> None:
    """Make one move for the bot whose turn it is at this version of the table.

    Saving the move queues the next bot's turn. Does nothing if the table has a different version by now.
    """
    try:
        bots.play_bot_turn(table_id, version)
    except NO_DATABASE:
        raise  # Celery tries again; the error can't be saved without the database
    except Exception as error:
        _save_bot_error(table_id, error)
        raise


@shared_task(ignore_result=True)
def request_overdue_bot_turns(patience: float = OVERDUE.total_seconds()) -> int:
    """Queue overdue bots' turns again, because a message or worker was lost. Return their number."""
    found = list(
        Table.objects.with_overdue_bot(timedelta(seconds=patience))
        .order_by("bot_due")
        .values_list("pk", "version")[:MOST_AT_ONCE]
    )
    for table_id, version in found:
        Table.objects.filter(pk=table_id, version=version).update(bot_due=timezone.now())
        request_bot_turn(table_id, version)
    if found:
        logger.warning("bots_overdue", tables=len(found))
    return len(found)


@shared_task(ignore_result=True)
def move_for_absent_players() -> int:
    """Let bots move for people who have let a table wait longer than its `patience`. Return the number of tables."""
    Table.objects.reset_future_change_times()
    late = list(Table.objects.past_wait_deadline().order_by("changed")[:MOST_AT_ONCE])
    for table in late:
        try:
            bots.play_for_absent_players(table)
        except (StaleVersion, NotPlaying, IllegalMove):
            continue  # the player came back at the last moment
        except Exception as error:  # the other tables shall not wait for this one
            logger.exception("stand_in_failed", table=table.code, version=table.version)
            _save_bot_error(table.pk, error)
    return len(late)


@shared_task(ignore_result=True)
def delete_abandoned_tables() -> int:
    """Delete abandoned tables with their matches. Return their number."""
    before = timezone.now() - timedelta(days=settings.KEEP_TABLES_DAYS)
    old = list(Table.objects.abandoned(before).values_list("pk", flat=True)[:MOST_AT_ONCE])
    delete_with_retries(Table.objects.filter(pk__in=old).delete)
    if old:
        logger.info("tables_removed", tables=len(old))
    return len(old)


def _save_bot_error(table_id: int, error: Exception) -> None:
    """Save which error occurred and where, but not its message, which might mention cards."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.startswith(str(settings.BASE_DIR))]
    place = f" in {Path(frames[-1].filename).relative_to(settings.BASE_DIR)}:{frames[-1].lineno}" if frames else ""
    Table.objects.filter(pk=table_id).update(trouble=f"{type(error).__name__}{place}"[:200])


@receiver(table_changed)
def request_bot_turn_after_commit(sender: Any, table: Table, **kwargs: Any) -> None:
    """Queue a background task for the next bot's turn after the transaction commits, if it's a bot's turn."""
    if table.bot_due:
        pk, version = table.pk, table.version
        wait = max(0.0, (table.bot_due - timezone.now()).total_seconds())
        transaction.on_commit(lambda: request_bot_turn(pk, version, wait))


def request_bot_turn(table_id: int, version: int, wait: float = 0.0) -> None:
    """Queue the next bot's turn at this version of a table, so that it runs in `wait` seconds.

    If the queue can't be reached, mark the turn as overdue, so that the periodic task queues it.
    """
    asked = bot_turn.apply_async((table_id, version), countdown=wait or None, expires=wait + EXPIRES)
    if asked is None:
        Table.objects.filter(pk=table_id, version=version).update(bot_due=F("bot_due") - OVERDUE)
