"""The installable web app: its manifest, its service worker, and the page for when there's no connection."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

READER_HEADER = "House-Reader"
"""The header with a key of the reader that a page is for. The service worker keeps the pages of one reader only."""
KEEP_HEADER = "House-Keep"
"""The header of pages that the service worker keeps, to show them without a connection."""


def keep_offline(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a view's pages as pages that can be read without a connection."""

    @wraps(view)
    def mark_response(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response[KEEP_HEADER] = "offline"
        return response

    return mark_response


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Render the web app manifest."""
    return render(request, "web_app/manifest.json", content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Render the service worker.

    Its version changes with the offline page, which names the site's scripts and styles by their content.
    """
    version = hashlib.sha256(_render_offline_page().encode()).hexdigest()[:12]
    return render(request, "web_app/service_worker.js", {"version": version}, content_type="text/javascript")


@require_safe
@cache_control(no_cache=True)
def offline_page(request: HttpRequest) -> HttpResponse:
    """Render the page for when there's no connection; it's the same for everyone."""
    return HttpResponse(_render_offline_page())


def _render_offline_page() -> str:
    return render_to_string("web_app/offline.html")
