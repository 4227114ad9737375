"""Background tasks for visitors who don't come back."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import structlog
from celery import shared_task
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from core.people.models import Person

logger = structlog.get_logger(__name__)

MOST_AT_ONCE = 500


@shared_task(ignore_result=True)
def delete_old_visitors() -> int:
    """Delete expired sessions, and visitors who can't or don't come back. Return the number of visitors deleted.

    These are visitors whose session has expired and, after a while, visitors for whom nothing is stored. A visitor
    whose session has expired can't come back, so nobody will ever need their rows.
    """
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    now = timezone.now()
    traceless = Person.objects.visitors_without_stored_data().filter(
        seen__lt=now - timedelta(days=settings.KEEP_VISITORS_DAYS)
    )
    lost = now - timedelta(days=settings.KEEP_SESSIONS_DAYS + 1)  # a visit is noted once a day
    old = Person.objects.without_account().filter(Q(seen__lt=lost) | Q(pk__in=traceless.values("pk")))[:MOST_AT_ONCE]
    gone = [person.delete() for person in old]
    if gone:
        logger.info("visitors_removed", visitors=len(gone))
    return len(gone)
