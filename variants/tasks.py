"""Background tasks that check puzzles under the house rules in use."""

from celery import shared_task

from variants import consequences

EXPIRES = 60
"""Seconds after which a queued recheck is dropped. The task `queue_due_content_rechecks` queues it again."""


@shared_task(expires=EXPIRES)
def recheck_content_under_rules(slug: str, digest: str) -> None:
    """Check the puzzles under these rules again. It's safe to run twice.

    `slug` is the game's slug, and `digest` the digest of the rules.
    """
    consequences.recheck_content_under_rules(slug, digest)


@shared_task
def queue_due_content_rechecks() -> None:
    """Queue checks of puzzles under house rules in use: those never made, or made for an older version of the game."""
    consequences.queue_due_content_rechecks()
