"""Pages for those who watch over the site: is the process alive, and can it do its work?"""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from core.celery import app
from core.models import Heartbeat

SILENCE = timedelta(seconds=60)
TROUBLE = (DatabaseError, OperationalError, OSError)


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Database, queue and clock, each "ok" or what is wrong; 503 if one of them is not well."""
    found = {"database": _asked(_database), "queue": _asked(_queue), "clock": _asked(_clock)}
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


def _asked(question: Callable[[], str]) -> str:
    try:
        return question()
    except TROUBLE as error:
        return f"unreachable ({type(error).__name__})"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _queue() -> str:
    if settings.REDIS_URL:
        with app.connection_for_write() as queue:
            queue.ensure_connection(max_retries=1, timeout=2)
    return "ok"


def _clock() -> str:
    age = Heartbeat.age()
    if age is None:
        return "has not ticked yet"
    return "ok" if age < SILENCE else f"silent for {age.total_seconds():.0f} s"
