"""Background tasks for built puzzles."""

from celery import shared_task

from core.authoring.puzzles import proofs

EXPIRES = 60
"""Seconds after which the message expires: busy workers check the queue themselves when they're done."""


@shared_task(acks_late=False, expires=EXPIRES)
def prove() -> None:
    """Search for a long proof. It may run twice without harm.

    It's acknowledged at once: it takes longer than the queue's timeout, and the sweep notices when it's lost.
    """
    proofs.run_next_proof()


@shared_task
def sweep(passed: float = 0.0) -> None:
    """Return proofs whose message or worker was lost to the queue; `passed` are the seconds since the last sweep."""
    proofs.recover_lost_proofs(passed)
