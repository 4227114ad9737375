"""Background work of the house as a whole."""

from celery import shared_task

from core.http.idempotency import forget_old_keys
from core.models import Heartbeat


@shared_task
def heartbeat(queue: str) -> None:
    """Note that the clock and a worker of this queue are alive; the readiness page looks at it."""
    Heartbeat.beat(queue)


@shared_task
def tidy() -> None:
    """Forget the keys of requests that nobody sends again."""
    forget_old_keys()
