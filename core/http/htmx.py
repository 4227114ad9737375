"""Responses with a whole page, or with the part of it that htmx requests."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

MORPH: Any = "morph:outerHTML"
"""The swap style of htmx's idiomorph extension. Elements that stay the same keep their place and focus."""


class HtmxRequest(HttpRequest):
    """The type of requests after the middleware: with django-htmx's attributes and with `visitor`.

    `visitor` returns the signed-in user for pages.
    """

    htmx: HtmxDetails
    visitor: Callable[[], object]


def render_page_or_part(
    request: HtmxRequest, template: str, part: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Render `template`, or only its partial `part` if htmx requests less than a page.

    Boosted links and returning through the browser's history get the whole page.
    """
    response = render(request, f"{template}#{part}" if is_part_requested(request) else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def is_part_requested(request: HtmxRequest) -> bool:
    """Return whether htmx requests less than a whole page."""
    return bool(request.htmx and not request.htmx.boosted and not request.htmx.history_restore_request)


def is_resent_request(request: HttpRequest, moves: Sequence[object]) -> bool:
    """Return whether a request was already handled and is being sent again because the response was lost.

    `moves` are the moves made, or the hints shown, so far. The form field `so_far` has their number when the page was
    made. A different number means that the request was already handled. Returns False for a form without this field.
    """
    return request.POST.get("so_far", str(len(moves))) != str(len(moves))
