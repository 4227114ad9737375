"""Background tasks for puzzles."""

from time import monotonic

from celery import shared_task

from core.practice import daily, maintenance

EXPIRES = 60
"""Seconds after which a task expires: the scheduler sends it again."""


@shared_task(expires=EXPIRES)
def maintain_puzzles() -> None:
    """Maintain the puzzles for a short time, and run again if there is more to do. Running twice does no harm."""
    if maintenance.maintain_puzzles():
        maintain_puzzles.delay()


@shared_task(expires=EXPIRES)
def prepare_daily_puzzles() -> None:
    """Generate the missing puzzles of the next days for a short time, and run again if some are left."""
    if daily.prepare_daily_puzzles(monotonic() + maintenance.AT_A_TIME):
        prepare_daily_puzzles.delay()
