"""Background work on house rules."""

from celery import shared_task

from variants import consequences

EXPIRES = 60
"""Seconds after which a request is forgotten: the sweep makes it again."""


@shared_task(expires=EXPIRES)
def recheck(slug: str, digest: str) -> None:
    """Have everything that follows these rules proven again. May run twice without harm."""
    consequences.recheck(slug, digest)


@shared_task
def sweep() -> None:
    """Ask for the rechecks that were lost, and for those that a new version of a game calls for."""
    consequences.sweep()
