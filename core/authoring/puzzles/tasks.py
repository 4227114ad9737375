"""Background tasks for built puzzles."""

from celery import shared_task

from core.authoring.puzzles import proofs

EXPIRES = 60
"""Seconds after which the message expires. Busy workers check the queue themselves when they're done."""


@shared_task(acks_late=False, expires=EXPIRES)
def run_next_long_proof() -> None:
    """Run the next long proof (verification of a built puzzle) in the queue. It's safe to run twice.

    The message is acknowledged right away, because a search takes longer than the queue's timeout.
    `return_lost_proofs_to_queue` recovers lost searches.
    """
    proofs.run_next_proof()


@shared_task
def return_lost_proofs_to_queue(passed: float = 0.0) -> None:
    """Put proofs whose message or worker was lost back in the queue.

    `passed` is the number of seconds since the last call.
    """
    proofs.recover_lost_proofs(passed)
