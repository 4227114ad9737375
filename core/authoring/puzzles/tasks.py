"""Background work on puzzles that are built."""

from celery import shared_task

from core.authoring.puzzles import proofs

EXPIRES = 60
"""Seconds after which a worker has not come: it's busy, and looks for what waits when it's done."""


@shared_task(acks_late=False, expires=EXPIRES)
def prove() -> None:
    """Look for a long proof. May come twice without harm.

    Acknowledged at once: it outlasts the queue's patience, and the sweep knows when it is lost.
    """
    proofs.prove()


@shared_task
def sweep(passed: float = 0.0) -> None:
    """See to the proofs whose message or worker was lost; `passed` are the seconds since the clock's last sweep."""
    proofs.sweep(passed)
