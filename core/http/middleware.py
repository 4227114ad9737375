"""Middleware for caching, untrusted text, time limits, deleted rows, and missing slashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, QueryDict, UnreadablePostError
from django.middleware.common import CommonMiddleware
from django.utils.cache import has_vary_header, patch_cache_control

from core.http.deleted_rows import is_row_deleted
from core.http.error_views import invalid_text, not_found, too_much_work
from core.http.htmx import HtmxRequest
from core.http.untrusted_text import InvalidText, check_characters, check_path_and_headers
from games.engine.work_limits import WorkExceeded, limit_processor_time
from variants.not_found import ExplainedNotFound

logger = structlog.get_logger(__name__)

API = "/api/"
"""The prefix of API paths. Their bodies are JSON, which `core.http.strict_json` checks."""
SECONDS = 2.0
"""The maximum processor time for one request."""
ROW_DELETED = "This was deleted while you were using it."


class PrivateCacheMiddleware:
    """Marks responses that depend on cookies as private, so that shared caches don't store them.

    It comes before the session middleware, which adds `Vary: Cookie` to every response that used the session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True)
        return response


class TextValidationMiddleware:
    """Rejects requests whose text can't be stored, or whose URL or cookies are too long.

    It comes before the session middleware, which looks up a cookie in the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _check_request_text(request)
        except InvalidText as error:
            return invalid_text(request, str(error))
        return self.get_response(request)


def _check_request_text(request: HttpRequest) -> None:
    """Check all text in a request: path, query, headers, form fields, and file names. Raises InvalidText."""
    meta = request.META
    address = f"{request.path_info}?{meta.get('QUERY_STRING', '')}"
    headers = [value for name, value in meta.items() if name[:5] == "HTTP_"]
    check_path_and_headers(address, meta.get("HTTP_COOKIE", ""), headers)
    if meta.get("QUERY_STRING"):
        check_characters(*_list_field_texts(request.GET))
    if request.method == "POST" and not request.path_info.startswith(API):
        try:
            check_characters(*_list_field_texts(request.POST), *_list_file_names(request))
        except UnreadablePostError:  # the client has closed the connection
            raise InvalidText("The request didn’t arrive in full.") from None


def _list_field_texts(sent: QueryDict) -> Iterator[str]:
    """Yield the names and values of all fields of a form or a query string."""
    return chain(sent, chain.from_iterable(values for _, values in sent.lists()))


def _list_file_names(request: HttpRequest) -> Iterable[str]:
    return [file.name or "" for _, files in request.FILES.lists() for file in files]


class DeadlineMiddleware:
    """Ends requests that take too much processor time.

    Searches have their own limits (`games.engine.work_limits`), which normally end them much earlier. A request that
    reaches this deadline is logged, without cards, so that those limits can be improved.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with limit_processor_time(SECONDS):
            return self.get_response(request)

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponse | None:
        """Return the error page for a request that took too much work, or None for any other error.

        The API has its own handler.
        """
        if not isinstance(error, WorkExceeded):
            return None
        match = request.resolver_match
        logger.error("too_hard", view=match.view_name if match else "", kind=type(error).__name__)
        return too_much_work(request)


class DeletedRowMiddleware:
    """Responds with 404 if a row is deleted during a request, as if the request had come later."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a 404 page (or an error for API clients) if a row was deleted, or None for any other error."""
        if not is_row_deleted(error):
            return None
        match = request.resolver_match
        logger.warning("row_deleted_meanwhile", view=match.view_name if match else "", error=str(error))
        return not_found(request, ExplainedNotFound(ROW_DELETED))


class MethodPreservingRedirect(HttpResponsePermanentRedirect):
    """A permanent redirect with status 308. After a 301, most clients resend a POST as a GET."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class TrailingSlashMiddleware(CommonMiddleware):
    """Redirects URLs without a trailing slash, using status 308, so that a POST stays a POST."""

    response_redirect_class = MethodPreservingRedirect
