"""Background work on puzzles."""

from celery import shared_task

from core.practice import maintenance

EXPIRES = 60
"""Seconds after which a request is forgotten: the clock makes it again."""


@shared_task(expires=EXPIRES)
def tend() -> None:
    """Fill the collection and drop what nobody wanted, a piece at a time. May run twice without harm."""
    if maintenance.maintain():
        tend.delay()
