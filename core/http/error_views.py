"""Error pages for people, and RFC 9457 errors for API clients."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.http import reswap, retarget

from core.http.htmx import HtmxRequest
from core.infra.circuit_breaker import RETRY_AFTER, is_database_unavailable
from variants.not_found import ExplainedNotFound

TITLES = {
    400: "Invalid request",
    403: "Access denied",
    404: "Page not found",
    422: "Too complex",
    500: "Server error",
    503: "Temporarily unavailable",
}
CODES = {400: "malformed", 403: "forbidden", 404: "not-found", 422: "too-hard", 500: "broken", 503: "unavailable"}
"""The error codes for API clients by status, the same as elsewhere in the API."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if is_database_unavailable(exception):  # Django answers a session that can't be saved with this view
        return unavailable(request)
    return _render_error(request, 400, "We couldn’t read the request.")


def invalid_text(request: HttpRequest, reason: str) -> HttpResponse:
    """Respond with status 400 to a request with text that the site doesn't accept. `reason` says why.

    The session isn't loaded, because the cookies might be the cause.
    """
    if request.path.startswith("/api/"):
        return build_problem_response(400, reason)
    return HttpResponse(render_to_string("errors/400.html", {"detail": reason}), status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    page = "admin" if request.path.startswith(reverse("admin:index")) else ""
    return _render_error(request, 403, "You can’t do this.", page)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _render_error(request, 403, "This page has expired. Reload it and try again.", "stale")


def too_much_work(request: HtmxRequest) -> HttpResponse:
    """Respond with status 422 to a request that took too much work.

    The response doesn't say whether anything was saved.
    """
    said = "That’s too complex to answer in time."
    answer = _render_error(request, 422, said, "too_hard")
    return retarget(reswap(answer, "innerHTML"), "body") if request.htmx else answer


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, ExplainedNotFound) and not request.path.startswith("/api/"):
        page = {"sentence": exception.sentence, "ways": exception.ways}
        return HttpResponse(render_to_string("errors/not_here.html", page, request), status=404)
    return _render_error(request, 404, "There’s nothing at this address.")


def too_many_requests(request: HttpRequest, exception: Exception | None = None, minutes: int = 1) -> HttpResponse:
    """Respond with status 429 to a request that exceeds a limit, such as on logins.

    `minutes` is the time until the client can try again.
    """
    page = render_to_string("errors/429.html", {"minutes": minutes}, request)
    return HttpResponse(page, status=429, headers={"Retry-After": str(minutes * 60)})


def server_error(request: HttpRequest) -> HttpResponse:
    if is_database_unavailable(sys.exc_info()[1]):
        return unavailable(request)
    return _render_error(request, 500, "We’ve been notified. Nothing is lost. Try again in a moment.")


def unavailable(request: HttpRequest) -> HttpResponse:
    answer = _render_error(request, 503, "The database isn’t responding. Nothing is lost. Try again in a moment.")
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer


def build_problem_response(status: int, detail: str) -> JsonResponse:
    """Build an error response for API clients according to RFC 9457."""
    body = {"type": "about:blank", "title": TITLES[status], "status": status, "detail": detail}
    if status in CODES:
        body["code"] = CODES[status]
    return JsonResponse(body, status=status, content_type="application/problem+json")


def _render_error(request: HttpRequest, status: int, detail: str, page: str = "") -> HttpResponse:
    if request.path.startswith("/api/"):
        return build_problem_response(status, detail)
    # After an error of ours, nothing may look up the visitor or the database again.
    asker = None if status >= 500 else request
    return HttpResponse(render_to_string(f"errors/{page or status}.html", request=asker), status=status)
