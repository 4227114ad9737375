"""Background tasks for the whole site."""

from celery import shared_task

from core.http.idempotency import delete_expired_keys
from core.models import Heartbeat


@shared_task
def heartbeat(queue: str) -> None:
    """Record that Celery beat and this queue's worker are alive. The readiness page uses it."""
    Heartbeat.record_heartbeat(queue)


@shared_task
def delete_old_idempotency_keys() -> None:
    """Delete expired idempotency keys."""
    delete_expired_keys()
