"""Background work on puzzles that are built."""

from celery import shared_task

from core.workshop import proving

EVERY = 20.0
"""Seconds from one sweep to the next."""


@shared_task(acks_late=False, expires=60)
def prove(pk: int) -> None:
    """Look for a long proof. May come twice without harm.

    Acknowledged at once: it outlasts the queue's patience, and the sweep knows when it is lost.
    """
    proving.prove(pk)


@shared_task
def sweep() -> None:
    """Ask again for the proofs whose message or worker was lost."""
    proving.sweep(EVERY)
