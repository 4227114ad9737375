"""Rate limits for wrong class codes, so that nobody can find a class by guessing. Correct codes aren't counted."""

from __future__ import annotations

import time

from django.conf import settings
from django.core.cache import cache

from core.http.idempotency import compute_digest
from core.people import get_browser_key
from core.people.requests import HttpRequest
from variants.allauth_internals import cache_lock, consume_rate_limit, get_ip

WRONG_CODES_OF_ONE = 30
"""The limit of wrong codes for one browser. Beyond it, the browser's codes don't count toward its IP address."""
DAY = 24 * 3600


def count_wrong_code(request: HttpRequest, code: str) -> bool:
    """Count a wrong class code toward the rate limits. Return False if the code isn't counted because of a limit.

    The code counts toward the limit of the browser and, if that isn't reached, toward that of the IP address. A code
    that was already tried from this address counts only toward the browser's limit.
    """
    return _count_wrong_code_for_browser(request) and _count_wrong_code_for_ip(request, code)


def can_try_code(request: HttpRequest, code: str) -> bool:
    """Return whether a class code can be tried now. It can't after too many wrong codes from the browser or IP address.

    The result is stored: if the code can be tried, the limit of the address doesn't apply to this code for a day.
    """
    if not _count_wrong_code_for_browser(request, look_only=True):
        return False
    right = f"right_code:{compute_digest(f'{get_ip(request)} {code}')}"
    if cache.get(right) or _count_wrong_code_for_ip(request):
        cache.set(right, True, DAY)
        return True
    return False


def _count_wrong_code_for_browser(request: HttpRequest, look_only: bool = False) -> bool:
    browser = get_browser_key(request)
    if not browser:
        return True
    config = {"wrong_code": f"{WRONG_CODES_OF_ONE}/{settings.WRONG_CODES_MINUTES}m/key"}
    usage = consume_rate_limit(
        request, app="classes", action="wrong_code", config=config, key=browser, limit_get=True, dry_run=look_only
    )
    return usage is not None


def _count_wrong_code_for_ip(request: HttpRequest, code: str = "") -> bool:
    """Count a wrong class code toward the limit of the IP address. Return whether the address is still below its limit.

    If the code is "", only checks the limit. A code that was tried from this address before doesn't count again,
    because it tells a guesser nothing new.
    """
    if not settings.WRONG_CODES:
        return True
    span, key = settings.WRONG_CODES_MINUTES * 60, f"wrong_codes:{compute_digest(get_ip(request))}"
    with cache_lock(key) as is_locked:
        if not is_locked:
            return False
        # A time that's too far ahead is from before this machine's clock was set back.
        now, wrong = time.time(), compute_digest(code)[:16]
        tried = {other: at for other, at in cache.get(key, {}).items() if abs(now - at) < span}
        if code and wrong in tried:
            return True
        if len(tried) >= settings.WRONG_CODES:
            return False
        if code:
            cache.set(key, {**tried, wrong: now}, span)
        return True
