"""Middleware for every request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.utils.cache import has_vary_header, patch_cache_control

from core.http.error_views import unreadable
from core.http.outside_text import UnreadableText, check_characters, check_head

API = "/api/"
"""Bodies of requests to the API are JSON, which `core.http.strict_json` reads."""


class PrivateMiddleware:
    """Keeps pages that depend on their reader's cookies out of caches that many share.

    It stands before sessions, which say so of every page that has asked who reads it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True)
        return response


class OutsideTextMiddleware:
    """Refuses requests whose text can't be stored, or whose head is too long to read.

    It stands before sessions, which look for a cookie in the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _check_request(request)
        except UnreadableText as error:
            return unreadable(request, str(error))
        return self.get_response(request)


def _check_request(request: HttpRequest) -> None:
    """Check all text of a request. Raises UnreadableText."""
    meta = request.META
    address = f"{request.path_info}?{meta.get('QUERY_STRING', '')}"
    headers = [value for name, value in meta.items() if name[:5] == "HTTP_"]
    check_head(address, meta.get("HTTP_COOKIE", ""), headers)
    if meta.get("QUERY_STRING"):
        check_characters(*_texts(request.GET))
    if request.method == "POST" and not request.path_info.startswith(API):
        try:
            check_characters(*_texts(request.POST), *_file_names(request))
        except UnreadablePostError:  # who sent it has gone
            raise UnreadableText("The request didn't arrive in full.") from None


def _texts(sent: QueryDict) -> Iterator[str]:
    """Yield the names and values of fields."""
    return chain(sent, chain.from_iterable(values for _, values in sent.lists()))


def _file_names(request: HttpRequest) -> Iterable[str]:
    return [file.name or "" for _, files in request.FILES.lists() for file in files]
