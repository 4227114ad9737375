"""Background work on puzzles."""

from celery import shared_task

from core.practice import tending


@shared_task
def tend() -> None:
    """Fill the collection and drop what nobody wanted, a piece at a time. May run twice without harm."""
    if tending.tend():
        tend.delay()
