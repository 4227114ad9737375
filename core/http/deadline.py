"""A belt for every request: so much processor time, in whatever searches it leads to.

The searches have bounds of their own (`games.engine.work`), which end them long before. What this ends is logged once,
without cards, so that a bound can be set better.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from core.http.error_views import too_hard
from core.http.htmx import HtmxRequest
from games.engine.work import OutOfWork, deadline

logger = structlog.get_logger(__name__)

SECONDS = 2.0
"""Processor time for one request."""


class DeadlineMiddleware:
    """Opens the deadline, and answers for what did not come to an end."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with deadline(SECONDS):
            return self.get_response(request)

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponse | None:
        """The page for an answer that took too much work; an API answers for itself."""
        if not isinstance(error, OutOfWork):
            return None
        match = request.resolver_match
        logger.error("too_hard", view=match.view_name if match else "", kind=type(error).__name__)
        return too_hard(request)
