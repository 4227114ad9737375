"""Decorators for views, and for functions that are called several times in a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.views.decorators.http import require_http_methods

T = TypeVar("T")

require_form = require_http_methods(["GET", "HEAD", "POST"])
"""A decorator for a page with a form that is posted to the page's own URL."""


def once_per_request(function: Callable[..., T]) -> Callable[..., T]:
    """Decorate a function so that it's called once per request with the same arguments.

    Repeated calls return the first call's result. The results are stored on the request, which is the function's first
    argument.
    """

    @wraps(function)
    def get_cached_result(request: Any, *args: Any) -> T:
        results: dict[tuple[Any, ...], T] = request.__dict__.setdefault("_once", {})
        key = (function, *args)
        if key not in results:
            results[key] = function(request, *args)
        return results[key]

    return get_cached_result
