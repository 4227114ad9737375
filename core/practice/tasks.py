"""Background tasks for puzzles."""

from celery import shared_task

from core.practice import maintenance

EXPIRES = 60
"""Seconds after which a task expires: the scheduler sends it again."""


@shared_task(expires=EXPIRES)
def maintain_puzzles() -> None:
    """Maintain the puzzles for a short time, and run again if there is more to do. Running twice does no harm."""
    if maintenance.maintain_puzzles():
        maintain_puzzles.delay()
