"""No text that somebody sends has the character U+0000: nobody types it, and PostgreSQL keeps no text that has it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict

NUL = "\0"


class PlainTextMiddleware:
    """Takes it out of addresses and forms. A program that sends it is told, see `core.api.parsers`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _has_one(request.GET):
            request.GET = _without(request.GET)  # type: ignore[assignment]
        if request.method == "POST" and _has_one(request.POST):
            request.POST = _without(request.POST)  # type: ignore[assignment]
        return self.get_response(request)


def _has_one(sent: QueryDict) -> bool:
    return any(NUL in text for name, texts in sent.lists() for text in (name, *texts))


def _without(sent: QueryDict) -> QueryDict:
    plain = QueryDict(mutable=True)
    for name, texts in sent.lists():
        plain.setlist(name.replace(NUL, ""), [text.replace(NUL, "") for text in texts])
    return plain
