"""Background tasks for built puzzles."""

from celery import shared_task

from core.authoring.puzzles import proofs

EXPIRES = 60
"""Seconds after which the message expires: busy workers check the queue themselves when they're done."""


@shared_task(acks_late=False, expires=EXPIRES)
def run_next_long_proof() -> None:
    """Search for the next long proof in the queue. The task may run twice without harm.

    The message is acknowledged at once, since a search takes longer than the queue's timeout;
    `return_lost_proofs_to_queue` recovers a search that is lost.
    """
    proofs.run_next_proof()


@shared_task
def return_lost_proofs_to_queue(passed: float = 0.0) -> None:
    """Put proofs whose message or worker was lost back into the queue; `passed` are the seconds since the last call."""
    proofs.recover_lost_proofs(passed)
