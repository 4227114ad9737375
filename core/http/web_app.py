"""The installable web app: its manifest, its service worker, and the offline page."""

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
"""The header with a key of the reader that a page is for. The service worker stores pages for only one reader."""
KEEP_HEADER = "House-Keep"
"""The header of pages that the service worker stores so that they can be shown offline."""


def keep_offline(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that the service worker stores its pages, and they can be read offline."""

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

    Its version changes whenever the offline page does, which has the hashes of the site's scripts and styles.
    """
    version = hashlib.sha256(_render_offline_page().encode()).hexdigest()[:12]
    return render(request, "web_app/service_worker.js", {"version": version}, content_type="text/javascript")


@require_safe
@cache_control(no_cache=True)
def offline_page(request: HttpRequest) -> HttpResponse:
    """Render the offline page. It's the same for everyone."""
    return HttpResponse(_render_offline_page())


def _render_offline_page() -> str:
    return render_to_string("web_app/offline.html")
