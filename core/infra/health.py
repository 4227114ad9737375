"""Health checks for monitoring: whether the process is alive, and whether it can do its work."""

import tempfile
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from core.celery import app
from core.infra.circuit_breaker import DISK_FULL
from core.models import Heartbeat

SILENCE = {"bots": timedelta(seconds=60), "background": timedelta(minutes=5)}
"""The maximum time without a heartbeat for each queue. A background task can take minutes."""
ROOM = 256 * 1024
"""The number of bytes that must fit on the disk: a few minutes of moves."""
TROUBLE = (DatabaseError, OperationalError, OSError)


@require_safe
@never_cache
def report_liveness(request: HttpRequest) -> HttpResponse:
    """Respond that the process is alive."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def report_readiness(request: HttpRequest) -> JsonResponse:
    """Report “ok” or the problem for the database, the queue, the disk, and the workers. Status 503 means a problem.

    Beat sends heartbeats to the workers through their queues. So if beat is down, all workers seem to be down.
    """
    parts = {
        "database": _run_check(_check_database),
        "queue": _run_check(_check_queue),
        "disk": _run_check(_check_disk),
    }
    parts |= {name: _run_check(partial(_check_worker, name)) for name in SILENCE}
    return JsonResponse(parts, status=200 if set(parts.values()) == {"ok"} else 503)


def _run_check(question: Callable[[], str]) -> str:
    try:
        return question()
    except TROUBLE as error:
        if isinstance(error, OSError) and error.errno in DISK_FULL:
            return "full"
        return f"unreachable ({type(error).__name__})"


def _check_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _check_queue() -> str:
    if settings.REDIS_URL:
        with app.connection_for_write() as queue:
            queue.ensure_connection(max_retries=1, timeout=2)
    return "ok"


def _check_disk() -> str:
    """Check that ROOM bytes can be written to the folder of the embedded database and queue, and return "ok".

    Without an embedded database or queue, nothing is written, because database and Redis servers monitor their own
    disks.
    """
    if connection.vendor == "sqlite" or not settings.REDIS_URL:
        with tempfile.TemporaryFile(dir=settings.HOUSE_DATA) as file:
            file.write(b"x" * ROOM)
            file.flush()
    return "ok"


def _check_worker(queue: str) -> str:
    age = Heartbeat.get_heartbeat_age(queue)
    if age is None:
        return "not heard yet"
    if age < -SILENCE[queue]:
        return f"last heard {-age.total_seconds():.0f} s ahead of this clock, which was set back"
    return "ok" if age < SILENCE[queue] else f"silent for {age.total_seconds():.0f} s"
