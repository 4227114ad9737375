"""Rate limits for the API, counted across all processes."""

from __future__ import annotations

import time
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.api.errors import Problem
from games.words import format_count

MINUTE = 60
BUNDLES = 30
"""A process takes 1/30 of a limit from the shared cache at a time, which saves most round trips."""
NAMES = {
    "read": "reads",
    "oracle": "questions to the oracle",
    "write": "changes",
    "make": "new tables, classes, puzzles, and lessons",
}

_bundles: dict[str, int] = {}
_lock = Lock()


class RateThrottle(BaseThrottle):
    """A limit on requests per minute in each throttle scope: per account with a token, otherwise per IP address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        name = view.get_throttle_scope(request.method)
        most = settings.API_LIMITS[name]
        if not most:
            return True
        now = time.time()
        account = request.user.pk if getattr(request, "auth", None) else None
        asker = f"a{account}" if account else f"i{self.get_ident(request)}"
        if take_permit(f"api:{name}:{asker}:{int(now // MINUTE)}", most):
            return True
        wait = MINUTE - int(now % MINUTE)
        message = (
            f"You’ve reached the limit of {most} {NAMES[name]} per minute. Try again in {format_count(wait, 'second')}."
        )
        raise Problem("too-many-requests", message, headers={"Retry-After": str(wait)}, limit=name, per_minute=most)


def take_permit(key: str, most: int) -> bool:
    """Take one of the `most` permits of a key. Return False if none is left.

    A permit allows one request. The key stands for a rate limit, a client, and a minute. A process takes several
    permits at once from the shared cache, so most calls don't use the cache.
    """
    with _lock:
        if _bundles.get(key, 0) > 0:
            _bundles[key] -= 1
            return True
        size = max(1, most // BUNDLES)
        cache.add(key, 0, 2 * MINUTE)
        try:
            taken = cache.incr(key, size)
        except ValueError:  # swept out of the cache in between
            cache.set(key, size, 2 * MINUTE)
            taken = size
        left = min(size, most - (taken - size))
        if left < 1:
            return False
        if len(_bundles) > 5000:
            _bundles.clear()
        _bundles[key] = left - 1
        return True


def clear_permits() -> None:
    """Drop the unused permits that this process has taken from the shared cache.

    The cache still counts them as taken.
    """
    with _lock:
        _bundles.clear()
