"""Answer with a page, or with the part of it that htmx asked for."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

MORPH: Any = "morph:outerHTML"
"""A way to swap that an extension of htmx has: what is alike stays, and keeps its place and focus."""


class HtmxRequest(HttpRequest):
    """A request that says what htmx asks for."""

    htmx: HtmxDetails


def page_or_part(
    request: HtmxRequest, template: str, part: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Render `template`, or only its partial `part` when htmx asks for something smaller than a page.

    A boosted link and a return through the browser's history get the whole page.
    """
    whole = not request.htmx or request.htmx.boosted or request.htmx.history_restore_request
    response = render(request, template if whole else f"{template}#{part}", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
