"""Wrong codes are counted by address, so that nobody finds a class by trying. Right ones never are."""

from allauth.core.internal import ratelimit
from django.conf import settings

from core.people.requests import HttpRequest


def one_more_wrong(request: HttpRequest) -> bool:
    """Count a wrong code; whether there may be another one from this address."""
    return _asked(request, look_only=False)


def may_try(request: HttpRequest) -> bool:
    """Whether this address has not yet sent too many wrong codes."""
    return _asked(request, look_only=True)


def _asked(request: HttpRequest, look_only: bool) -> bool:
    limit = f"{settings.WRONG_CODES}/{settings.WRONG_CODES_MINUTES}m/ip" if settings.WRONG_CODES else ""
    usage = ratelimit.consume(
        request, app="classes", action="wrong_code", config={"wrong_code": limit}, limit_get=True, dry_run=look_only
    )
    return usage is not None
