"""Responses with a whole page, or with the part of it that htmx asks for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

MORPH: Any = "morph:outerHTML"
"""The swap style of htmx's idiomorph extension: elements that stay alike keep their place and focus."""


class HtmxRequest(HttpRequest):
    """A request with django-htmx's attributes, and with `visitor`, which returns the signed-in user for pages."""

    htmx: HtmxDetails
    visitor: Callable[[], object]


def render_page_or_part(
    request: HtmxRequest, template: str, part: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Render `template`, or only its partial `part` when htmx asks for something smaller than a page.

    A boosted link and a return through the browser's history get the whole page.
    """
    response = render(request, f"{template}#{part}" if is_part_requested(request) else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def is_part_requested(request: HtmxRequest) -> bool:
    """Return whether htmx asks for something smaller than a page."""
    return bool(request.htmx and not request.htmx.boosted and not request.htmx.history_restore_request)


def is_resent_request(request: HttpRequest, moves: Sequence[object]) -> bool:
    """Return whether a request was already carried out, and is sent again because the response was lost.

    `moves` are the moves made, or the hints shown, by now. The form's `so_far` is their number when the page was made.
    If the two numbers differ, the request was already carried out.
    """
    return request.POST.get("so_far", str(len(moves))) != str(len(moves))
