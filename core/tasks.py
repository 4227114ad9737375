"""Background tasks of the whole site."""

from celery import shared_task

from core.http.idempotency import forget_old_keys
from core.models import Heartbeat


@shared_task
def heartbeat(queue: str) -> None:
    """Record that beat and a worker of this queue are alive, for the readiness page."""
    Heartbeat.beat(queue)


@shared_task
def tidy() -> None:
    """Delete expired idempotency keys."""
    forget_old_keys()
