"""Background tasks for house rules."""

from celery import shared_task

from variants import consequences

EXPIRES = 60
"""Seconds after which a queued task is dropped; the sweep queues it again."""


@shared_task(expires=EXPIRES)
def recheck(slug: str, digest: str) -> None:
    """Have everything that depends on these rules checked again. It can run twice without harm."""
    consequences.recheck(slug, digest)


@shared_task
def sweep() -> None:
    """Queue the rechecks that were lost, and those that a new version of a game requires."""
    consequences.queue_due_rechecks()
